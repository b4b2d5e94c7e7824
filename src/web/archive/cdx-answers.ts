import { given } from '../../support/given.js';
import { parseJson } from '../../support/parse-json.js';
import { readCdxLine } from './cdxj.js';

/** A capture as a CDX server names it, with the fields that it was asked for. */
export interface CdxCapture {
  readonly url: string;
  /** Digits, 14 of them as a rule. */
  readonly timestamp?: string;
  readonly mime?: string;
  readonly status?: number;
  readonly digest?: string;
  /** Name of the file with its record; absent from servers that do not hand out records. */
  readonly filename?: string;
  readonly offset?: number;
  readonly length?: number;
}

/** One part of a CDX server's answer. */
export interface CdxPart {
  readonly captures: readonly CdxCapture[];
  /** Beginning of the next part, as Wayback's server says it. */
  readonly resumeKey?: string;
}

/**
 * Reads an answer: rows of JSON under a row of names, as Wayback's CDX server gives them (after an empty row, a row with the
 * key to resume from), one JSON object per line, as pywb and Common Crawl do, or lines of CDXJ. Lines and rows that are none
 * of these are left out.
 * @returns undefined where nothing can be read of an answer that is not empty
 */
export function readCdx(text: string): CdxPart | undefined {
  if (text.trim() === '') return { captures: [] };
  const whole = parseJson(text);
  return Array.isArray(whole) ? readRows(whole) : readLines(text);
}

function readRows([names, ...rows]: readonly unknown[]): CdxPart | undefined {
  if (names === undefined) return { captures: [] };
  const columns = Array.isArray(names) ? (names as readonly unknown[]) : [];
  if (!columns.some((name) => name === 'original' || name === 'url')) return undefined;
  const end = rows.findIndex((row) => Array.isArray(row) && row.length === 0);
  const captures = (end < 0 ? rows : rows.slice(0, end)).flatMap((row) =>
    Array.isArray(row) ? captureOf(namedBy(columns, row)) : [],
  );
  const key = end < 0 ? undefined : rows[end + 1];
  const resumeKey = Array.isArray(key) ? textOf(key[0]) : undefined;
  return resumeKey === undefined ? { captures } : { captures, resumeKey };
}

function namedBy(columns: readonly unknown[], row: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((name, at) => [String(name), row[at]]));
}

function readLines(text: string): CdxPart | undefined {
  const objects = text.split('\n').flatMap((line): readonly object[] => {
    const value = parseJson(line) ?? readCdxLine(line);
    return typeof value === 'object' ? [value] : [];
  });
  if (objects.length === 0) return undefined;
  return { captures: objects.flatMap((one) => captureOf(one as Readonly<Record<string, unknown>>)) };
}

/** A capture by the names of either kind of server. */
function captureOf(fields: Readonly<Record<string, unknown>>): readonly CdxCapture[] {
  const url = textOf(fields['original'] ?? fields['url']);
  if (url === undefined) return [];
  const status = String(fields['statuscode'] ?? fields['status']);
  return [
    given({
      url,
      timestamp: textOf(fields['timestamp']),
      mime: textOf(fields['mimetype'] ?? fields['mime']),
      status: /^\d{3}$/.test(status) ? Number(status) : undefined,
      digest: textOf(fields['digest']),
      filename: textOf(fields['filename']),
      offset: countOf(fields['offset']),
      length: countOf(fields['length']),
    }),
  ];
}

/** Servers write `-` where there is nothing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value !== '-' ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
}

/** The number of pages of an index, of an answer to `showNumPages`; undefined for servers that do not count them. */
export function readPageCount(text: string): number | undefined {
  const value = parseJson(text);
  const pages = typeof value === 'object' && value !== null && 'pages' in value ? value.pages : value;
  return typeof pages === 'number' && Number.isInteger(pages) && pages >= 0 ? pages : undefined;
}

/** An index in Common Crawl's `collinfo.json`. */
export interface CdxCollection {
  readonly id: string;
  /** The address of its index. */
  readonly index: string;
  /** Days or instants, as written. */
  readonly from?: string;
  readonly to?: string;
}

/** The indexes that Common Crawl's `collinfo.json` lists, the newest first as there; entries without an address are left out. */
export function readCollections(text: string): readonly CdxCollection[] {
  const value = parseJson(text);
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((entry): readonly CdxCollection[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const fields = entry as Readonly<Record<string, unknown>>;
    const index = textOf(fields['cdx-api']);
    if (index === undefined) return [];
    const [from, to] = [textOf(fields['from']), textOf(fields['to'])];
    return [given({ id: textOf(fields['id']) ?? index, index, from, to })];
  });
}
