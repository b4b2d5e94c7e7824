import { BEE_TEXTS, OTHER_TEXTS } from './small-corpus.js';
import { startFakeSearch } from './fake-search.js';
import { listen } from './listen.js';

/** A web on which links lead to nothing relevant, and a search engine that knows the pages of {@link HIDDEN}. */
export type DroughtWeb = Awaited<ReturnType<typeof startDroughtWeb>>;

const bees = Object.entries(BEE_TEXTS).map(([file, text]) => [file.replace('.txt', ''), text] as const);
const others = Object.values(OTHER_TEXTS);
const letters = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));

/** Pages about bees that only the search engine knows. */
export const HIDDEN = bees.slice(4, 10).map(([name]) => `http://${name}.hidden.example/`);
/** Pages about other things, which the seed links to. */
const OFF = Array.from({ length: 45 }, (_, n) => `http://bees.example/news/${letters(n)}`);

function html(title: string, text: string, links: readonly string[] = []): string {
  const anchors = links.map((link) => `<li><a href="${link}">more</a></li>`).join('');
  return `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main><ul>${anchors}</ul></html>`;
}

const PAGES: Readonly<Record<string, string>> = {
  'http://bees.example/': html('Bees', bees[0]?.[1] ?? '', OFF),
  ...Object.fromEntries(
    OFF.map((url, n) => [url, html(`News ${letters(n)}`, others[n % others.length] ?? '')]),
  ),
  ...Object.fromEntries(HIDDEN.map((url, n) => [url, html(`Hidden ${n}`, bees[n + 4]?.[1] ?? '')])),
};

export async function startDroughtWeb() {
  const web = { asked: [] as string[], onRequest: (() => undefined) as (url: string) => void };
  const server = await listen((request, response) => {
    const url = `http://${request.headers.host ?? ''}${request.url ?? ''}`;
    web.asked.push(url);
    web.onRequest(url);
    const page = PAGES[url];
    const type = url.endsWith('.xml') ? 'text/xml' : url.endsWith('.txt') ? 'text/plain' : 'text/html';
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': type }).end(page ?? '');
  });
  const search = await startFakeSearch(
    HIDDEN.map((url, n) => ({ url, title: `Hidden ${n}`, text: bees[n + 4]?.[1] ?? '' })),
  );
  return Object.assign(web, {
    seed: 'http://bees.example/',
    connect: `*.example=127.0.0.1:${server.port}`,
    search,
    close: async () => {
      await Promise.all([search.close(), server.close()]);
    },
  });
}
