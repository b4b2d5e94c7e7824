import { join } from 'node:path';
import type { WARCRecord } from 'warcio';
import type { Exchange } from '../../model/exchange.js';
import type { CdxEntry } from './cdxj.js';
import { readRecord } from './read-record.js';
import { FAILURE_FIELD, REVISIT_TYPE, warcDigest, type KeptResponse } from './warc-records.js';
import { openTemporaryDatabase } from './temporary-database.js';

/** Bytes of payloads below which a second copy takes hardly more room than the record that refers to the first. */
const MIN_BYTES = 256;
/** Bytes that the headers of a record may have. */
const HEADERS = 1_000_000;

/** The payloads that archives hold: on disk, however many there are. */
export interface Payloads {
  /** @param folder in which the file of the entry lies */
  add(folder: string, entry: CdxEntry): void;
  /** An earlier response with the same payload, byte for byte, and the same Content-Encoding. */
  find(exchange: Exchange): Promise<KeptResponse | undefined>;
  close(): Promise<void>;
}

const TABLES = `
  CREATE TABLE payloads (digest TEXT PRIMARY KEY, folder TEXT, filename TEXT, offset INTEGER, length INTEGER) WITHOUT ROWID;
`;

/** No payloads yet, in a temporary folder, which is removed when they are closed. */
export async function openPayloads(): Promise<Payloads> {
  const { database, close } = await openTemporaryDatabase(TABLES);
  // The last one counts: where the former was found, there was no need of another copy.
  const insert = database.prepare('INSERT OR REPLACE INTO payloads VALUES (?, ?, ?, ?, ?)');
  const select = database
    .prepare('SELECT folder, filename, offset, length FROM payloads WHERE digest = ?')
    .raw();
  return {
    add(folder, { mime, digest, filename, offset, length }) {
      if (digest === undefined || mime === REVISIT_TYPE) return;
      insert.run(digest.replace(/^sha1:/, ''), folder, filename, offset, length);
    },
    async find(exchange) {
      if (exchange.body.length < MIN_BYTES || isPart(exchange)) return undefined;
      const digest = warcDigest([exchange.body]).slice('sha1:'.length);
      const row = select.get(digest) as [string, string, number, number] | undefined;
      if (row === undefined) return undefined;
      const [folder, filename, offset, length] = row;
      return sameAs(exchange, join(folder, filename), { filename, offset, length });
    },
    close,
  };
}

function isPart({ truncated, failure }: Exchange): boolean {
  return truncated !== undefined || failure !== undefined;
}

/** The record there, if it still has this payload: digests alone can be forged, and files may have changed. */
async function sameAs(
  { body, head }: Exchange,
  file: string,
  place: Pick<CdxEntry, 'filename' | 'offset' | 'length'>,
): Promise<KeptResponse | undefined> {
  const record = await readRecord(file, place, body.length + HEADERS);
  if (record?.warcType !== 'response' || !isWhole(record)) return undefined;
  const { warcTargetURI: url, warcDate: date } = record;
  const id = record.warcHeader('WARC-Record-ID');
  if (typeof url !== 'string' || typeof date !== 'string' || typeof id !== 'string') return undefined;
  const encoding = [...(record.httpHeaders?.headers ?? [])].find(([name]) =>
    /^content-encoding$/i.test(name),
  );
  if ((encoding?.[1] ?? '').trim() !== encodingOf(head)) return undefined;
  if (!Buffer.from(await record.readFully()).equals(body)) return undefined;
  return { id, url, date, filename: place.filename, offset: place.offset };
}

function isWhole(record: WARCRecord): boolean {
  return ['WARC-Truncated', FAILURE_FIELD].every((field) => typeof record.warcHeader(field) !== 'string');
}

function encodingOf(head: Uint8Array): string {
  return /^content-encoding:(.*)$/im.exec(Buffer.from(head).toString('latin1'))?.[1]?.trim() ?? '';
}
