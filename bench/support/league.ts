import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STRATEGY_NAMES } from '../../src/judging/plugins/built-in-strategies.js';
import { benchCrawl, IDEAL, type BenchCrawl, type BenchStrategy } from './bench-crawl.js';
import { judgeInWords, openBenchJudge, type BenchJudgeOptions } from './bench-judges.js';
import { BENCH_WEBS, openBenchWeb, type BenchWeb, type BenchWebName } from './bench-webs.js';
import { leagueReport, type LeagueCrawl } from './league-report.js';

/** What the league is to be of. */
export interface LeagueOptions extends BenchJudgeOptions {
  readonly webs: readonly BenchWebName[];
  /** Empty: all. */
  readonly topics: readonly string[];
  readonly strategies: readonly BenchStrategy[];
  readonly orders: readonly ('ideal' | 'polite')[];
  readonly pages: number;
  /** Draws of seeds: the given ones, then pages drawn from the topic. */
  readonly draws: number;
  /** Folder that keeps the crawls. Those that it holds are not done again. */
  readonly out: string;
}

/** Reads a web's name, or `both`. Throws for any other. */
export function websNamed(name: string): readonly BenchWebName[] {
  if (name === 'both') return BENCH_WEBS;
  const known = BENCH_WEBS.find((one) => one === name);
  if (known === undefined) throw new Error(`--web ${name}: use ${BENCH_WEBS.join(', ')} or both`);
  return [known];
}

/** Reads names of strategies, or `all`. Throws for an unknown one. */
export function strategiesNamed(list: string): readonly BenchStrategy[] {
  const all: readonly BenchStrategy[] = [...STRATEGY_NAMES, 'label-greedy'];
  if (list === 'all') return all;
  return list.split(',').map((name) => {
    const known = all.find((one) => one === name);
    if (known !== undefined) return known;
    throw new Error(`--strategies ${name}: use all, or ${all.join(', ')}`);
  });
}

/** Crawls the webs by all strategies. Gives the report in Markdown, a section for each web. */
export async function league(options: LeagueOptions): Promise<string> {
  const sections: string[] = [];
  for (const name of options.webs) {
    const web = await openBenchWeb(name);
    if (web !== undefined) sections.push(await leagueOf(web, options));
  }
  return sections.join('\n\n');
}

async function leagueOf(web: BenchWeb, options: LeagueOptions): Promise<string> {
  const { pages, orders, strategies, draws } = options;
  const crawls: LeagueCrawl[] = [];
  for (const topic of web.topics) {
    if (options.topics.length > 0 && !options.topics.includes(topic.name)) continue;
    const judge = openBenchJudge(web.name, topic, options);
    for (const strategy of strategies)
      for (const order of orders)
        for (let draw = 0; draw < draws; draw += 1) {
          crawls.push(
            await crawlOnce(
              { topic: topic.name, strategy, order, draw },
              async () => {
                const manners = order === 'ideal' ? IDEAL : {};
                const found = await benchCrawl(strategy, manners, { web, topic, judge, pages, draw });
                judge.save();
                return found;
              },
              web.name,
              options,
            ),
          );
        }
  }
  const { pages: all, hosts } = web.web;
  const drawn = draws > 1 ? ` ${draws} draws of seeds; in brackets: a 95 % confidence band.` : '';
  return `### ${web.name}

${all.length} pages on ${hosts.size} hosts, ${pages} requests, judged by ${judgeInWords(options)}.${drawn} Share of the best possible curve, Σ found(n) / Σ min(n, targets), and in brackets what was found by the last request. label-greedy orders links by the labels of their targets: a bound.

${leagueReport(crawls, pages)}`;
}

/** What tells the crawls of a web apart. */
type CrawlName = Omit<LeagueCrawl, keyof BenchCrawl>;

/** Crawls, or reads what was found when the same was crawled before. */
async function crawlOnce(
  name: CrawlName,
  run: () => Promise<BenchCrawl>,
  web: BenchWebName,
  { out, pages, judge, recall, wrong, seed }: LeagueOptions,
): Promise<LeagueCrawl> {
  const { topic, strategy, order, draw } = name;
  const judged = judge === 'simulated' ? [judge, recall, wrong, seed] : [judge];
  const file = path.join(out, `${[web, topic, strategy, order, draw, pages, ...judged].join('_')}.json`);
  if (existsSync(file)) return { ...name, ...(JSON.parse(readFileSync(file, 'utf8')) as BenchCrawl) };
  const begin = performance.now();
  const found = await run();
  mkdirSync(out, { recursive: true });
  writeFileSync(file, JSON.stringify(found));
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  const hits = found.hits.filter(Boolean).length;
  console.error(`${web} ${topic} ${strategy} ${order} ${draw}: ${hits} found, ${seconds} s`);
  return { ...name, ...found };
}
