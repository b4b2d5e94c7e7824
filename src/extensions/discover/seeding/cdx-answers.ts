import { parseJson } from '../parse-json.js';

/** One part of a CDX server's answer. */
export interface CdxPart {
  readonly urls: readonly string[];
  /** Where the next part begins, as Wayback's server says it. */
  readonly resumeKey?: string;
}

/**
 * Reads the addresses of an answer: rows of JSON under a row of names, as Wayback's CDX server gives them (after an empty
 * row, a row with the key to resume from), or one JSON object a line, as pywb and Common Crawl do. Lines and rows that
 * are neither are left out.
 * @returns undefined where nothing can be read of an answer that is not empty
 */
export function readCdx(text: string): CdxPart | undefined {
  if (text.trim() === '') return { urls: [] };
  const whole = parseJson(text);
  return Array.isArray(whole) ? readRows(whole) : readLines(text);
}

function readRows([names, ...rows]: readonly unknown[]): CdxPart | undefined {
  if (names === undefined) return { urls: [] };
  const column = Array.isArray(names) ? names.findIndex((name) => name === 'original' || name === 'url') : -1;
  if (column < 0) return undefined;
  const end = rows.findIndex((row) => Array.isArray(row) && row.length === 0);
  const captures = end < 0 ? rows : rows.slice(0, end);
  const urls = captures.flatMap((row) => (Array.isArray(row) ? textOf(row[column]) : []));
  const key = end < 0 ? undefined : rows[end + 1];
  const [resumeKey] = Array.isArray(key) ? textOf(key[0]) : [];
  return resumeKey === undefined ? { urls } : { urls, resumeKey };
}

function readLines(text: string): CdxPart | undefined {
  const objects = text.split('\n').flatMap((line): readonly object[] => {
    const value = parseJson(line);
    return typeof value === 'object' && value !== null ? [value] : [];
  });
  if (objects.length === 0) return undefined;
  return { urls: objects.flatMap((object) => ('url' in object ? textOf(object.url) : [])) };
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** The number of pages of an index, of an answer to `showNumPages`; undefined for servers that do not count them. */
export function readPageCount(text: string): number | undefined {
  const value = parseJson(text);
  const pages = typeof value === 'object' && value !== null && 'pages' in value ? value.pages : value;
  return typeof pages === 'number' && Number.isInteger(pages) && pages >= 0 ? pages : undefined;
}

/** The address of the newest collection's index in Common Crawl's `collinfo.json`, whose first entry it is. */
export function readNewestIndex(text: string): string | undefined {
  const value = parseJson(text);
  const [newest] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const api =
    typeof newest === 'object' && newest !== null && 'cdx-api' in newest ? newest['cdx-api'] : undefined;
  return typeof api === 'string' ? api : undefined;
}
