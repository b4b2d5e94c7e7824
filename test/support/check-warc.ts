import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WARCParser, WARCSerializer } from 'warcio';
import { gunzipMembers, type GzipMember } from '../../src/support/gzip-members.js';

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
  const members: GzipMember[] = [];
  for await (const part of gunzipMembers(once(bytes), (member) => members.push(member))) void part;
  const records: CheckedRecord[] = [];
  for (const { offset, length = 0 } of members) {
    const unpacked = gunzipSync(bytes.subarray(offset, offset + length));
    const [head = ''] = unpacked.toString('latin1').split('\r\n\r\n', 1);
    if (!head.startsWith('WARC/1.1\r\n')) throw new Error(`${file}: byte ${offset}: no record`);
    const plain = await parse(unpacked, false);
    const http = await parse(unpacked, true);
    const wanted = head.length + 4 + plain.warcContentLength + 4;
    if (wanted !== unpacked.length) throw new Error(`${file}: byte ${offset}: wrong length`);
    const stated = (name: string): string | undefined => plain.warcHeader(name) ?? undefined;
    const [blockDigest, payloadDigest] = [stated('WARC-Block-Digest'), stated('WARC-Payload-Digest')];
    const block = await plain.readFully();
    const again = await parse(unpacked, false);
    await new WARCSerializer(again, SHA1).digestRecord({ recompute: true });
    const hashed = await parse(unpacked, true);
    await new WARCSerializer(hashed, SHA1).digestRecord({ recompute: true });
    if (again.warcType !== 'warcinfo' && blockDigest !== again.warcBlockDigest)
      throw new Error(`${file}: byte ${offset}: block digest ${blockDigest} is not ${again.warcBlockDigest}`);
    if (payloadDigest !== undefined && payloadDigest !== hashed.warcPayloadDigest)
      throw new Error(`${file}: byte ${offset}: payload digest`);
    const status = http.httpHeaders === null ? undefined : Number(http.httpHeaders.statusCode);
    records.push({
      type: plain.warcType,
      url: plain.warcTargetURI ?? '',
      id: stated('WARC-Record-ID') ?? '',
      field: stated,
      block: Buffer.from(block),
      payload: Buffer.from(await http.readFully()),
      status: plain.warcType === 'response' || plain.warcType === 'revisit' ? status : undefined,
      offset,
      length,
    });
  }
  return records;
}

async function parse(bytes: Uint8Array, parseHttp: boolean) {
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
