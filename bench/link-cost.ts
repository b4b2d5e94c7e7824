/**
 * What valuing a link costs by each strategy, in microseconds of processor time: the links of 500 pages of a web are valued,
 * the pages observed and their revisions taken, as in a crawl that requests the pages in this order.
 *
 *     npm run bench -- link-cost [--web both --strategies learning,shark-search --pages 500 --waiting 50000]
 *
 * The last column is a checksum of all values, by which one sees whether a change has an effect on them. With `--waiting`, so
 * many more links wait from the beginning, made of those of the pages; instead of the cost of a link it then prints the
 * longest time that observing a page and taking the values of its revisions took, in milliseconds by the clock and of
 * processor time, which the main thread cannot be interrupted in.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { strategyParts } from '../src/app/crawl/setup/open-strategy.js';
import { judgementOf } from '../src/extensions/lab/comparison/judge-here.js';
import type { LinkCandidate } from '../src/model/crawl-event.js';
import type { Page } from '../src/model/page.js';
import { sample, seededRandom } from '../src/support/random.js';
import { alignColumns } from '../src/support/text/columns.js';
import { directionText } from '../src/judging/relevance/evidence.js';
import { contentOfWords } from '../src/judging/topic/page-content.js';
import { generalSpace } from '../src/judging/topic/word-space.js';
import { toProfile } from '../src/knowledge/krs/document-profile.js';
import { remember } from '../src/support/remember.js';
import { fullText } from '../src/support/text/full-text.js';
import { loadStrategy } from '../src/crawling/priority/strategy-parts.js';
import type { BenchStrategy } from './support/bench-crawl.js';
import { openBenchWeb, pageAt, type BenchTopic } from './support/bench-webs.js';
import { strategiesNamed, websNamed } from './support/league.js';

const STRATEGIES = 'learning,best-first-page-anchor,shark-search,lpe,krs';
const { values } = parseArgs({
  options: {
    web: { type: 'string', default: 'both' },
    strategies: { type: 'string', default: STRATEGIES },
    pages: { type: 'string', default: '500' },
    waiting: { type: 'string', default: '0' },
  },
});

interface Measured {
  readonly links: number;
  /** Microseconds of processor time for each link. */
  readonly micros: number;
  /** The longest time of observing a page and valuing links again: by the clock, and of processor time. */
  readonly stall: { readonly wall: number; readonly processor: number };
  readonly revised: number;
  readonly checksum: string;
}

/** Measures a strategy, with so many links waiting before the first page. */
async function measure(
  strategy: Exclude<BenchStrategy, 'label-greedy'>,
  { texts, members }: BenchTopic,
  pages: readonly Page[],
  waiting: number,
): Promise<Measured> {
  const parts = strategyParts(texts);
  const make = await loadStrategy(strategy);
  const priority = make({ ...parts, label: ({ url }) => members.has(url) });
  const checksum = createHash('sha256');
  let [links, micros, revised] = [0, 0, 0];
  const stall = { wall: 0, processor: 0 };
  for (const candidate of madeLinks(pages, waiting, members)) priority.prioritise(candidate);
  for (const [sequence, page] of pages.entries()) {
    const { entry, judgement } = judged(page, sequence, members);
    const event = {
      sequence,
      time: '',
      url: page.url,
      state: 'done',
      depth: 0,
      fetched: true,
      judgement,
    } as const;
    const begin = process.cpuUsage();
    const found = page.links.map(
      (link) => priority.prioritise({ link, source: page, judgement, depth: 1, entry })?.value,
    );
    const [begun, used] = [performance.now(), waiting > 0 ? microsSince(begin) : 0];
    priority.observe?.(event, page);
    const values = Array.from(priority.revisions?.() ?? [], ([url, { value }]) => [url, value] as const);
    stall.wall = Math.max(stall.wall, performance.now() - begun);
    const spent = microsSince(begin);
    stall.processor = Math.max(stall.processor, (spent - used) / 1000);
    micros += spent;
    links += page.links.length;
    revised += values.length;
    checksum.update(JSON.stringify([found, values]));
  }
  return { links, micros: micros / links, stall, revised, checksum: checksum.digest('hex').slice(0, 8) };
}

function microsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

const directionOf = remember((text: string) => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const space = generalSpace();
  return directionText(space.dimensions, [space.placeOf(contentOfWords([], words, toProfile([])))]);
}, 10_000);

/** A page as it is when its links are valued. */
function judged(
  page: Page,
  sequence: number,
  members: BenchTopic['members'],
): Pick<LinkCandidate, 'entry' | 'judgement'> {
  const { url } = page;
  const relevant = members.has(url);
  const { reason, ...verdict } = judgementOf('ensemble', [relevant, relevant ? 0.8 : (sequence % 10) / 50]);
  // As the judging threads give it.
  const judgement = { ...verdict, reason: { ...reason, direction: directionOf(fullText(page)) } };
  return { judgement, entry: { url, depth: 0, priority: { value: 1, reason: '' } } };
}

/** So many links to addresses that are never requested, made of the links of the pages, round after round. */
function* madeLinks(
  pages: readonly Page[],
  count: number,
  members: BenchTopic['members'],
): Generator<LinkCandidate> {
  const all = pages.flatMap((page, sequence) => page.links.map((link) => ({ page, sequence, link })));
  for (let made = 0; made < count && all.length > 0; made += 1) {
    const { page, sequence, link } = all[made % all.length]!;
    const url = new URL(link.url);
    url.searchParams.set('made', `${made}`);
    const { entry, judgement } = judged(page, sequence, members);
    yield { link: { ...link, url: url.href }, source: page, judgement, depth: 1, entry };
  }
}

const waiting = Number(values.waiting);
const costs = waiting > 0 ? ['values', 'longest ms', 'of processor'] : ['links', 'µs per link'];
const rows = [['web', 'strategy', ...costs, 'checksum']];
for (const name of websNamed(values.web)) {
  const web = await openBenchWeb(name);
  const [topic] = web?.topics ?? [];
  if (web === undefined || topic === undefined) continue;
  const pages: Page[] = [];
  for (const url of sample(web.web.pages, Number(values.pages), seededRandom(1))) {
    const page = await pageAt(web, url);
    if (page !== undefined) pages.push(page);
  }
  for (const strategy of strategiesNamed(values.strategies)) {
    if (strategy === 'label-greedy') continue;
    const { links, micros, stall, revised, checksum } = await measure(strategy, topic, pages, waiting);
    const cost =
      waiting > 0
        ? [`${revised}`, stall.wall.toFixed(1), stall.processor.toFixed(1)]
        : [`${links}`, micros.toFixed(1)];
    rows.push([name, strategy, ...cost, checksum]);
  }
}
console.log(alignColumns(rows, ['left', 'left', ...costs.map(() => 'right' as const), 'left']));
