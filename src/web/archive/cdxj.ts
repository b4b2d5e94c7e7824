import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { replaceFile } from '../../support/files/replace-file.js';
import { gunzip, readRaw, type CompressedMember } from '../../support/files/source-bytes.js';
import { textLines } from '../../support/files/whole-lines.js';
import { mediaType } from '../../support/text/content-type.js';
import { parseUrl } from '../../support/parse-url.js';
import { readRecord, responseHead, type ArchivedRecord } from './read-record.js';
import { given } from '../../support/given.js';
import { parseJson } from '../../support/parse-json.js';

/** One capture in the index of an archive file. */
export interface CdxEntry {
  /** The address in SURT form: `org,example)/path`. */
  readonly urlkey: string;
  /** Time of the capture: 14 digits, UTC. */
  readonly timestamp: string;
  readonly url: string;
  readonly mime?: string;
  readonly status?: number;
  /** Of the payload, without the name of the algorithm. */
  readonly digest?: string;
  /** Bytes of the record as it lies in the file, and where it begins there. */
  readonly length: number;
  readonly offset: number;
  readonly filename: string;
}

/** Fields of an entry that are not derived. */
export type Indexed = Omit<CdxEntry, 'urlkey' | 'timestamp'> & { readonly date: string };

/** An ISO 8601 instant as indexes write it: 14 digits. */
export function timestampOf(date: string): string {
  return date.replace(/\D/g, '').slice(0, 14);
}

/** A digest without the name SHA-1, which some leave out. */
export function bareDigest(digest: string | undefined): string | undefined {
  return digest?.replace(/^sha-?1:/i, '').toUpperCase();
}

/** The entry for a capture at an ISO 8601 instant. */
export function cdxEntry({ date, ...indexed }: Indexed): CdxEntry {
  return { urlkey: surtOf(indexed.url), timestamp: timestampOf(date), ...indexed };
}

/** The key of an address in an index: host from the right, without `www`, in lower case, parameters sorted. */
export function surtOf(url: string): string {
  const parsed = parseUrl(url.replace(/^(https?:\/\/)www\d*\./, '$1').toLowerCase());
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return url;
  const { hostname, port, pathname, search } = parsed;
  const host = hostname.split('.').reverse().join(',');
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`;
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${query}`;
}

/** A line of CDXJ: key, time, and the rest as JSON, numbers written as strings as pywb does. */
export function cdxLine({ urlkey, timestamp, ...rest }: CdxEntry): string {
  const { url, mime, status, digest, length, offset, filename } = rest;
  const stated = { url, mime, status: status === undefined ? undefined : String(status), digest };
  const fields = { ...stated, length: String(length), offset: String(offset), filename };
  return `${urlkey} ${timestamp} ${JSON.stringify(fields)}`;
}

/** A capture as a CDX server or an index names it; servers that do not hand out records have no `filename`. */
export type CdxCapture = NonNullable<ReturnType<typeof captureOf>>;

/** A capture by the names of fields of Wayback's server, or of pywb, Common Crawl and CDXJ; undefined without a URL. */
function captureOf(fields: Readonly<Record<string, unknown>>) {
  // Servers write `-` where there is nothing.
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' && value !== '-' ? value : undefined;
  const count = (value: unknown): number | undefined =>
    /^\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
  const url = text(fields['original'] ?? fields['url']);
  const status = String(fields['statuscode'] ?? fields['status']);
  if (url === undefined) return undefined;
  return given({
    url,
    timestamp: text(fields['timestamp']),
    mime: text(fields['mimetype'] ?? fields['mime']),
    status: /^\d{3}$/.test(status) ? Number(status) : undefined,
    digest: text(fields['digest']),
    filename: text(fields['filename']),
    offset: count(fields['offset']),
    length: count(fields['length']),
  });
}

/** Reads a line of CDXJ by any writer; undefined for anything else. */
export function readCdxLine(line: string): CdxEntry | undefined {
  const [, urlkey = '', timestamp = '', json = ''] = /^(\S+) (\d{4,17}) (\{.*\})\s*$/.exec(line) ?? [];
  const capture = captureOf(Object(parseJson(json)) as Readonly<Record<string, unknown>>);
  if (capture?.offset === undefined || capture.length === undefined) return undefined;
  const { offset, length, filename = '' } = capture;
  return { ...capture, offset, length, filename, urlkey, timestamp: timestamp.padEnd(14, '0').slice(0, 14) };
}

