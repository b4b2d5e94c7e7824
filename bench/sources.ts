/**
 * What sources besides links bring (`--sources`): crawls of debian-docs without sources, with the hosts' own, with a search
 * engine over all of its pages, and with both; found pages of each topic, the mean of some draws of seeds.
 *
 *     npm run bench -- sources [--topics databases,statistics,email --pages 1000 --repeat 3 --judge ensemble --order polite]
 *
 * The web has no sitemaps. With `--sitemaps`, each of its hosts has one that names all of its pages.
 *
 * The search engine answers on loopback as SearXNG does, by BM25. It knows all pages of the web. `--judge`, `--recall`,
 * `--wrong` and `--order` are as in `npm run bench -- comparison`. A topic that has not been built is built first.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createJsonEngine } from '../src/extensions/discover/search/json-engine.js';
import { createTopicWords } from '../src/extensions/discover/seeding/topic-words.js';
import { parentFolders, siteLists } from '../src/extensions/discover/sources/own-sources.js';
import { searchSources } from '../src/extensions/discover/sources/services.js';
import { sourcesFeature } from '../src/extensions/discover/sources/sources-feature.js';
import { PARTS } from '../src/judging/parts.js';
import { wordReaderFor } from '../src/language/text/word-readers.js';
import { openTopic } from '../src/knowledge/places/knowledge-base.js';
import { openFetcher } from '../src/web/http/open-fetcher.js';
import { silentLogger } from '../src/support/logger.js';
import { addToList } from '../src/support/add-to-list.js';
import { alignColumns } from '../src/support/text/columns.js';
import { escapeHtml } from '../src/support/text/escapes.js';
import { systemClock } from '../src/support/time/clock.js';
import {
  benchCrawl,
  IDEAL,
  pagesAt,
  type BenchCrawl,
  type BenchCrawlOptions,
} from './support/bench-crawl.js';
import { benchJudgeOptions, judgeInWords, openBenchJudge } from './support/bench-judges.js';
import { KEPT, openBenchWeb, type BenchTopic, type BenchWeb } from './support/bench-webs.js';
import { serveSearch } from './support/search-server.js';

const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: '' },
    pages: { type: 'string', default: '1000' },
    repeat: { type: 'string', default: '3' },
    judge: { type: 'string', default: 'ensemble' },
    recall: { type: 'string', default: '0.55' },
    wrong: { type: 'string', default: '0.03' },
    seed: { type: 'string', default: '1' },
    order: { type: 'string', default: 'ideal' },
    sitemaps: { type: 'boolean', default: false },
    kinds: { type: 'string', default: 'none,own,search,both' },
  },
});
type Kind = 'none' | 'own' | 'search' | 'both';
const kinds = values.kinds.split(',') as readonly Kind[];
const wanted = values.topics.split(',').filter((name) => name !== '');
const [pages, draws] = [Number(values.pages), Number(values.repeat)];
const judging = benchJudgeOptions(values);
const MOST_NOUNS = 50;

const opened = await openBenchWeb('debian-docs');
const web = opened !== undefined && values.sitemaps ? withSitemaps(opened) : opened;
if (web !== undefined) {
  const engine = kinds.some((kind) => kind === 'search' || kind === 'both')
    ? await serveSearch(web)
    : undefined;
  const network = openFetcher(
    { userAgent: 'sfwc-bench', connectTo: [], timeout: 30, maxBytes: 10_000_000 },
    engine === undefined ? [] : [engine.address],
  );
  const rows: string[][] = [];
  for (const topic of web.topics.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const judge = openBenchJudge(web.name, topic, judging);
    const found: number[] = [];
    for (const kind of kinds) {
      const crawls: BenchCrawl[] = [];
      for (let draw = 0; draw < draws; draw += 1) {
        const features = kind === 'none' ? undefined : await featuresOf(kind, topic);
        const manners = values.order === 'polite' ? {} : IDEAL;
        crawls.push(await benchCrawl('learning', manners, { web, topic, judge, pages, draw, features }));
        judge.save();
      }
      const counts = crawls.map((crawl) => pagesAt(crawl, pages));
      found.push(mean(counts));
      const gain = found[0] === undefined || kind === kinds[0] ? '' : percent(mean(counts) / found[0] - 1);
      const hosts = mean(crawls.map((crawl) => crawl.hosts)).toFixed(1);
      rows.push([topic.name, kind, counts.join(' '), mean(counts).toFixed(1), gain, hosts, yieldsOf(crawls)]);
      console.error(rows.at(-1)?.join('  '));
    }
  }

  async function featuresOf(
    kind: Exclude<Kind, 'none'>,
    { name }: BenchTopic,
  ): Promise<Required<BenchCrawlOptions>['features']> {
    const kept = await openTopic(path.join(KEPT, 'kb'), name);
    const nouns = await (await PARTS.expansion()).characteristicNouns(kept, MOST_NOUNS);
    const read = wordReaderFor('en');
    const words = createTopicWords(nouns, read);
    return ({ fetcher, clock }) => [
      sourcesFeature({
        ...{ read, isTimeSimulated: true, signal: new AbortController().signal },
        open: (
          {
            parts: {
              web: { robots },
            },
            hosts: { politeness },
          },
          feedsOf,
        ) => {
          const lists = {
            fetcher,
            robots,
            politeness,
            clock,
            timer: systemClock,
            logger: silentLogger,
            words,
            feedsOf,
          };
          const how = { fetcher: network, clock: systemClock, delaySeconds: 0, retries: 0 };
          const own = kind === 'search' ? [] : [siteLists(lists), parentFolders()];
          if (kind === 'own' || engine === undefined) return own;
          const searched = { nouns: nouns.map(({ lemma }) => lemma), read };
          const service = createJsonEngine({ address: engine.address, ...how });
          return [...own, ...searchSources(service, searched, { clock: systemClock })];
        },
      }),
    ];
  }

  console.log(
    `${pages} requests, ${draws} draws, judged by ${judgeInWords(judging)}, ${values.order} order\n`,
  );
  const head = ['topic', 'sources', 'found', 'mean', 'gain', 'hosts', 'asked/brought/fetched/accepted'];
  console.log(alignColumns([head, ...rows], ['left', 'left', 'left', 'right', 'right', 'right', 'left']));
  network.close();
  await engine?.close();
}

/** The same web, whose hosts have sitemaps at the usual place. */
function withSitemaps(plain: BenchWeb): BenchWeb {
  const byHost = new Map<string, string[]>();
  for (const url of plain.web.pages) addToList(byHost, new URL(url).hostname, url);
  const answer: BenchWeb['web']['answer'] = async (url) => {
    const { hostname, pathname } = new URL(url);
    if (pathname !== '/sitemap.xml') return plain.web.answer(url);
    const entries = (byHost.get(hostname) ?? []).map((page) => `<url><loc>${escapeHtml(page)}</loc></url>`);
    const body = Buffer.from(`<urlset>${entries.join('')}</urlset>`);
    return { status: 200, headers: { 'content-type': 'text/xml' }, body };
  };
  return { ...plain, web: { ...plain.web, answer } };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

function percent(share: number): string {
  return `${share >= 0 ? '+' : ''}${(100 * share).toFixed(0)} %`;
}

/** Of all draws together. */
function yieldsOf(crawls: readonly BenchCrawl[]): string {
  const totals = new Map<string, number[]>();
  for (const { sources = [] } of crawls)
    for (const { source, asked, brought, fetched, accepted } of sources) {
      const name = source.replace(/^search for | at .*/g, '');
      const before = totals.get(name) ?? [0, 0, 0, 0];
      totals.set(
        name,
        [asked, brought, fetched, accepted].map((one, place) => one + (before[place] ?? 0)),
      );
    }
  return [...totals].map(([name, counts]) => `${name} ${counts.join('/')}`).join('; ');
}
