import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WARCParser, WARCSerializer, type WARCRecord } from 'warcio';
import { messageOf } from '../../src/model/errors.js';
import { gunzip, type CompressedMember } from '../../src/support/files/source-bytes.js';

/** A record that was found whole, with the digests that it states. */
export interface CheckedRecord {
  readonly type: string;
  readonly url: string;
  readonly id: string;
  readonly field: (name: string) => string | undefined;
  /** What the record holds, HTTP header and all. */
  readonly block: Buffer;
  /** What it holds without the HTTP header. */
  readonly payload: Buffer;
  readonly status: number | undefined;
  readonly offset: number;
  readonly length: number;
}

const SHA1 = { digest: { algo: 'sha-1', prefix: 'sha1:', base32: true } } as const;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Reads an archive member by member, as strictly as a checker: each gzip member is one whole record of WARC 1.1, and the
 * digests are those that warcio computes.
 */
export async function checkWarc(file: string): Promise<readonly CheckedRecord[]> {
  const bytes = await readFile(file);
  const members: CompressedMember[] = [];
  const parts = gunzip(once(bytes), (member) => members.push(member));
  while ((await parts.next()).done !== true);
  const records: CheckedRecord[] = [];
  for (const { offset, length = 0 } of members) {
    const unpacked = gunzipSync(bytes.subarray(offset, offset + length));
    try {
      const record = { ...(await checkRecord(unpacked)), offset, length };
      checkWarcinfo(record, records[0]);
      records.push(record);
    } catch (thrown) {
      throw new Error(`${file}: byte ${offset}: ${messageOf(thrown)}`, { cause: thrown });
    }
  }
  return records;
}

async function checkRecord(bytes: Uint8Array): Promise<Omit<CheckedRecord, 'offset' | 'length'>> {
  const [head = ''] = Buffer.from(bytes).toString('latin1').split('\r\n\r\n', 1);
  if (!head.startsWith('WARC/1.1\r\n')) throw new Error('no record of WARC 1.1');
  const plain = await parse(bytes, false);
  const http = await parse(bytes, true);
  if (head.length + 4 + plain.warcContentLength + 4 !== bytes.length) throw new Error('wrong length');
  const stated = (name: string): string | undefined => plain.warcHeader(name) ?? undefined;
  const type = plain.warcType;
  await checkDigests(bytes, stated);
  return {
    type,
    url: plain.warcTargetURI ?? '',
    id: stated('WARC-Record-ID') ?? '',
    field: stated,
    block: Buffer.from(await plain.readFully()),
    payload: Buffer.from(await http.readFully()),
    status: type === 'response' || type === 'revisit' ? Number(http.httpHeaders?.statusCode) : undefined,
  };
}

/** A file begins with its warcinfo record. */
function checkWarcinfo({ type }: CheckedRecord, first: CheckedRecord | undefined): void {
  if ((type === 'warcinfo') !== (first === undefined)) throw new Error(`a record of type ${type} here`);
}

/** Compares the digests that are stated with those that warcio computes; it computes none of a warcinfo record. */
async function checkDigests(bytes: Uint8Array, stated: CheckedRecord['field']): Promise<void> {
  const block = (await digested(bytes, false)).warcBlockDigest;
  const payload = (await digested(bytes, true)).warcPayloadDigest;
  if (stated('WARC-Block-Digest') !== block) throw new Error(`the digest of the block is ${String(block)}`);
  // Such a record states the digest of a payload that it does not hold.
  if (stated('WARC-Profile')?.endsWith('/identical-payload-digest') === true) return;
  if (stated('WARC-Payload-Digest') !== (payload ?? undefined))
    throw new Error(`the digest of the payload is ${String(payload)}`);
}

/** The record with the digests that warcio computes. */
async function digested(bytes: Uint8Array, parseHttp: boolean): Promise<WARCRecord> {
  const record = await parse(bytes, parseHttp);
  await new WARCSerializer(record, SHA1).digestRecord({ recompute: true });
  return record;
}

async function parse(bytes: Uint8Array, parseHttp: boolean): Promise<WARCRecord> {
  const record = await WARCParser.parse([bytes], { parseHttp, keepHeadersCase: true });
  if (record === null) throw new Error('no record');
  return record;
}

/** The files of the archive in the results of a crawl, and their records in order. */
export async function checkArchive(
  out: string,
): Promise<{ readonly files: readonly string[]; readonly records: readonly CheckedRecord[] }> {
  const folder = join(out, 'warc');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.warc.gz')).sort();
  const records: CheckedRecord[] = [];
  for (const name of files) records.push(...(await checkWarc(join(folder, name))));
  return { files, records };
}
