import { meanBand, SHARES } from '../../src/extensions/lab/evaluation/league.js';
import { mean } from '../../src/support/statistics.js';
import { curveAt, pagesAt, type BenchCrawl, type BenchStrategy } from './bench-crawl.js';

/** A crawl of the league. */
export interface LeagueCrawl extends BenchCrawl {
  readonly topic: string;
  readonly strategy: BenchStrategy;
  readonly order: 'ideal' | 'polite';
  readonly draw: number;
}

/** Requests at which curves are shown. */
const POINTS = [100, 300, 1000, 2000] as const;

type Cells = readonly string[];

/** A table in Markdown. */
function markdown(rows: readonly Cells[]): string {
  const [head = [], ...rest] = rows;
  const line = (cells: Cells): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
}

/**
 * What the crawls of one web found: a table by topic, and one of the points of the curve, for each order.
 * @param pages requests of each crawl
 */
export function leagueReport(crawls: readonly LeagueCrawl[], pages: number): string {
  const orders = [...new Set(crawls.map(({ order }) => order))];
  const parts = orders.flatMap((order) => {
    const own = crawls.filter((crawl) => crawl.order === order);
    const ranked = rank(own, pages);
    return [
      order === 'ideal' ? IDEAL_ORDER : POLITE_ORDER,
      byTopic(own, ranked, pages),
      byPoints(own, ranked, pages),
    ];
  });
  return [...parts, ...(orders.length > 1 ? [gaps(crawls, pages)] : [])].join('\n\n');
}

const IDEAL_ORDER = 'Ideal order: one request at a time, no pauses.';
const POLITE_ORDER =
  'Polite: with the default pause between requests to a host, and the default concurrency.';

/** The strategies, the best first. */
function rank(crawls: readonly LeagueCrawl[], pages: number): readonly BenchStrategy[] {
  const value = (strategy: BenchStrategy): number =>
    meanOf(crawls.filter((crawl) => crawl.strategy === strategy).map((crawl) => curveAt(crawl, pages)));
  return [...new Set(crawls.map(({ strategy }) => strategy))].sort((a, b) => value(b) - value(a));
}

function byTopic(crawls: readonly LeagueCrawl[], ranked: readonly BenchStrategy[], pages: number): string {
  const topics = [...new Set(crawls.map(({ topic }) => topic))];
  const rows = ranked.map((strategy) => {
    const own = crawls.filter((crawl) => crawl.strategy === strategy);
    const cells = topics.map((topic) => {
      const draws = own.filter((crawl) => crawl.topic === topic);
      if (draws.length === 0) return '–';
      const curves = draws.map((crawl) => curveAt(crawl, pages));
      const { mean: middle, low, high, count } = meanBand(curves, SHARES);
      const band = count > 1 ? ` [${low.toFixed(2)}, ${high.toFixed(2)}]` : '';
      const found = meanOf(draws.map((crawl) => pagesAt(crawl, pages)));
      const hosts = meanOf(draws.map((crawl) => crawl.hosts));
      return `${middle.toFixed(3)}${band} (${found.toFixed(0)} pages, ${hosts.toFixed(0)} hosts)`;
    });
    return [strategy, ...cells, meanOf(own.map((crawl) => curveAt(crawl, pages))).toFixed(3)];
  });
  const heads = topics.map((topic) => {
    const { targets = 0 } = crawls.find((crawl) => crawl.topic === topic) ?? {};
    return `${topic} (${targets} targets)`;
  });
  return markdown([['strategy', ...heads, 'mean'], ...rows]);
}

function byPoints(crawls: readonly LeagueCrawl[], ranked: readonly BenchStrategy[], pages: number): string {
  const points = POINTS.filter((point) => point <= pages);
  const rows = ranked.map((strategy) => {
    const own = crawls.filter((crawl) => crawl.strategy === strategy);
    const at = points.map((point) => {
      const found = meanOf(own.map((crawl) => pagesAt(crawl, point)));
      return `${meanOf(own.map((crawl) => curveAt(crawl, point))).toFixed(3)} (${found.toFixed(0)})`;
    });
    const requests = meanOf(own.map(({ hits }) => hits.length)).toFixed(0);
    const seconds = meanOf(own.map((crawl) => crawl.seconds)).toFixed(0);
    return [strategy, ...at, requests, seconds];
  });
  const heads = points.map((point) => `${point} requests`);
  return markdown([['strategy', ...heads, 'requests made', 'simulated s'], ...rows]);
}

/** How much of the ideal order the polite one keeps. */
function gaps(crawls: readonly LeagueCrawl[], pages: number): string {
  const rows = rank(crawls, pages).map((strategy) => {
    const [ideal, polite] = (['ideal', 'polite'] as const).map((order) =>
      meanOf(
        crawls
          .filter((crawl) => crawl.order === order && crawl.strategy === strategy)
          .map((crawl) => curveAt(crawl, pages)),
      ),
    );
    return [strategy, ((100 * (polite ?? 0)) / Math.max(1e-9, ideal ?? 0)).toFixed(0) + ' %'];
  });
  return markdown([['strategy', 'polite curve, of the ideal'], ...rows]);
}

function meanOf(values: readonly number[]): number {
  return mean(values) ?? 0;
}