/**
 * Reads an answer of a CDX server: rows of JSON under a row of names, as Wayback's gives them, one JSON object per line, as pywb
 * and Common Crawl do, or lines of CDXJ; undefined where nothing can be read of an answer that is not empty.
 */
export function readCdx(text: string): readonly CdxCapture[] | undefined {
  const whole = parseJson(text);
  if (text.trim() === '' || (Array.isArray(whole) && whole.length === 0)) return [];
  const captures = (Array.isArray(whole) ? fieldsOfRows(whole) : fieldsOfLines(text)).map((fields) =>
    captureOf(fields as Readonly<Record<string, unknown>>),
  );
  return captures.length === 0 && !isTable(whole) ? undefined : captures.filter((one) => one !== undefined);
}

function isTable(whole: unknown): whole is readonly unknown[] {
  const [names] = Array.isArray(whole) ? (whole as readonly unknown[]) : [];
  return Array.isArray(names) && (names.includes('original') || names.includes('url'));
}

function fieldsOfRows([names, ...rows]: readonly unknown[]): readonly object[] {
  if (!isTable([names])) return [];
  return rows
    .filter((row) => Array.isArray(row))
    .map((row: readonly unknown[]) =>
      Object.fromEntries((names as readonly unknown[]).map((name, at) => [String(name), row[at]])),
    );
}

function fieldsOfLines(text: string): readonly object[] {
  return text.split('\n').flatMap((line) => {
    const value = parseJson(line) ?? readCdxLine(line);
    return typeof value === 'object' ? [value] : [];
  });
}

/** Writes an index, sorted by bytes. @throws OutputError */
export async function writeIndex(file: string, entries: readonly CdxEntry[]): Promise<void> {
  const lines = entries.map((entry) => Buffer.from(`${cdxLine(entry)}\n`));
  lines.sort((a, b) => a.compare(b));
  // A new folder in place of one that was moved away would part the index from its archive.
  await replaceFile(file, Buffer.concat(lines), { createFolder: false });
}

/** Reads an index line by line; undefined for a line that is not an entry. @param index the file, or its bytes */
export async function* readIndex(index: string | Readable): AsyncGenerator<CdxEntry | undefined> {
  const input = typeof index === 'string' ? createReadStream(index) : index;
  // pywb and others begin an index with a line that names its fields.
  for await (const line of textLines(input))
    if (line.trim() !== '' && !/^[!\s]/.test(line) && !line.startsWith('CDX')) yield readCdxLine(line);
}

/** Makes the entries of an archive file by going through it. @param length bytes of the file that are read */
export async function indexArchive(file: string, length = Infinity): Promise<readonly CdxEntry[]> {
  const entries: CdxEntry[] = [];
  let parts: Uint8Array[] = [];
  let member: CompressedMember | undefined;
  const finish = (): void => {
    const record = readRecord(Buffer.concat(parts));
    const { offset = 0, length: packed = 0 } = member ?? {};
    const entry = record && entryOf(record, { offset, length: packed, filename: basename(file) });
    if (entry !== undefined) entries.push(entry);
  };
  const begin = (next: CompressedMember): void => {
    finish();
    [parts, member] = [[], next];
  };
  for await (const part of gunzip(readRaw(file, { begin: 0, size: length }), begin)) parts.push(part);
  finish();
  return entries;
}

/** The entry of a record; undefined for one that no index names. */
function entryOf(
  record: ArchivedRecord,
  place: Pick<CdxEntry, 'offset' | 'length' | 'filename'>,
): CdxEntry | undefined {
  const { fields, http } = record;
  const [type, url = '', date = ''] = ['warc-type', 'warc-target-uri', 'warc-date'].map((name) =>
    fields.get(name),
  );
  if (type !== 'response' && type !== 'revisit') return undefined;
  const { headers } = responseHead(record, '');
  const mime = type === 'revisit' ? 'warc/revisit' : mediaType({ url, status: 0, headers }) || undefined;
  const digest = fields.get('warc-payload-digest')?.split(':')[1];
  return cdxEntry({ ...given({ mime, status: http?.status, digest }), url, date, ...place });
}
