import { createReadStream } from 'node:fs';
import { stat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileExists } from '../../support/files/file-exists.js';
import { lastWholeMember, unpacked } from '../../support/files/source-bytes.js';
import { type CdxEntry, indexArchive, readIndex, timestampOf, cdxLine } from './cdxj.js';
import { ARCHIVE_FOLDER, archiveFiles, indexName } from './names.js';
import { REVISIT_TYPE } from './warc-records.js';
import { readRecord as recordOf, type ArchivedRecord } from './read-record.js';
import Database from 'libsql';
import { cannotWrite, IN_TMPDIR } from '../../support/files/cannot-write.js';
import { makeTemporaryFolder } from '../../support/files/temporary-folder.js';

/** The captures of an archive, on disk: any number of them, in any order. */
export type CaptureTable = Awaited<ReturnType<typeof openCaptureTable>>;

/** Nothing in it is durable, and it takes at most 16 MB of memory. */
const TABLES = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000;
  CREATE TABLE captures (line TEXT PRIMARY KEY, url TEXT NOT NULL, timestamp TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX places ON captures (url, timestamp);
  CREATE TABLE referred (url TEXT, timestamp TEXT, PRIMARY KEY (url, timestamp)) WITHOUT ROWID;
  BEGIN;
`;

/** An empty table in a temporary folder, which is removed when the table is closed. @throws OutputError */
export async function openCaptureTable() {
  const folder = await makeTemporaryFolder('archive');
  const database = new Database(join(folder.path, 'index.db'));
  database.exec(TABLES);
  const insert = database.prepare('INSERT OR IGNORE INTO captures VALUES (?, ?, ?)');
  const find = database.prepare('SELECT 1 FROM captures WHERE url = ? AND timestamp = ? LIMIT 1').raw();
  const refer = database.prepare('INSERT OR IGNORE INTO referred VALUES (?, ?)');
  const missing = database
    .prepare('SELECT count(*) FROM (SELECT * FROM referred EXCEPT SELECT url, timestamp FROM captures)')
    .raw();
  const select = database.prepare('SELECT line FROM captures ORDER BY line').raw();
  const write = (statement: Database.Statement, ...values: readonly string[]): void => {
    try {
      statement.run(...values);
    } catch (thrown) {
      throw cannotWrite(folder.path, thrown, { then: IN_TMPDIR });
    }
  };
  return {
    /** @throws OutputError when there is no room */
    add: (entry: CdxEntry) => write(insert, cdxLine(entry), entry.url, entry.timestamp),
    /** @param timestamp 14 digits */
    has: (url: string, timestamp: string): boolean => find.get(url, timestamp) !== undefined,
    /** Notes that a revisit record refers to a capture. */
    refer: (url: string, timestamp: string) => write(refer, url, timestamp),
    /** Number of captures that were referred to and have not been added. */
    lacking: () => Number((missing.get() as readonly unknown[])[0]),
    /** The lines of an index, sorted by bytes, each once. */
    *lines(): Iterable<string> {
      for (const [line] of select.iterate() as IterableIterator<readonly [string]>) yield line;
    },
    async close(): Promise<void> {
      database.close();
      await folder.remove();
    },
  };
}

/** Place of bytes in a file. */
interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The bytes there; fewer where the file ends before. */
export async function readBytes(file: string, { offset, length }: ByteRange): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * A record that is a gzip member; undefined where there is not one.
 * @param maximumBytes of the record, unpacked; longer ones are not read
 */
export async function readRecord(
  file: string,
  place: ByteRange,
  maximumBytes: number,
): Promise<ArchivedRecord | undefined> {
  try {
    return recordOf(await unpacked(await readBytes(file, place), maximumBytes));
  } catch {
    return undefined;
  }
}

/** Revisit records are their headers; longer ones are not ours. */
const LONGEST_REVISIT = 1_000_000;

/** A file of the archive of a crawl. */
interface ArchivedFile {
  readonly name: string;
  readonly path: string;
  /** Bytes up to the end of its last whole record. */
  readonly length: number;
  readonly entries: AsyncIterable<CdxEntry>;
}

/** A WARC file in the folder `archive/` of a WACZ file. */
export interface PackedWarc {
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
  const url = record?.fields.get('warc-refers-to-target-uri');
  const date = record?.fields.get('warc-refers-to-date');
  if (url !== undefined && date !== undefined) captures.refer(url, timestampOf(date));
}
