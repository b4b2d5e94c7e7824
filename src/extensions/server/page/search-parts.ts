import type { Count, MarkedText, SearchAnswer, SearchHit } from '../../search/search-answer.js';
import { type Content, h, quiet, shown } from './dom-elements.js';

/** The filters of a search, with their headings and the facets whose values they take. */
const FILTERS = {
  host: ['Hosts', 'hosts'],
  topic: ['Topics', 'topics'],
  noun: ['Nouns', 'nouns'],
  language: ['Languages', 'languages'],
} as const;

type FilterName = keyof typeof FILTERS;

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

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
function searchParameters({ q, filters, since, literal, start, count }: SearchWishes): string {
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
function partsAround(
  { start, count }: SearchWishes,
  total: number,
): { readonly previous?: number; readonly next?: number } {
  const shown = Math.min(total, MAX.last);
  return {
    ...(start > 1 ? { previous: Math.max(1, start - count) } : {}),
    ...(start + count <= shown && start + 2 * count - 1 <= MAX.last ? { next: start + count } : {}),
  };
}

/** Values of a facet that are shown. */
const MAX_VALUES = 12;

/** Addresses of the views of a search. */
export interface SearchPlace {
  /** The address of a search with these parameters. */
  readonly addressOf: (parameters: string) => string;
  /** The address to which the title of a page leads. */
  readonly pageAddress: (url: string) => string | undefined;
  /** Further links of a page. */
  readonly links?: (url: string, title: string) => Content;
}

/** The form of a search, which keeps nothing but the words. */
export function searchForm(q: string, search: (words: string) => void): HTMLElement {
  const box = h('input', {
    id: 'words',
    type: 'search',
    maxlength: 1000,
    placeholder: 'Words, or a "phrase"',
  });
  box.value = q;
  box.setAttribute('aria-label', 'Search the pages');
  const submit = (event: Event): void => {
    event.preventDefault();
    search(box.value.trim());
  };
  return h(
    'form',
    { class: 'searching', role: 'search', submit },
    box,
    h('button', { type: 'submit', class: 'primary' }, 'Search'),
  );
}

/** The pages that a search found. */
export function hitParts(answer: SearchAnswer, wish: SearchWishes, place: SearchPlace): readonly Content[] {
  const { all, some, widened, hits, advice } = answer;
  const also = widened.map(({ term, by }) => `${by.join(', ')} (${term})`).join('; ');
  return [
    h(
      'h2',
      {},
      h('span', { role: 'status' }, all === 1 ? '1 page' : `${shown(all)} pages`),
      some === 0 ? '' : `, and ${shown(some)} with some of the words`,
    ),
    also === '' ? undefined : quiet(`Also searched for: ${also}`),
    all + some === 0
      ? h('p', {}, 'No page has these words. Try fewer, or others. ', advice.join(' '))
      : undefined,
    h(
      'ol',
      { class: 'hits', start: wish.start },
      hits.map((hit) => hitItem(hit, place)),
    ),
    paging(wish, all + some, place),
  ];
}

function hitItem(hit: SearchHit, place: SearchPlace): HTMLElement {
  const { id, title, passages, published, missing, why } = hit;
  return pageItem(id, title.text, place, [
    passages.slice(0, 1).map((passage) => h('span', { dir: 'auto' }, marked(passage))),
    published === undefined ? '' : `published ${published.slice(0, 10)}`,
    missing.length === 0 ? '' : `without ${missing.join(', ')}`,
    why,
  ]);
}

/** A page in a list, with lines about it. */
export function pageItem(
  url: string,
  title: string,
  { pageAddress, links }: SearchPlace,
  lines: readonly Content[],
): HTMLElement {
  const href = pageAddress(url);
  const name = title.trim() === '' ? url : title;
  return h(
    'li',
    {},
    h('h3', { dir: 'auto' }, href === undefined ? name : h('a', { href }, name)),
    h('p', { class: 'url' }, url),
    lines.filter((line) => line !== '').map((line) => h('p', { class: 'why' }, line)),
    links && h('p', { class: 'links' }, links(url, name)),
  );
}

function marked({ text, marks }: MarkedText): readonly Content[] {
  const parts: Content[] = [];
  let at = 0;
  for (const [begin, end] of marks) {
    parts.push(text.slice(at, begin), h('mark', {}, text.slice(begin, end)));
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** Links to the parts before and after this one. */
export function paging(wish: SearchWishes, total: number, { addressOf }: SearchPlace): Content {
  const { previous, next } = partsAround(wish, total);
  if (previous === undefined && next === undefined) return undefined;
  const link = (text: string, start: number | undefined): Content =>
    start === undefined
      ? undefined
      : h('a', { class: 'button', href: addressOf(searchParameters({ ...wish, start })) }, text);
  const last = Math.min(total, wish.start + wish.count - 1);
  return h(
    'p',
    { class: 'buttons' },
    link('Back', previous),
    h('span', { class: 'quiet' }, `${shown(wish.start)} to ${shown(last)} of ${shown(total)}`),
    link('Next', next),
  );
}

/** The facets of an answer: values that narrow the search, or widen it again. */
export function facetParts(
  { facets }: Pick<SearchAnswer, 'facets'>,
  wish: SearchWishes,
  place: SearchPlace,
): readonly Content[] {
  const { since, ...anyYear } = wish;
  const years = facets.years.map(({ name, pages }) =>
    valueItem({ name: `since ${name}`, pages }, since === name, place, {
      ...anyYear,
      ...(since === name ? {} : { since: name }),
    }),
  );
  return [
    ...FILTER_NAMES.map((name) => facetPart(name, facets[FILTERS[name][1]], wish, place)),
    facetSection('Published', years),
  ];
}

/** A facet. */
export function facetPart(
  filter: FilterName,
  values: readonly Count[],
  wish: SearchWishes,
  place: SearchPlace,
): Content {
  const chosen = wish.filters[filter] ?? [];
  if (filter === 'topic' && values.length < 2 && chosen.length === 0) return undefined;
  const items = values.map((value) => {
    const is = chosen.includes(value.name);
    const kept = is ? chosen.filter((one) => one !== value.name) : [...chosen, value.name];
    return valueItem(value, is, place, { ...wish, filters: { ...wish.filters, [filter]: kept } });
  });
  return facetSection(FILTERS[filter][0], items);
}

function facetSection(title: string, items: readonly HTMLElement[]): Content {
  if (items.length === 0) return undefined;
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, title),
    h('ul', { class: 'values' }, items.slice(0, MAX_VALUES)),
  );
}

function valueItem(
  { name, pages }: Count,
  is: boolean,
  { addressOf }: SearchPlace,
  wish: SearchWishes,
): HTMLElement {
  const href = addressOf(searchParameters({ ...wish, start: 1 }));
  return h(
    'li',
    {},
    h(
      'a',
      { href, 'aria-current': is ? 'true' : undefined, title: is ? 'chosen: take it away' : undefined },
      h('span', { class: 'name' }, name),
      h('span', { class: 'count' }, shown(pages)),
    ),
  );
}
