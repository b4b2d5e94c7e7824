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

/**
 * Reads an answer: rows of JSON under a row of names, as Wayback's CDX server gives them, one JSON object per line, as pywb and Common Crawl do, or lines of CDXJ. Lines and rows that are none
 * of these are left out.
 * @returns undefined where nothing can be read of an answer that is not empty
 */
export function readCdx(text: string): readonly CdxCapture[] | undefined {
  if (text.trim() === '') return [];
  const whole = parseJson(text);
  return Array.isArray(whole) ? readRows(whole) : readLines(text);
}

function readRows([names, ...rows]: readonly unknown[]): readonly CdxCapture[] | undefined {
  if (names === undefined) return [];
  const columns = Array.isArray(names) ? (names as readonly unknown[]) : [];
  if (!columns.some((name) => name === 'original' || name === 'url')) return undefined;
  return rows.flatMap((row) => (Array.isArray(row) ? captureOf(namedBy(columns, row)) : []));
}

function namedBy(columns: readonly unknown[], row: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((name, at) => [String(name), row[at]]));
}

function readLines(text: string): readonly CdxCapture[] | undefined {
  const objects = text.split('\n').flatMap((line): readonly object[] => {
    const value = parseJson(line) ?? readCdxLine(line);
    return typeof value === 'object' ? [value] : [];
  });
  if (objects.length === 0) return undefined;
  return objects.flatMap((one) => captureOf(one as Readonly<Record<string, unknown>>));
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
