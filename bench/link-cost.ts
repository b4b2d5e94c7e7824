/**
 * What valuing a link costs by each strategy, in microseconds of processor time: the links of 500 pages of a web are valued,
 * the pages observed and their revisions taken, as in a crawl that requests the pages in this order.
 *
 *     npm run bench -- link-cost [--web both --strategies learning,shark-search --pages 500]
 *
 * The last column is a checksum of all values, by which one sees whether a change has an effect on them.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { strategyParts } from '../src/app/crawl/setup/open-strategy.js';
import { judgementOf } from '../src/extensions/lab/comparison/arena.js';
import type { Page } from '../src/model/page.js';
import { sample, seededRandom } from '../src/support/random.js';
import { alignColumns } from '../src/support/text/columns.js';
import { loadContestant } from './support/ablated-strategy.js';
import type { BenchStrategy } from './support/bench-crawl.js';
import { openBenchWeb, type BenchTopic } from './support/bench-webs.js';
import { strategiesNamed, websNamed } from './support/league.js';

const { values } = parseArgs({
  options: {
    web: { type: 'string', default: 'both' },
    strategies: {
      type: 'string',
      default: 'learning,tree-frontier,tag-path,best-first-page-anchor,shark-search,lpe,krs',
    },
    pages: { type: 'string', default: '500' },
  },
});

/** Microseconds per link, and a checksum of the values. */
async function measure(
  strategy: Exclude<BenchStrategy, 'label-greedy'>,
  { texts, members }: BenchTopic,
  pages: readonly Page[],
): Promise<readonly [links: number, micros: number, checksum: string]> {
  const parts = strategyParts(texts);
  const make = await loadContestant(strategy);
  const priority = make({ ...parts, label: ({ url }) => members.has(url) });
  const checksum = createHash('sha256');
  let [links, micros] = [0, 0];
  for (const [sequence, page] of pages.entries()) {
    const relevant = members.has(page.url);
    const judgement = judgementOf('ensemble', [relevant, relevant ? 0.8 : (sequence % 10) / 50]);
    const entry = { url: page.url, depth: 0, priority: { value: 1, reason: '' } };
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
    const found = page.links.map((link) =>
      priority.prioritise({ link, source: page, judgement, depth: 1, entry }),
    );
    priority.observe?.(event, page);
    const revised = [...(priority.revisions?.() ?? [])];
    const { user, system } = process.cpuUsage(begin);
    links += page.links.length;
    micros += user + system;
    checksum.update(
      JSON.stringify([found.map((one) => one?.value), revised.map(([url, { value }]) => [url, value])]),
    );
  }
  return [links, micros / links, checksum.digest('hex').slice(0, 8)];
}

const rows = [['web', 'strategy', 'links', 'µs per link', 'checksum']];
for (const name of websNamed(values.web)) {
  const web = await openBenchWeb(name);
  const [topic] = web?.topics ?? [];
  if (web === undefined || topic === undefined) continue;
  const pages: Page[] = [];
  for (const url of sample(web.web.pages, Number(values.pages), seededRandom(1))) {
    const page = await web.pageAt(url);
    if (page !== undefined) pages.push(page);
  }
  for (const strategy of strategiesNamed(values.strategies)) {
    if (strategy === 'label-greedy') continue;
    const [links, micros, checksum] = await measure(strategy, topic, pages);
    rows.push([name, strategy, `${links}`, micros.toFixed(1), checksum]);
  }
}
console.log(alignColumns(rows, ['left', 'left', 'right', 'right', 'left']));
