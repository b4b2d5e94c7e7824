import type { Folder, HostList, Job, ListedPage, SearchAnswer, WholePage } from './api.js';
import { card, saying, sizeText } from './bench-parts.js';
import { h, quiet, renew, shown, webLink } from './dom-elements.js';
import type { Room, View } from './page-parts.js';
import {
  type SearchWishes,
  type SearchPlace,
  readSearchWish,
  facetPart,
  facetParts,
  hitParts,
  pageItem,
  paging,
  searchForm,
} from './search-parts.js';
import { benchRoom } from './workbench.js';

/** Values of a facet, and nouns. */
const MAX_VALUES = 12;

const place: SearchPlace = {
  addressOf: (parameters) => (parameters === '' ? '#collection' : `#collection?${parameters}`),
  pageAddress: (url) => `#page=${encodeURIComponent(url)}`,
  links: (url, title) => {
    const part = encodeURIComponent(url);
    return [
      h('a', { href: `#page=${part}`, 'aria-label': `Why ${title}?` }, 'Why?'),
      benchRoom() &&
        h(
          'a',
          { href: `#archived=${part}`, 'aria-label': `${title} as it was fetched` },
          'As it was fetched',
        ),
    ];
  },
};

/** The accepted pages: searched, by facets, and to be downloaded. @param asked what follows `collection?` in the address */
export function collection(room: Room, asked = ''): View {
  const wish = readSearchWish(new URLSearchParams(asked));
  const [list, facets, exports] = [h('div', { class: 'found' }), h('div', { class: 'facets' }), h('div')];
  const search = (q: string): void => {
    location.hash = place.addressOf(q === '' ? '' : new URLSearchParams({ q }).toString());
  };
  const form = searchForm(typeof wish === 'string' ? '' : wish.q, search);
  void room.attempt(async () => {
    renew(list, h('p', { role: 'status' }, 'loading …'));
    if (typeof wish === 'string') throw new Error(wish);
    if (wish.q === '') await showAll(room, wish, list, facets);
    else {
      const answer = await room.api.get<SearchAnswer>(`search?${asked}`);
      renew(list, hitParts(answer, wish, place));
      renew(facets, facetParts(answer, wish, place));
    }
  });
  void room.attempt(async () => exports.append(await exportCard(room)));
  const content = h(
    'div',
    { class: 'bench collection' },
    form,
    h('div', { class: 'columns' }, h('div', { class: 'aside left' }, facets, exports), list),
  );
  const onKey = (key: string): void => {
    // Later, so that the key is not written into the box.
    if (key === '/') setTimeout(() => form.querySelector('input')?.focus());
  };
  return { content, onKey };
}

/** All accepted pages, the latest first, and what many of them have in common. */
async function showAll(
  room: Room,
  wish: SearchWishes,
  list: HTMLElement,
  facets: HTMLElement,
): Promise<void> {
  const host = wish.filters.host?.at(-1) ?? '';
  const { start, count } = wish;
  const asked = { which: 'accepted', offset: start - 1, count, text: host };
  const [{ total, pages }, { hosts }] = await Promise.all([
    room.api.get<{ total: number; pages: readonly ListedPage[] }>('pages', asked),
    room.api.get<HostList>('hosts', { by: 'accepted', count: MAX_VALUES }),
  ]);
  const accepted = hosts.filter((one) => one.accepted > 0);
  const title = `${shown(total)} accepted ${total === 1 ? 'page' : 'pages'}${host === '' ? '' : ` of ${host}`}`;
  renew(
    list,
    h('h2', {}, title),
    total === 0 ? quiet('No page has been accepted yet.') : undefined,
    h(
      'ol',
      { class: 'hits', start },
      pages.map(({ url, title, summary = '' }) =>
        pageItem(url, title, place, [summary.replace(/^accepted: /, '')]),
      ),
    ),
    paging(wish, total, place),
  );
  renew(
    facets,
    facetPart(
      'host',
      accepted.map((one) => ({ name: one.host, pages: one.accepted })),
      wish,
      place,
    ),
    card('Nouns', h('ul', { class: 'chips' }, room.state().nouns.slice(0, MAX_VALUES).map(nounItem))),
  );
}

function nounItem({ noun, pages }: { readonly noun: string; readonly pages: number }): HTMLElement {
  const href = place.addressOf(new URLSearchParams({ q: noun }).toString());
  return h('li', {}, h('a', { href }, noun, h('span', { class: 'count' }, ` ${shown(pages)}`)));
}

/** Downloads in each format. */
async function exportCard({ crawl, state }: Room): Promise<HTMLElement> {
  const bench = benchRoom();
  if (bench === undefined) return h('div');
  const { api } = bench;
  const { formats } = await api.get<Folder>('folder');
  const { element, say, attempt, follow } = saying(api);
  const make = (format: string): void =>
    void attempt(async () => {
      const begun = api.post<Job>(`crawls/${encodeURIComponent(crawl())}/exports`, { format });
      const made = await follow<{ address: string; name: string; bytes: number }>(begun);
      if (made === undefined) return;
      h('a', { href: made.address, download: made.name }).click();
      say(`${made.name}, ${sizeText(made.bytes)}, is downloaded.`);
    });
  const isRunning = state().status.state === 'running';
  const items = formats.map(({ format, title, summary }) => {
    const label = `Download ${title}: ${summary}`;
    const button = h('button', { type: 'button', 'aria-label': label, click: () => make(format) }, title);
    return h('li', {}, button, h('span', { class: 'quiet' }, summary));
  });
  return card(
    'Download',
    isRunning ? quiet('The crawl is running: files hold what it has found so far.') : undefined,
    h('ul', { class: 'formats' }, items),
    element,
  );
}

/** A page as it was fetched, in a frame that runs no scripts and loads nothing. */
export function archived({ api, attempt, crawl }: Room, url: string): View {
  const content = h('div', { class: 'bench archived' }, h('p', { role: 'status' }, 'loading …'));
  void attempt(async () => {
    const bench = benchRoom();
    if (bench === undefined) throw new Error('Archived pages are shown by sfwc ui in a folder.');
    const { event } = await api.get<WholePage>('page', { url });
    const title = event.title || url;
    renew(
      content,
      h(
        'div',
        { class: 'head' },
        h('h2', {}, title),
        h('a', { class: 'button', href: `#page=${encodeURIComponent(url)}` }, 'Why is it here?'),
      ),
    );
    const { address, from, capturedAt } = await bench.api.post<{
      address: string;
      from: 'warc' | 'pages';
      capturedAt?: string;
    }>(`crawls/${encodeURIComponent(crawl())}/archived`, { url });
    const when = capturedAt === undefined ? '' : ` on ${new Date(capturedAt).toLocaleString('en')}`;
    const source = from === 'warc' ? 'the web archive of the crawl' : 'the pages that the crawl kept';
    const text = ` as it was fetched${when}, from ${source}. Scripts, pictures and styles of other files are left out.`;
    content.append(
      quiet(webLink(url), text),
      h('iframe', {
        ...{ src: address, sandbox: '', referrerpolicy: 'no-referrer' },
        title: `${title} as it was fetched`,
      }),
    );
  });
  return { content };
}
