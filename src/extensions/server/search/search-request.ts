import { UsageError } from '../../../model/errors.js';
import type { SearchWish } from '../../../model/collection-search.js';
import { without } from '../../../support/without.js';

/** The filters that an address may have, each any number of times. */
export const FILTERS = ['topic', 'host', 'noun', 'language'] as const;
/** The times that an address may have. */
export const TIMES = ['since', 'fetchedSince'] as const;
export type FilterName = (typeof FILTERS)[number];

/** A search as the address of its answer asks for it. */
export interface SearchRequest extends Readonly<Record<FilterName, readonly string[]>> {
  readonly q: string;
  /** The number of the first hit, from 1 on. */
  readonly start: number;
  /** Hits in the answer. */
  readonly count: number;
  readonly since?: string;
  readonly fetchedSince?: string;
  readonly literal: boolean;
}

/** Hits of one answer, the last hit that can be shown, values of a filter and characters of one. */
export const MAX = { count: 100, last: 1000, values: 20, characters: 500 };
const COUNT = 10;

/**
 * Reads the parameters of an address. Empty ones count as absent: browsers send them for optional parameters.
 * @throws UsageError for a number or a filter that is out of bounds
 */
export function readSearchRequest(parameters: URLSearchParams): SearchRequest {
  const one = (name: string): string => parameters.get(name)?.trim() ?? '';
  const count = wholeNumber('count', one('count'), COUNT, MAX.count);
  const start = wholeNumber('start', one('start'), 1, MAX.last - count + 1);
  const [since, fetchedSince, literal] = [one('since'), one('fetchedSince'), one('literal')];
  if (!['', '0', '1'].includes(literal)) throw new UsageError('literal must be 1, or left out');
  return {
    q: one('q'),
    start,
    count,
    ...filters((name) => filterValues(name, parameters)),
    ...(since === '' ? {} : { since }),
    ...(fetchedSince === '' ? {} : { fetchedSince }),
    literal: literal === '1',
  };
}

function filterValues(name: FilterName, parameters: URLSearchParams): readonly string[] {
  const values = [...new Set(parameters.getAll(name))].filter((value) => value.trim() !== '');
  if (values.length > MAX.values) throw new UsageError(`${name} is given more than ${MAX.values} times`);
  if (values.some((value) => value.length > MAX.characters))
    throw new UsageError(`a value of ${name} has more than ${MAX.characters} characters`);
  return values;
}

/** Something for each filter. */
export function filters<T>(of: (name: FilterName) => T): Readonly<Record<FilterName, T>> {
  return {
    ...{ topic: of('topic'), host: of('host'), noun: of('noun'), language: of('language') },
  };
}

function wholeNumber(name: string, written: string, usual: number, most: number): number {
  if (written === '') return usual;
  const value = Number(written);
  if (/^\d{1,9}$/.test(written) && value >= 1 && value <= most) return value;
  throw new UsageError(`${name} must be a whole number from 1 to ${most}`);
}

/** Which hits a request asks the search for. */
export function wishOf({ start, count, ...request }: SearchRequest): SearchWish {
  return { ...without(request, 'q'), limit: count, offset: start - 1 };
}

/** The part of an address after `?` that asks for a request with some of it changed; what is usual is left out. */
export function queryOf(
  request: SearchRequest,
  change: Partial<SearchRequest> & { readonly format?: string } = {},
): string {
  const { q, start, count, since, fetchedSince, literal, ...rest } = { ...request, ...change };
  return new URLSearchParams([
    ['q', q],
    ...FILTERS.flatMap((name) => rest[name].map((value) => [name, value])),
    ...(since === undefined ? [] : [['since', since]]),
    ...(fetchedSince === undefined ? [] : [['fetchedSince', fetchedSince]]),
    ...(literal ? [['literal', '1']] : []),
    ...(start === 1 ? [] : [['start', String(start)]]),
    ...(count === COUNT ? [] : [['count', String(count)]]),
    ...(change.format === undefined ? [] : [['format', change.format]]),
  ]).toString();
}

/** Beginnings of the parts of an answer before and after this one. */
export interface Parts {
  readonly previous?: number;
  readonly next?: number;
}

/** @param total the pages that were found */
export function partsOf({ start, count }: SearchRequest, total: number): Parts {
  const shown = Math.min(total, MAX.last);
  const last = shown === 0 ? 1 : Math.floor((shown - 1) / count) * count + 1;
  return {
    ...(start > 1 ? { previous: Math.max(1, Math.min(start - count, last)) } : {}),
    ...(start + count <= shown && start + 2 * count - 1 <= MAX.last ? { next: start + count } : {}),
  };
}
