import { type IncomingMessage, type ServerResponse } from 'node:http';
import { sendJson } from './fake-wiki.js';
import { listen } from './listen.js';

/** A page that the fake engine knows. */
export interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Search engines of several kinds over a few pages, on loopback. */
export type FakeSearch = Awaited<ReturnType<typeof startFakeSearch>>;

/** Hits in one part of a result. */
const PART = 3;

/** The pages that hold most of the words, those of the same number in their order. */
function find(pages: readonly FoundPage[], query: string): readonly FoundPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const count = ({ title, text }: FoundPage): number =>
    words.filter((word) => `${title} ${text}`.toLowerCase().includes(word)).length;
  return pages
    .map((page) => ({ page, score: count(page) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ page }) => page);
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function rss(hits: readonly FoundPage[]): string {
  const items = hits.map(
    ({ url, title, text }) =>
      `<item><title>${escape(title)}</title><link>${escape(url)}</link><description>${escape(text)}</description></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Fake</title><link>http://engine.example/</link>${items.join('')}</channel></rss>`;
}

function atom(hits: readonly FoundPage[]): string {
  const entries = hits.map(
    ({ url, title, text }) =>
      `<entry><title>${escape(title)}</title><link rel="self" href="http://engine.example/x"/><link href="${escape(url)}"/><summary>${escape(text)}</summary></entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>Fake</title><link href="http://engine.example/"/>${entries.join('')}</feed>`;
}

/** Order of the pages in an answer of the API is that of their numbers, not of their ranks. */
function wiki(hits: readonly FoundPage[], offset: number, limit: number, all: number): unknown {
  const pages = hits.map(({ url, title }, index) => ({
    pageid: 1000 - index,
    title,
    index: offset + index + 1,
    canonicalurl: url,
  }));
  const more =
    offset + limit < all ? { continue: { gsroffset: offset + limit, continue: 'gsroffset||' } } : {};
  return hits.length === 0 ? { batchcomplete: true } : { ...more, query: { pages: pages.reverse() } };
}

export async function startFakeSearch(pages: readonly FoundPage[]) {
  const fake = {
    /** Paths with queries, in order. */
    asked: [] as string[],
    /** Looks at each request first; true when it answered it. */
    before: (() => false) as (request: IncomingMessage, response: ServerResponse) => boolean,
  };
  const answer = (url: URL, response: ServerResponse): void => {
    const { pathname, searchParams } = url;
    const hits = find(pages, searchParams.get('q') ?? searchParams.get('gsrsearch') ?? '');
    const part = (number: number): readonly FoundPage[] => hits.slice(number * PART, (number + 1) * PART);
    const xml = (body: string): void =>
      void response.writeHead(200, { 'content-type': 'text/xml' }).end(body);
    if (pathname === '/search')
      sendJson(response, {
        query: searchParams.get('q'),
        answers: [],
        results: part(Number(searchParams.get('pageno')) - 1).map(({ url, title, text }) => ({
          url,
          title,
          content: text,
        })),
      });
    else if (pathname === '/rss') xml(rss(part(Number(searchParams.get('page')) - 1)));
    else if (pathname === '/atom') xml(atom(part(Number(searchParams.get('page')) - 1)));
    else if (pathname === '/w/api.php') {
      const offset = Number(searchParams.get('gsroffset') ?? 0);
      const limit = Number(searchParams.get('gsrlimit'));
      sendJson(response, wiki(hits.slice(offset, offset + limit), offset, limit, hits.length));
    } else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>none</title>');
  };
  const server = await listen((request, response) => {
    fake.asked.push(request.url ?? '');
    if (!fake.before(request, response)) answer(new URL(request.url ?? '/', 'http://x'), response);
  });
  return Object.assign(fake, server);
}
