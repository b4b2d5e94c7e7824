import type { ServerResponse } from 'node:http';
import { listen } from './listen.js';

/** A page of the fake wiki; its id is its place in the list, from 1. */
export interface FakePage {
  readonly title: string;
  readonly text?: string;
  /** Names without prefix. */
  readonly categories?: readonly string[];
  readonly item?: string;
  readonly redirect?: boolean;
}

export interface FakeWikiOptions {
  readonly pages: readonly FakePage[];
  /** What of the answers the wiki itself decides on. */
  readonly extensions?: readonly string[];
  /** Members a categorymembers answer holds at most. */
  readonly part?: number;
  /** Looks at each request first; true when it answered it. */
  readonly before?: (asked: URLSearchParams, response: ServerResponse, number: number) => boolean;
}

/** The part of MediaWiki's API that the client uses, over a few pages, on loopback. */
export type FakeWiki = Awaited<ReturnType<typeof startFakeWiki>>;

const isCategory = ({ title }: FakePage): boolean => title.startsWith('Category:');

export async function startFakeWiki(options: FakeWikiOptions) {
  const { pages, before = () => false } = options;
  const asked: URLSearchParams[] = [];
  const userAgents = new Set<string>();
  let open = 0;
  let most = 0;
  const { address, close } = await listen((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    const parameters = new URL(request.url ?? '/', 'http://x').searchParams;
    asked.push(parameters);
    userAgents.add(request.headers['user-agent'] ?? '');
    if (before(parameters, response, asked.length)) return;
    sendJson(response, answer(parameters, pages, options));
  });
  return {
    api: `${address}/w/api.php`,
    asked,
    userAgents,
    /** Most requests that were open at once. */
    mostAtOnce: () => most,
    close,
  };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

function answer(asked: URLSearchParams, pages: readonly FakePage[], options: FakeWikiOptions): unknown {
  if (asked.get('meta') !== null) return siteInfo(options.extensions ?? ['TextExtracts']);
  if (asked.get('list') === 'categorymembers') return members(asked, pages, options.part ?? 2);
  if (asked.get('prop') === 'categoryinfo') {
    const size = inCategory(asked.get('titles') ?? '', pages).length;
    return {
      query: { pages: [{ title: asked.get('titles'), ...(size === 0 ? {} : { categoryinfo: { size } }) }] },
    };
  }
  return pageAnswer(asked, pages);
}

function siteInfo(extensions: readonly string[]): unknown {
  return {
    query: {
      general: {
        generator: 'MediaWiki 1.43.0',
        sitename: 'Fake wiki',
        base: 'https://de.wikipedia.org/wiki/Hauptseite',
        lang: 'de',
        case: 'first-letter',
      },
      namespaces: { 0: { id: 0, name: '' }, 14: { id: 14, name: 'Kategorie', canonical: 'Category' } },
      namespacealiases: [],
      extensions: extensions.map((name) => ({ name })),
      rightsinfo: { text: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
      wikibase: { repo: { url: { base: 'https://www.wikidata.org' } } },
    },
  };
}

function inCategory(category: string, pages: readonly FakePage[]): readonly (readonly [number, FakePage])[] {
  const name = category.replace(/^Category:/, '');
  return pages.flatMap((page, index) =>
    page.categories?.includes(name) === true ? [[index + 1, page] as const] : [],
  );
}

function members(asked: URLSearchParams, pages: readonly FakePage[], part: number): unknown {
  const all = inCategory(asked.get('cmtitle') ?? '', pages);
  const start = Number(asked.get('cmcontinue') ?? 0);
  const more =
    start + part < all.length ? { continue: { cmcontinue: String(start + part), continue: '-||' } } : {};
  return {
    ...more,
    query: {
      categorymembers: all.slice(start, start + part).map(([pageid, page]) => ({
        pageid,
        ns: isCategory(page) ? 14 : 0,
        title: page.title.replace(/^Category:/, 'Kategorie:'),
        type: isCategory(page) ? 'subcat' : 'page',
      })),
    },
  };
}

/** Categories come one a time, whole texts for one page at a time: the client has to continue. */
function pageAnswer(asked: URLSearchParams, pages: readonly FakePage[]): unknown {
  const ids = (asked.get('pageids') ?? '').split('|').map(Number);
  const turn = Number(asked.get('clcontinue') ?? 0);
  const wanted = ids.map((pageid) => ({ pageid, page: pages[pageid - 1] }));
  const longest = Math.max(...wanted.map(({ page }) => page?.categories?.length ?? 0));
  const isFacts = asked.get('prop')?.includes('categories') === true;
  return {
    ...(isFacts && turn + 1 < longest
      ? { continue: { clcontinue: String(turn + 1), continue: '||info' } }
      : {}),
    query: {
      pages: wanted.map(({ pageid, page }) =>
        page === undefined
          ? { pageid, missing: true }
          : { pageid, title: page.title, ...(isFacts ? factsOf(page, pageid, turn) : textOf(page, asked)) },
      ),
    },
  };
}

function factsOf(page: FakePage, pageid: number, turn: number): object {
  const category = page.categories?.[turn];
  return {
    ...(category === undefined
      ? {}
      : { categories: [{ title: `Kategorie:${category}`, hidden: category === 'Hidden' }] }),
    ...(turn > 0
      ? {}
      : {
          canonicalurl: `https://de.wikipedia.org/wiki/${encodeURIComponent(page.title.replaceAll(' ', '_'))}`,
          pagelanguage: 'de',
          contentmodel: 'wikitext',
          lastrevid: 1000 + pageid,
          ...(page.item === undefined ? {} : { pageprops: { wikibase_item: page.item } }),
          ...(page.redirect === true ? { redirect: true } : {}),
        }),
  };
}

function textOf({ text = '' }: FakePage, asked: URLSearchParams): object {
  if (asked.get('prop') === 'extracts') return { extract: text.replace(/'''|\[\[|\]\]/g, '') };
  return { revisions: [{ slots: { main: { contentmodel: 'wikitext', content: text } } }] };
}
