/**
 * What politeness costs a crawl: the same strategies in the ideal order (no pauses, one request at a time) and politely
 * (the default pause and concurrency) with different patience, on a web of many hosts with simulated time.
 *
 *     npm run bench -- politeness [--topics databases --strategies krs,learning --pages 600 --patience 0,10]
 *
 * For each crawl: targets found, as a share of those of the ideal order as well; the mean number of targets found over
 * all requests; and simulated seconds. The web is the documentation of Debian 12 (`debian-docs` of the data). Pages are
 * judged as `npm run bench -- comparison --web debian-docs --judge ensemble` does, or by another `--judge`.
 */
import { parseArgs } from 'node:util';
import { mean } from '../src/support/statistics.js';
import { alignColumns } from '../src/support/text/columns.js';
import { benchCrawl, IDEAL, pagesAt, type BenchCrawl } from './support/bench-crawl.js';
import { benchJudgeOptions, openBenchJudge } from './support/bench-judges.js';
import { openBenchWeb } from './support/bench-webs.js';
import { strategiesNamed } from './support/league.js';

const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: 'databases,statistics' },
    strategies: { type: 'string', default: 'breadth-first,krs,best-first-page-anchor,learning' },
    pages: { type: 'string', default: '600' },
    patience: { type: 'string', default: '0,10,60' },
    judge: { type: 'string', default: 'ensemble' },
    recall: { type: 'string', default: '0.55' },
    wrong: { type: 'string', default: '0.03' },
    seed: { type: 'string', default: '1' },
  },
});
const pages = Number(values.pages);
const web = await openBenchWeb('debian-docs');
if (web === undefined) process.exit(0);

/** Mean number of targets found over all requests. */
function meanFound(crawl: BenchCrawl): number {
  return mean(Array.from({ length: pages }, (_, index) => pagesAt(crawl, index + 1))) ?? 0;
}

const rows = [
  ['topic', 'strategy', 'order', 'found', 'of ideal', 'mean found', 'requests', 'seconds', 'real seconds'],
];
for (const topic of web.topics) {
  if (!values.topics.split(',').includes(topic.name)) continue;
  const judge = openBenchJudge(web.name, topic, benchJudgeOptions(values));
  for (const strategy of strategiesNamed(values.strategies)) {
    let ideal: number | undefined;
    for (const patience of [undefined, ...values.patience.split(',').map(Number)]) {
      const manners = patience === undefined ? IDEAL : { patience };
      const begin = performance.now();
      const measured = await benchCrawl(strategy, manners, { web, topic, judge, pages });
      judge.save();
      const found = pagesAt(measured, pages);
      ideal ??= found;
      rows.push([
        topic.name,
        strategy,
        patience === undefined ? 'ideal' : `patience ${patience} s`,
        `${found}`,
        `${Math.round((100 * found) / ideal)} %`,
        meanFound(measured).toFixed(1),
        `${measured.hits.length}`,
        measured.seconds.toFixed(0),
        ((performance.now() - begin) / 1000).toFixed(0),
      ]);
      console.error(rows.at(-1)?.join(', '));
    }
  }
}
console.log(alignColumns(rows, ['left', 'left', 'left', ...rows.slice(0, 6).map(() => 'right' as const)]));
