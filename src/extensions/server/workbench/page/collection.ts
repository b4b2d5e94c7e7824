import type {
  Count,
  Folder,
  Job,
  ListedPage,
  SearchAnswer,
  SearchHit,
  MarkedText,
  HostList,
  Nouns,
  WholePage,
} from '../../control-room/page/api.js';
import { h, renew, shown, webLink, type Content } from '../../control-room/page/dom-elements.js';
import type { Room, View } from '../../control-room/page/page-parts.js';
import { card, saying, showJob, sizeText } from './bench-parts.js';
import { benchRoom } from './workbench.js';

/** Pages that are shown at once, and values of a facet. */
const COUNT = 10;
const MAX_VALUES = 12;

/** Filters of a search, with their headings and the facets whose values they take. */
const FILTERS = {
  host: ['Host', 'hosts'],
  topic: ['Topic', 'topics'],
  noun: ['Noun', 'nouns'],
  language: ['Language', 'languages'],
  since: ['Published in, and since', 'years'],
} as const;
type Filter = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as Filter[];

/** Search, as the address names it. */
interface Wish {
  readonly q: string;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly offset: number;
}

function wishOf(asked: string): Wish {
  const given = new URLSearchParams(asked);
  const filters = NAMES.flatMap((name) => {
    const value = given.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const offset = Number(given.get('offset') ?? 0);
  return {
    q: given.get('q') ?? '',
    filters: Object.fromEntries(filters),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

function addressOf({ q, filters, offset }: Wish): string {
  const query = new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...filters,
    ...(offset === 0 ? {} : { offset: String(offset) }),
  }).toString();
  return query === '' ? '#collection' : `#collection?${query}`;
}

/** The accepted pages: searched, by facets, and to be downloaded. @param asked what follows `collection?` in the address */
export function collection(room: Room, asked = ''): View {
  const wish = wishOf(asked);
  const [list, facets, exports] = [
    h('div', { class: 'found' }, h('p', { role: 'status' }, 'loading …')),
    h('div', { class: 'facets' }),
    h('div'),
  ];
  const box = h('input', {
    id: 'words',
    type: 'search',
    maxlength: 1000,
    value: wish.q,
    placeholder: 'Words, or a "phrase"',
  });
  box.setAttribute('aria-label', 'Search the pages');
  const submit = (event: Event): void => {
    event.preventDefault();
    location.hash = addressOf({ q: box.value.trim(), filters: {}, offset: 0 });
  };
  void room.attempt(() =>
    wish.q === '' ? showAll(room, wish, list, facets) : showHits(room, wish, list, facets),
  );
  void room.attempt(async () => {
    const bench = benchRoom();
    if (bench !== undefined) exports.append(await exportCard(room));
  });
  const onKey = (key: string): void => {
    // Later, so that the key is not written into the box.
    if (key === '/') setTimeout(() => box.focus());
  };
  const content = h(
    'div',
    { class: 'bench collection' },
    h(
      'form',
      { class: 'searching', role: 'search', submit },
      box,
      h('button', { type: 'submit', class: 'primary' }, 'Search'),
    ),
    h('div', { class: 'columns' }, h('div', { class: 'aside left' }, facets, exports), list),
  );
  return { content, onKey };
}

/** All accepted pages, the latest first, and what many of them have in common. */
async function showAll(room: Room, wish: Wish, list: HTMLElement, facets: HTMLElement): Promise<void> {
  const { host = '' } = wish.filters;
  const [found, hosts, nouns] = await Promise.all([
    room.api.get<{ total: number; pages: readonly ListedPage[] }>('pages', {
      which: 'accepted',
      offset: wish.offset,
      count: COUNT,
      text: host,
    }),
    room.api.get<HostList>('hosts', { by: 'accepted', count: MAX_VALUES }),
    room.api.get<Nouns>('nouns'),
  ]);
  const { total, pages } = found;
  renew(
    list,
    h(
      'h2',
      {},
      `${shown(total)} accepted ${total === 1 ? 'page' : 'pages'}${host === '' ? '' : ` of ${host}`}`,
    ),
    total === 0 ? h('p', { class: 'quiet' }, 'No page has been accepted yet.') : undefined,
    h('ol', { class: 'hits' }, ...pages.map((page) => pageItem(page, sureText(page.summary)))),
    paging(wish, total),
  );
  renew(
    facets,
    facet(
      'host',
      hosts.hosts
        .filter(({ accepted }) => accepted > 0)
        .map(({ host: name, accepted }) => ({ name, pages: accepted })),
      wish,
    ),
    card(
      'Nouns',
      h(
        'ul',
        { class: 'chips' },
        ...nouns.met
          .slice(0, MAX_VALUES)
          .map(({ noun, pages: count }) =>
            h(
              'li',
              {},
              h(
                'a',
                { href: addressOf({ q: noun, filters: {}, offset: 0 }) },
                noun,
                h('span', { class: 'count' }, ` ${shown(count)}`),
              ),
            ),
          ),
      ),
    ),
  );
}

/** Shows the results of a search. */
async function showHits(room: Room, wish: Wish, list: HTMLElement, facets: HTMLElement): Promise<void> {
  const answer = await room.api.get<SearchAnswer>('search', {
    q: wish.q,
    ...wish.filters,
    count: COUNT,
    offset: wish.offset,
  });
  const total = answer.all + answer.some;
  renew(
    list,
    h(
      'h2',
      {},
      answer.all === 1 ? '1 page' : `${shown(answer.all)} pages`,
      answer.some === 0 ? '' : `, and ${shown(answer.some)} with some of the words`,
    ),
    answer.widened.length === 0
      ? undefined
      : h(
          'p',
          { class: 'quiet' },
          `Also searched for: ${answer.widened.map(({ term, by }) => `${by.join(', ')} (${term})`).join('; ')}`,
        ),
    total === 0 ? h('p', {}, 'No page has these words. Try fewer, or others.') : undefined,
    h('ol', { class: 'hits' }, ...answer.hits.map(hitItem)),
    paging(wish, total),
  );
  renew(facets, ...NAMES.map((name) => facet(name, answer.facets[FILTERS[name][1]], wish)));
}

function facet(name: Filter, values: readonly Count[], wish: Wish): Content {
  const chosen = wish.filters[name];
  if (values.length === 0 || (name === 'topic' && values.length < 2 && chosen === undefined))
    return undefined;
  return card(
    FILTERS[name][0],
    h(
      'ul',
      { class: 'values' },
      ...values.slice(0, MAX_VALUES).map((value) => {
        const is = value.name === chosen;
        const others = Object.fromEntries(Object.entries(wish.filters).filter(([other]) => other !== name));
        const filters = is ? others : { ...others, [name]: value.name };
        return h(
          'li',
          {},
          h(
            'a',
            {
              href: addressOf({ ...wish, filters, offset: 0 }),
              'aria-current': is ? 'true' : undefined,
              title: is ? 'chosen: take it away' : undefined,
            },
            h('span', { class: 'name' }, value.name),
            h('span', { class: 'count' }, shown(value.pages)),
          ),
        );
      }),
    ),
  );
}

function paging(wish: Wish, total: number): Content {
  if (total <= COUNT) return undefined;
  const link = (text: string, offset: number): HTMLElement =>
    h('a', { class: 'button', href: addressOf({ ...wish, offset }) }, text);
  return h(
    'p',
    { class: 'buttons' },
    wish.offset > 0 ? link('Back', Math.max(0, wish.offset - COUNT)) : undefined,
    h(
      'span',
      { class: 'quiet' },
      `${shown(wish.offset + 1)} to ${shown(Math.min(total, wish.offset + COUNT))} of ${shown(total)}`,
    ),
    wish.offset + COUNT < total ? link('Next', wish.offset + COUNT) : undefined,
  );
}

/** Sureness of the verdict, if the summary tells it by figures alone. */
function sureText(summary = ''): string {
  const [, probability, limit] = /^accepted: probability ([\d.]+) reaches ([\d.]+)/.exec(summary) ?? [];
  if (probability === undefined || limit === undefined) return summary.replace(/^accepted: /, '');
  const share = (value: string): string => `${shown(100 * Number(value))} %`;
  return `${share(probability)} sure that it is about the topic; pages are taken from ${share(limit)} on`;
}

function pageItem(
  { url, title }: Pick<ListedPage, 'url' | 'title'>,
  ...more: readonly Content[]
): HTMLElement {
  return h(
    'li',
    {},
    h('h3', {}, h('a', { href: `#page=${encodeURIComponent(url)}` }, title === '' ? url : title)),
    h('p', { class: 'url' }, url),
    ...more.filter((part) => part !== '').map((part) => h('p', { class: 'why' }, part)),
    benchRoom() === undefined
      ? undefined
      : h(
          'p',
          { class: 'links' },
          h('a', { href: `#page=${encodeURIComponent(url)}`, 'aria-label': `Why ${title || url}?` }, 'Why?'),
          h(
            'a',
            {
              href: `#archived=${encodeURIComponent(url)}`,
              'aria-label': `${title || url} as it was fetched`,
            },
            'As it was fetched',
          ),
        ),
  );
}

function hitItem({ id, title, passages, host, published, missing }: SearchHit): HTMLElement {
  const item = pageItem(
    { url: id, title: title.text },
    ...passages.slice(0, 1).map((passage) => h('span', {}, ...marked(passage))),
    published === undefined ? '' : `published ${published.slice(0, 10)}`,
    missing.length === 0 ? '' : h('span', { class: 'quiet' }, `without ${missing.join(', ')}`),
  );
  item.dataset['host'] = host;
  return item;
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

/** Downloads in each format. */
async function exportCard({ state }: Room): Promise<HTMLElement> {
  const bench = benchRoom();
  if (bench === undefined) return h('div');
  const { api } = bench;
  const { formats } = await api.get<Folder>('folder');
  const place = h('div', { class: 'job-place', hidden: true });
  const { element, say, attempt } = saying();
  const crawl = decodeURIComponent(/^#\/crawls\/([^/]+)/.exec(location.hash)?.[1] ?? '0');
  const make = (format: string): void =>
    void attempt(async () => {
      const begun = await api.post<Job>(`crawls/${encodeURIComponent(crawl)}/exports`, { format });
      const made = await showJob<{ address: string; name: string; bytes: number }>(api, begun, place, {
        say: (text) => say(text, 'bad'),
      });
      if (made === undefined) return;
      h('a', { href: made.address, download: made.name }).click();
      say(`${made.name}, ${sizeText(made.bytes)}, is downloaded.`);
    });
  const isRunning = state().status.state === 'running';
  return card(
    'Download',
    isRunning
      ? h('p', { class: 'quiet' }, 'The crawl is running: files hold what it has found so far.')
      : undefined,
    h(
      'ul',
      { class: 'formats' },
      ...formats.map(({ format, title, summary }) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', 'aria-label': `Download ${title}: ${summary}`, click: () => make(format) },
            title,
          ),
          h('span', { class: 'quiet' }, summary),
        ),
      ),
    ),
    place,
    element,
  );
}

/** A page as it was fetched, in a frame that runs no scripts and loads nothing. */
export function archived({ api, attempt }: Room, url: string): View {
  const content = h('div', { class: 'bench archived' }, h('p', { role: 'status' }, 'loading …'));
  const bench = benchRoom();
  const crawl = /^#\/crawls\/([^/]+)/.exec(location.hash)?.[1] ?? '0';
  void attempt(async () => {
    if (bench === undefined)
      throw new Error(
        'The control room of a crawl alone does not show archived pages; open it with sfwc ui.',
      );
    const { event } = await api.get<WholePage>('page', { url });
    const heading = h(
      'div',
      { class: 'head' },
      h('h2', {}, event.title || url),
      h('a', { class: 'button', href: `#page=${encodeURIComponent(url)}` }, 'Why is it here?'),
    );
    try {
      const found = await bench.api.post<{ address: string; from: 'warc' | 'pages'; capturedAt?: string }>(
        `crawls/${crawl}/archived`,
        { url },
      );
      const when =
        found.capturedAt === undefined ? '' : ` on ${new Date(found.capturedAt).toLocaleString('en')}`;
      const from = found.from === 'warc' ? 'the web archive of the crawl' : 'the pages that the crawl kept';
      const frame = h('iframe', {
        src: found.address,
        sandbox: '',
        title: `${event.title || url} as it was fetched`,
        referrerpolicy: 'no-referrer',
      });
      renew(
        content,
        heading,
        h(
          'p',
          { class: 'quiet' },
          webLink(url),
          ` as it was fetched${when}, from ${from}. Scripts, pictures and styles of other files are left out.`,
        ),
        frame,
      );
    } catch (error) {
      renew(content, heading, h('p', {}, error instanceof Error ? error.message : String(error)));
    }
  });
  return { content };
}
