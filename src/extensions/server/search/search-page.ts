import type { Count, MarkedText, SearchAnswer, SearchHit } from '../../../model/collection-search.js';
import { escapeHtml } from '../../../support/text/escapes.js';
import {
  FILTERS,
  filters,
  TIMES,
  partsOf,
  queryOf,
  type FilterName,
  type SearchRequest,
} from './search-request.js';
import { isWebAddress } from '../../../support/parse-url.js';

/** The page of an answer, of an error, or with the form alone. */
export interface PageContent {
  /** Absent where the parameters could not be read. */
  readonly request?: SearchRequest;
  readonly answer?: SearchAnswer;
  /** Fault, in sentences. */
  readonly problem?: string;
}

const TIME_TEXTS = { since: 'published', fetchedSince: 'fetched' } as const;

/** Values of a facet that are shown. */
const MAX_VALUES = 8;

/** The search page: HTML without scripts, in which all texts of the Web are escaped. */
export function searchPage({ request, answer, problem }: PageContent): string {
  const q = request?.q ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${q === '' ? '' : `${escapeHtml(q)} · `}Search · sfwc</title>
<link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/control-room/page/faces.css">
<link rel="stylesheet" href="/page/search.css">
</head>
<body>
<a class="skip" href="#hits">Skip to the pages found</a>
<header>
<h1><a href="/search">Search</a></h1>
${formHtml(request)}
</header>
<main id="hits" tabindex="-1">
${problem === undefined ? '' : `<p role="alert" class="problem">${escapeHtml(problem)}</p>`}
${answer === undefined || request === undefined ? helpHtml() : answerHtml(request, answer)}
</main>
<footer>${request === undefined || q === '' ? '' : `This answer as <a href="?${escapeHtml(queryOf(request, { format: 'json' }))}">JSON</a>. `}<a href="/">Query in SPARQL</a></footer>
</body>
</html>
`;
}

/** The form keeps the filters, and begins at the first hit. */
function formHtml(request: SearchRequest | undefined): string {
  const hidden = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const kept =
    request === undefined
      ? []
      : [
          ...FILTERS.flatMap((name) => request[name].map((value) => hidden(name, value))),
          ...TIMES.flatMap((name) => (request[name] === undefined ? [] : [hidden(name, request[name])])),
        ];
  return `<form role="search" action="/search">
<label for="q">Words or “a phrase”</label>
<input id="q" name="q" type="search" required maxlength="1000" value="${escapeHtml(request?.q ?? '')}">
<button>Search</button>
<label class="literal"><input type="checkbox" name="literal" value="1"${request?.literal === true ? ' checked' : ''}> these words alone</label>
${kept.join('\n')}
</form>`;
}

function helpHtml(): string {
  return `<p class="quiet">Pages with all words come first. “A phrase” in quotation marks has to be on the page, -word must not be.</p>`;
}

function answerHtml(request: SearchRequest, answer: SearchAnswer): string {
  const { hits, all, some, collections, widened, facets } = answer;
  const total = all + some;
  const names = widened.map(({ term, by }) => `${by.join(', ')} (for ${term})`).join('; ');
  const indexed = collections.reduce((sum, { pages }) => sum + pages, 0);
  const lists: readonly (readonly [FilterName, string, readonly Value[]])[] = [
    ['host', 'Hosts', facets.hosts.map(valueOf)],
    ['topic', 'Topics', facets.topics.map(valueOf)],
    ['noun', 'Nouns', facets.nouns.map((noun) => ({ ...valueOf(noun), value: noun.iri ?? noun.name }))],
    ['language', 'Languages', facets.languages.map(valueOf)],
  ];
  return `<p role="status">${escapeHtml(countText(answer, request))}</p>
${names === '' ? '' : `<p class="quiet">Also searched for: ${escapeHtml(names)}.</p>`}
${filterHtml(request)}
${total === 0 ? `<p>${escapeHtml(nothingText(indexed, request))}</p>` : ''}
<ol start="${request.start}">
${hits.map(hitHtml).join('\n')}
</ol>
${partsHtml(request, total)}
${
  total === 0
    ? ''
    : `<nav class="facets" aria-label="Narrow the search">${lists.map((list) => facetHtml(request, ...list)).join('\n')}
${yearsHtml(request, facets.years)}</nav>`
}`;
}

function countText({ hits, all, some, collections }: SearchAnswer, { start }: SearchRequest): string {
  const indexed = collections.reduce((sum, { pages }) => sum + pages, 0);
  const found = [
    ...(all === 0 ? [] : [`${pagesText(all)} with all words`]),
    ...(some === 0 ? [] : [`${pagesText(some)} with some of the words`]),
  ];
  const both = found.length === 2 ? `${pagesText(all + some)}: ` : '';
  const shown = hits.length === 0 ? '' : `${start} to ${start + hits.length - 1} of ${both}`;
  return `${found.length === 0 ? 'No page found' : `${shown}${found.join(', ')}`}, in ${pagesText(indexed)}`;
}

function pagesText(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}

function nothingText(indexed: number, request: SearchRequest): string {
  if (indexed === 0) return 'The crawls have accepted no page yet, or did not keep their texts.';
  const isFiltered = [...FILTERS, ...TIMES].some((name) => (request[name]?.length ?? 0) > 0);
  return isFiltered ? 'Take a filter away, or try more general words.' : 'Try fewer or more general words.';
}

function hitHtml(hit: SearchHit): string {
  const { url, title, host, topic, score, fetched, missing, passages, why, published } = hit;
  const facts = [
    host,
    `score ${score.toPrecision(3)}${topic === '' ? '' : ` for ${topic}`}`,
    ...(published === undefined ? [] : [`published ${published.slice(0, 10)}`]),
    `fetched ${fetched.slice(0, 10)}`,
    ...(missing.length === 0 ? [] : [`without: ${missing.join(', ')}`]),
  ];
  const name = title.text.trim() === '' ? escapeHtml(url) : markedHtml(title);
  return `<li>
<h2 dir="auto">${isWebAddress(url) ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${name}</a>` : name}</h2>
<p class="address">${escapeHtml(url)}</p>
<p class="quiet">${escapeHtml(facts.join(' · '))}</p>
${passages.map((passage) => `<p dir="auto">${markedHtml(passage)}</p>`).join('\n')}
<details><summary>Why it was accepted</summary><p>${escapeHtml(why)}</p></details>
</li>`;
}

/** A text with its matches marked. */
export function markedHtml({ text, marks }: MarkedText): string {
  let [html, place] = ['', 0];
  for (const [begin, end] of marks) {
    html += `${escapeHtml(text.slice(place, begin))}<mark>${escapeHtml(text.slice(begin, end))}</mark>`;
    place = end;
  }
  return html + escapeHtml(text.slice(place));
}

/** The filters in force, each with a link that takes it away. */
function filterHtml(request: SearchRequest): string {
  const without = (name: FilterName, value: string): string =>
    queryOf(request, { start: 1, ...{ [name]: request[name].filter((one) => one !== value) } });
  const chips = [
    ...FILTERS.flatMap((name) =>
      request[name].map((value) => ({ text: `${name}: ${value}`, query: without(name, value) })),
    ),
    ...TIMES.flatMap((name) =>
      request[name] === undefined
        ? []
        : [
            {
              text: `${TIME_TEXTS[name]} since ${request[name]}`,
              query: queryOf({ ...request, start: 1, [name]: undefined }),
            },
          ],
    ),
  ];
  if (chips.length === 0) return '';
  const items = chips.map(
    ({ text, query }) =>
      `<li>${escapeHtml(text)} <a href="?${escapeHtml(query)}" aria-label="Take away ${escapeHtml(text)}">✕</a></li>`,
  );
  return `<ul class="filters" aria-label="Filters">${items.join('')}</ul>`;
}

interface Value {
  readonly name: string;
  readonly value: string;
  readonly pages: number;
}

function valueOf({ name, pages }: Count): Value {
  return { name, value: name, pages };
}

function facetHtml(
  request: SearchRequest,
  filter: FilterName,
  heading: string,
  values: readonly Value[],
): string {
  const others = values.filter(
    ({ value, name }) => ![value, name].some((one) => request[filter].includes(one)),
  );
  if (others.length === 0) return '';
  const items = others.slice(0, MAX_VALUES).map(({ name, value, pages }) => {
    const kept = filters((one) => (one === filter ? [...request[one], value] : request[one]));
    const query = queryOf(request, { ...kept, start: 1 });
    return `<li><a href="?${escapeHtml(query)}">${escapeHtml(name)}</a> ${pages}</li>`;
  });
  return `<section><h2>${heading}</h2><ul>${items.join('')}</ul></section>`;
}

/** Years since which pages were published, each with the pages of that year. */
function yearsHtml(request: SearchRequest, years: readonly Count[]): string {
  if (request.since !== undefined || years.length === 0) return '';
  const items = years.slice(0, MAX_VALUES).map(({ name, pages }) => {
    const query = queryOf(request, { since: name, start: 1 });
    return `<li><a href="?${escapeHtml(query)}">since ${escapeHtml(name)}</a> ${pages} in this year</li>`;
  });
  return `<section><h2>Published</h2><ul>${items.join('')}</ul></section>`;
}

function partsHtml(request: SearchRequest, total: number): string {
  const { previous, next } = partsOf(request, total);
  const link = (start: number | undefined, rel: string, text: string): readonly string[] =>
    start === undefined
      ? []
      : [`<a rel="${rel}" href="?${escapeHtml(queryOf(request, { start }))}">${text}</a>`];
  const links = [...link(previous, 'prev', 'Previous'), ...link(next, 'next', 'Next')];
  return links.length === 0 ? '' : `<nav class="parts" aria-label="More pages">${links.join(' ')}</nav>`;
}
