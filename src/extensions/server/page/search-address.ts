/** The filters of a search, with their headings and the facets whose values they take. */
export const FILTERS = {
  host: ['Hosts', 'hosts'],
  topic: ['Topics', 'topics'],
  noun: ['Nouns', 'nouns'],
  language: ['Languages', 'languages'],
} as const;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** A search as an address asks for it. */
export interface SearchWishes {
  readonly q: string;
  readonly filters: Readonly<Partial<Record<FilterName, readonly string[]>>>;
  /** Only pages published from this date on. */
  readonly since?: string;
  readonly literal: boolean;
  /** The number of the first hit, from 1 on. */
  readonly start: number;
  /** Hits in the answer. */
  readonly count: number;
}

/** Hits of one answer, the last hit that can be shown, values of a filter and characters of one. */
const MAX = { count: 100, last: 1000, values: 20, characters: 500 };
const COUNT = 10;

/**
 * Reads the parameters of an address. Empty ones count as absent: browsers send them for optional parameters.
 * @returns the search, or what is wrong with a parameter
 */
export function readSearchWish(parameters: URLSearchParams): SearchWishes | string {
  const one = (name: string): string => parameters.get(name)?.trim() ?? '';
  const count = wholeNumber(one('count'), COUNT, MAX.count);
  if (count === undefined) return `count must be a whole number from 1 to ${MAX.count}`;
  const start = wholeNumber(one('start'), 1, MAX.last - count + 1);
  if (start === undefined) return `start must be a whole number from 1 to ${MAX.last - count + 1}`;
  const filters: Partial<Record<FilterName, readonly string[]>> = {};
  for (const name of FILTER_NAMES) {
    const values = [...new Set(parameters.getAll(name))].filter((value) => value.trim() !== '');
    if (values.length > MAX.values) return `${name} is given more than ${MAX.values} times`;
    if (values.some((value) => value.length > MAX.characters))
      return `a value of ${name} has more than ${MAX.characters} characters`;
    if (values.length > 0) filters[name] = values;
  }
  const since = one('since');
  return {
    ...{ q: one('q'), start, count, filters, literal: one('literal') === '1' },
    ...(since === '' ? {} : { since }),
  };
}

function wholeNumber(written: string, usual: number, most: number): number | undefined {
  if (written === '') return usual;
  const value = Number(written);
  return /^\d{1,9}$/.test(written) && value >= 1 && value <= most ? value : undefined;
}

/** The parameters of an address that asks for a search; what is usual is left out. */
export function searchParameters({ q, filters, since, literal, start, count }: SearchWishes): string {
  return new URLSearchParams([
    ...(q === '' ? [] : [['q', q]]),
    ...FILTER_NAMES.flatMap((name) => (filters[name] ?? []).map((value) => [name, value])),
    ...(since === undefined ? [] : [['since', since]]),
    ...(literal ? [['literal', '1']] : []),
    ...(start === 1 ? [] : [['start', String(start)]]),
    ...(count === COUNT ? [] : [['count', String(count)]]),
  ] as string[][]).toString();
}

/** Beginnings of the parts of an answer before and after this one. @param total the pages that were found */
export function partsAround(
  { start, count }: SearchWishes,
  total: number,
): { readonly previous?: number; readonly next?: number } {
  const shown = Math.min(total, MAX.last);
  return {
    ...(start > 1 ? { previous: Math.max(1, start - count) } : {}),
    ...(start + count <= shown && start + 2 * count - 1 <= MAX.last ? { next: start + count } : {}),
  };
}
