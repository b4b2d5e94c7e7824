import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileExists } from '../../support/files/file-exists.js';
import { lastWholeMember } from '../../support/files/gzip-members.js';
import type { CaptureTable } from './capture-table.js';
import { indexArchive, readIndex, timestampOf, type CdxEntry } from './cdxj.js';
import { ARCHIVE_FOLDER, archiveFiles, indexName } from './names.js';
import { readBytes, readRecord } from './read-record.js';
import { packWarcinfo, REVISIT_TYPE } from './warc-records.js';

/** Revisit records are their headers; longer ones are not ours. */
const LONGEST_REVISIT = 1_000_000;
/** Name, in a WACZ file, of the archive of records of other crawls. */
const REFERRED_FILE = 'referred.warc.gz';

/** A file of the archive of a crawl. */
export interface ArchivedFile {
  readonly name: string;
  readonly path: string;
  /** Bytes up to the end of its last whole record. */
  readonly length: number;
  readonly entries: AsyncIterable<CdxEntry>;
}

/** A WARC file of an archive that is packed. */
export interface PackedWarc {
  /** Name in the folder `archive/` of a WACZ file. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The files of the archive of a crawl, also of one that was killed: the last one then has no index, and may be torn. */
export async function* archivedFiles(out: string): AsyncGenerator<ArchivedFile> {
  const folder = join(out, ARCHIVE_FOLDER);
  for (const name of await archiveFiles(folder)) {
    if (!name.endsWith('.gz')) continue;
    const path = join(folder, name);
    const index = join(folder, indexName(name));
    const isWhole = await fileExists(index);
    const length = isWhole ? (await stat(path)).size : await lastWholeMember(path);
    if (length > 0)
      yield { name, path, length, entries: entriesOf(path, length, isWhole ? index : undefined) };
  }
}

async function* entriesOf(path: string, length: number, index: string | undefined): AsyncGenerator<CdxEntry> {
  if (index === undefined) yield* await indexArchive(path, length);
  else for await (const entry of readIndex(index)) if (entry !== undefined) yield entry;
}

/** The archive of a crawl, file by file; fills the table with its captures and with what its revisit records refer to. */
export async function* archiveOf(out: string, captures: CaptureTable): AsyncGenerator<PackedWarc> {
  for await (const { name, path, length, entries } of archivedFiles(out)) {
    for await (const entry of entries) {
      captures.add(prefixed(entry));
      if (entry.mime === REVISIT_TYPE) await noteReference(path, entry, captures);
    }
    yield { name, content: createReadStream(path, { end: length - 1 }) };
  }
}

/** Readers take a digest without the name of its algorithm for another one than ours. */
function prefixed(entry: CdxEntry): CdxEntry {
  const { digest } = entry;
  return digest === undefined || digest.includes(':') ? entry : { ...entry, digest: `sha1:${digest}` };
}

async function noteReference(path: string, entry: CdxEntry, captures: CaptureTable): Promise<void> {
  const record = await readRecord(path, entry, LONGEST_REVISIT);
  const url = record?.warcRefersToTargetURI;
  const date = record?.warcRefersToDate;
  if (typeof url === 'string' && typeof date === 'string') captures.refer(url, timestampOf(date));
}

/**
 * Writes the records of earlier archives to which revisit records refer, as an archive file of its own, so that they can be
 * replayed without these; nothing where they refer to nothing else.
 */
export async function* referredArchive(
  outs: readonly string[],
  captures: CaptureTable,
  made: { readonly id: string; readonly date: string; readonly info: Readonly<Record<string, string>> },
): AsyncGenerator<PackedWarc> {
  const found = referredRecords(outs, captures);
  const first = await found.next();
  if (first.done === true) return;
  async function* content({ path, entry }: Found): AsyncGenerator<Uint8Array> {
    const warcinfo = await packWarcinfo(made.id, REFERRED_FILE, made.date, made.info);
    yield warcinfo;
    let offset = warcinfo.length;
    const copied = async (from: string, of: CdxEntry): Promise<Uint8Array> => {
      const bytes = await readBytes(from, of);
      captures.add(prefixed({ ...of, offset, length: bytes.length, filename: REFERRED_FILE }));
      offset += bytes.length;
      return bytes;
    };
    yield copied(path, entry);
    for await (const next of found) yield copied(next.path, next.entry);
  }
  yield { name: REFERRED_FILE, content: content(first.value) };
}

interface Found {
  readonly path: string;
  readonly entry: CdxEntry;
}

async function* referredRecords(
  outs: readonly string[],
  captures: CaptureTable,
): AsyncGenerator<Found, undefined> {
  for (const out of outs)
    for await (const { path, entries } of archivedFiles(out))
      for await (const entry of entries)
        if (entry.mime !== REVISIT_TYPE && captures.lacks(entry.url, entry.timestamp)) yield { path, entry };
  return undefined;
}
