import type { FoundPage } from './fake-search.js';
import { listen } from './listen.js';
import { BEE_TEXTS, OTHER_TEXTS } from './small-corpus.js';

/** A page of the small web that harvests meet. */
interface HarvestPage {
  title: string;
  body: string;
  lastModified?: string;
}

/** A web of several hosts on loopback, whose pages a test may change. */
export type HarvestWeb = Awaited<ReturnType<typeof startHarvestWeb>>;

const textOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  `<p>${(texts[`${name}.txt`] ?? '').replaceAll('\n\n', '</p><p>')}</p>`;
const bee = (title: string, ...names: readonly string[]): HarvestPage => ({
  title,
  body: names.map((name) => textOf(BEE_TEXTS, name)).join(''),
});
const linkList = (urls: readonly string[]): string =>
  `<ul>${urls.map((url, index) => `<li><a href="${url}">Link ${index}</a></li>`).join('')}</ul>`;

export const HIVE = 'http://bees.example/hive';
export const QUEEN = 'http://bees.example/queen';
/** Found by the hub alone, and by the front page of its site. */
export const DRONE = 'http://orchard.example/drone';
export const COMB = 'http://bees.example/comb';
export const COPY = 'http://mirror.example/hive';
export const MARKET = 'http://market.example/shares';
export const FORUM = 'http://forum.example/bees';
export const HUB = 'http://links.example/';
export const FRONT = 'http://bees.example/';

function pages(): Map<string, HarvestPage> {
  const hive = {
    ...bee('The hive', 'apiary', 'worker', 'honey'),
    lastModified: 'Mon, 06 Feb 2006 10:00:00 GMT',
  };
  return new Map<string, HarvestPage>([
    [HIVE, hive],
    [QUEEN, bee('The queen', 'queen', 'swarm', 'brood')],
    [DRONE, bee('The drone', 'drone', 'worker', 'winter')],
    [COMB, bee('The comb', 'comb', 'pollen', 'honey')],
    [COPY, { title: hive.title, body: hive.body }],
    [
      MARKET,
      {
        title: 'Shares',
        body: ['stock', 'parliament', 'football'].map((name) => textOf(OTHER_TEXTS, name)).join(''),
      },
    ],
    [FORUM, bee('Bees', 'honey', 'queen')],
    [
      HUB,
      {
        title: 'Honey links',
        body: linkList([HIVE, DRONE, MARKET, 'http://a.example/', 'http://b.example/']),
      },
    ],
    [FRONT, { title: 'Our bees', body: `${textOf(BEE_TEXTS, 'smoker')}${linkList(['/hive', '/comb'])}` }],
  ]);
}

/** What the search engine knows of that web: neither the drone nor the comb. */
export const SEARCHABLE: readonly FoundPage[] = [HIVE, QUEEN, COPY, MARKET, FORUM, HUB].map((url) => ({
  url,
  title: pages().get(url)?.title ?? '',
  text: 'About honey, bees, the queen, the hive, wax and the colony.',
}));

export async function startHarvestWeb() {
  const web = {
    /** By address. */
    pages: pages(),
    /** Addresses that were asked for, robots.txt aside. */
    asked: [] as string[],
    /** robots.txt by host; other hosts have none. */
    robots: new Map<string, string>(),
    onAsk: (() => undefined) as (url: string) => void,
  };
  const { port, close } = await listen((request, response) => {
    const url = `http://${request.headers.host ?? ''}${request.url ?? ''}`;
    if (url.endsWith('/robots.txt')) {
      const rules = web.robots.get(request.headers.host ?? '');
      response.writeHead(rules === undefined ? 404 : 200).end(rules);
      return;
    }
    web.asked.push(url);
    web.onAsk(url);
    const page = web.pages.get(url);
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>none</title>');
      return;
    }
    const { title, body, lastModified } = page;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
    });
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`,
    );
  });
  return Object.assign(web, { connectTo: `*.example=127.0.0.1:${port}`, close });
}

/** Facets of beekeeping. */
export const BEE_THESAURUS = `@prefix : <http://bees.example/t#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
${Object.entries({
  animals: ['bee', 'queen', 'worker', 'drone', 'colony', 'swarm', 'brood', 'larva'],
  places: ['hive', 'apiary', 'comb', 'frame', 'cell'],
  products: ['honey', 'wax', 'pollen', 'nectar'],
})
  .map(
    ([facet, words]) =>
      `:${facet} a skos:ConceptScheme ; skos:prefLabel "${facet}"@en .\n${words
        .map(
          (word) =>
            `:${word} a skos:Concept ; skos:inScheme :${facet} ; skos:topConceptOf :${facet} ; skos:prefLabel "${word}"@en .`,
        )
        .join('\n')}`,
  )
  .join('\n')}
`;
