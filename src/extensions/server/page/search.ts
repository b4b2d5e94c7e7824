import type { SearchAnswer } from '../../search/search-answer.js';
import { byId, h, renew } from './dom-elements.js';
import { type SearchPlace, readSearchWish, facetParts, hitParts, searchForm } from './search-parts.js';

/** The search page of `sfwc serve --crawl`. */
const place: SearchPlace = {
  addressOf: (parameters) => `/search?${parameters}`,
  pageAddress: (url) => (/^https?:\/\//i.test(url) ? url : undefined),
};

async function show(): Promise<void> {
  const wish = readSearchWish(new URLSearchParams(location.search));
  const main = byId('main', HTMLElement);
  const [facets, list] = [h('div', { class: 'aside left facets' }), h('div', { class: 'found' })];
  const q = typeof wish === 'string' ? '' : wish.q;
  const search = (words: string): void => location.assign(`/search?${new URLSearchParams({ q: words })}`);
  renew(main, searchForm(q, search), h('div', { class: 'columns' }, facets, list));
  try {
    if (typeof wish === 'string') throw new Error(wish);
    if (q === '') return;
    document.title = `${q} · Search · sfwc`;
    renew(list, h('p', { role: 'status' }, 'searching …'));
    const response = await fetch(`/search${location.search}`, { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error((await response.text()).trim());
    const answer = (await response.json()) as SearchAnswer;
    renew(list, hitParts(answer, wish, place));
    renew(facets, facetParts(answer, wish, place));
  } catch (error) {
    renew(list, h('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)));
  }
}

void show();
