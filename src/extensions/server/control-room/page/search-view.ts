import type { FacetValue, MarkedText, SearchAnswer, SearchHit } from './api.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import { pageLink, panel, type Room, type View } from './page-parts.js';

const FILTERS = ['host', 'topic', 'noun', 'site', 'author', 'language', 'licence', 'since'] as const;
type Filter = (typeof FILTERS)[number];

/** Search, as the address of the view names it. */
interface Search {
  readonly q: string;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  /** Hits before those that are shown. */
  readonly offset: number;
}

/** Hits that are shown, and the last one that can be. */
const COUNT = 10;
const MAX = 1000;

function readSearch(asked: string): Search {
  const given = new URLSearchParams(asked);
  const filters = FILTERS.flatMap((name) => {
    const value = given.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const offset = Number(given.get('offset') ?? 0);
  return {
    q: given.get('q') ?? '',
    filters: Object.fromEntries(filters),
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, MAX - COUNT) : 0,
  };
}

function parametersOf({ q, filters, offset }: Search): Record<string, string | number> {
  return { q, ...filters, ...(offset === 0 ? {} : { offset }) };
}

/** The address of the view of a search. */
function addressOf(search: Search): string {
  const given = Object.entries(parametersOf(search)).map(([name, value]) => [name, String(value)]);
  return `#search?${new URLSearchParams(given).toString()}`;
}

/**
 * Searches the accepted pages. Each search brings the index up to date; while the crawl continues, the view says how many pages
 * were accepted since.
 * @param asked the part of the address after `#search?`
 */
export function search({ api, attempt, state }: Room, asked = ''): View {
  const wanted = readSearch(asked);
  const box = h('input', { id: 'words', type: 'search', maxlength: 1000, value: wanted.q });
  const [list, since] = [h('div'), h('p', { class: 'quiet' })];
  let acceptedThen = 0;
  const load = (): void => {
    renew(list, h('p', { role: 'status' }, 'searching …'));
    renew(since);
    acceptedThen = state().status.counts.accepted;
    void attempt(async () => {
      const answer = await api.get<SearchAnswer>('search', { ...parametersOf(wanted), count: COUNT });
      renew(list, answerContent(wanted, answer));
    }).then(() => {
      if (list.textContent === 'searching …') renew(list, 'The search was not answered.');
    });
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const address = addressOf({ ...wanted, q: box.value.trim(), offset: 0 });
    if (box.value.trim() === '') box.focus();
    else if (location.hash === address) load();
    else location.hash = address;
  };
  const form = h(
    'form',
    { class: 'row', role: 'search', submit },
    h('label', {}, 'Words or “a phrase” ', box),
    h('button', {}, 'Search'),
  );
  if (wanted.q === '') renew(list, h('p', { class: 'quiet' }, 'Searches the texts of the accepted pages.'));
  else load();
  return {
    content: h('div', {}, form, filterList(wanted), since, list),
    update: ({ status }) => {
      const more = status.counts.accepted - acceptedThen;
      if (wanted.q === '' || more <= 0) return;
      const text = `${shown(more)} ${more === 1 ? 'page was' : 'pages were'} accepted since. `;
      renew(since, text, h('button', { type: 'button', click: load }, 'Search again'));
    },
    onKey: (key) => {
      // Later, so that the key is not typed into it.
      if (key === '/') setTimeout(() => box.focus());
    },
  };
}

/** The filters in force, each with a link that takes it away. */
function filterList(wanted: Search): HTMLElement | undefined {
  const inForce = Object.entries(wanted.filters);
  if (inForce.length === 0) return undefined;
  const chips = inForce.map(([name, value]) => {
    const others = Object.fromEntries(inForce.filter(([other]) => other !== name));
    const href = addressOf({ ...wanted, filters: others, offset: 0 });
    const what = `${name}: ${value}`;
    return [what, ' ', h('a', { href, 'aria-label': `Take away ${what}` }, '✕'), ' '];
  });
  return h('p', {}, chips);
}

function answerContent(wanted: Search, answer: SearchAnswer): Content {
  const { hits, all, some, widened, facets } = answer;
  const names = widened.map(({ term, by }) => `${by.join(', ')} (for ${term})`).join('; ');
  return [
    h('p', { role: 'status' }, countText(wanted, answer)),
    names === '' ? undefined : h('p', { class: 'quiet' }, `Also searched for: ${names}.`),
    all + some > 0 ? undefined : h('p', {}, 'Try fewer or more general words, or take filters away.'),
    h('ol', { class: 'hits', start: wanted.offset + 1 }, hits.map(hitItem)),
    h('p', {}, partLinks(wanted, all + some)),
    h(
      'div',
      { class: 'panels' },
      facetPanel(wanted, 'host', 'Hosts', facets.hosts),
      facetPanel(wanted, 'topic', 'Topics', facets.topics),
      facetPanel(wanted, 'noun', 'Nouns', facets.nouns),
      facetPanel(wanted, 'site', 'Sites', facets.sites),
      facetPanel(wanted, 'author', 'Authors', facets.authors),
      facetPanel(wanted, 'language', 'Languages', facets.languages),
      facetPanel(wanted, 'licence', 'Licences', facets.licences),
      facetPanel(wanted, 'since', 'Published in, and since', facets.years),
    ),
  ];
}

function countText({ offset }: Search, { hits, all, some, collections }: SearchAnswer): string {
  const indexed = collections.reduce((sum, { pages }) => sum + pages, 0);
  const found = [
    ...(all === 0 ? [] : [`${shown(all)} with all words`]),
    ...(some === 0 ? [] : [`${shown(some)} with some of them`]),
  ];
  const last = shown(offset + hits.length);
  const places = hits.length === 0 ? '' : `${shown(offset + 1)} to ${last} of ${shown(all + some)}: `;
  const counted = found.length === 0 ? 'No page found' : `${places}${found.join(', ')}`;
  return `${counted}; ${shown(indexed)} pages in the index`;
}

function hitItem({
  id,
  url,
  title,
  host,
  topic,
  score,
  fetched,
  published,
  missing,
  passages,
}: SearchHit): HTMLElement {
  const facts = [
    host,
    `score ${shown(score, 3)}${topic === '' ? '' : ` for ${topic}`}`,
    ...(published === undefined ? [] : [`published ${published.slice(0, 10)}`]),
    `fetched ${fetched.slice(0, 10)}`,
    ...(missing.length === 0 ? [] : [`without: ${missing.join(', ')}`]),
  ];
  const link = pageLink({ url: id, title: title.text });
  if (title.text !== '') renew(link, markedText(title));
  return h(
    'li',
    {},
    h('h2', { dir: 'auto' }, link),
    h('p', { class: 'quiet' }, webLink(url), h('br'), facts.join(' · ')),
    passages.map((passage) =>
      h(
        'p',
        { dir: 'auto' },
        passage.page === undefined
          ? undefined
          : h('span', { class: 'quiet' }, `Page ${shown(passage.page)}: `),
        markedText(passage),
      ),
    ),
  );
}

/** A text with its matches marked: as texts, never as markup. */
function markedText({ text, marks }: MarkedText): Content {
  const parts: Content[] = [];
  let place = 0;
  for (const [begin, end] of marks) {
    parts.push(text.slice(place, begin), h('mark', {}, text.slice(begin, end)));
    place = end;
  }
  return [...parts, text.slice(place)];
}

function partLinks(wanted: Search, total: number): Content {
  const { offset } = wanted;
  const link = (to: number, text: string): HTMLElement =>
    h('a', { href: addressOf({ ...wanted, offset: to }) }, text);
  return [
    offset > 0 ? [link(Math.max(0, offset - COUNT), 'Previous'), ' '] : undefined,
    offset + COUNT < Math.min(total, MAX) ? link(offset + COUNT, 'Next') : undefined,
  ];
}

/** Values that narrow the search. */
function facetPanel(
  wanted: Search,
  filter: Filter,
  title: string,
  values: readonly FacetValue[],
): HTMLElement | undefined {
  if (wanted.filters[filter] !== undefined || values.length === 0) return undefined;
  const items = values.map(({ name, pages, iri = name }) => {
    const href = addressOf({ ...wanted, filters: { ...wanted.filters, [filter]: iri }, offset: 0 });
    return h('li', {}, h('a', { href }, name), ` ${shown(pages)}`);
  });
  return panel(title, h('ul', {}, items));
}
