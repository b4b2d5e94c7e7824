import { given } from '../../support/given.js';
import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import { compareFields, type CompareSettings, type CompareOptions } from './compare-settings.js';
import type { Comparison } from './evaluation/comparison.js';
import type { OnWait } from '../../model/wait.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { openArena, type FinishedCrawl } from './comparison/arena.js';
import { planComparison, type ComparePlan } from './comparison/plan.js';
import { leagueText, resultsCsv } from './comparison/league-table.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { checkArguments } from '../../support/check-arguments.js';

export { leagueText };

/** The progress of a comparison. */
export interface CompareProgress {
  readonly crawls: number;
  readonly allCrawls: number;
  readonly fetched: number;
}

/** Services of a comparison. */
interface CompareDeps {
  /** Stops the comparison when aborted; finished crawls are saved. */
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly onProgress?: (progress: CompareProgress) => void;
  /** Hears of the steps before the first crawl and after the last one. */
  readonly onWait?: OnWait;
}

/** The outcome of a comparison. */
export interface CompareReport {
  readonly comparison: Comparison;
  readonly out: string;
  /** False if it was interrupted. */
  readonly complete: boolean;
}

/**
 * Crawls a stored web with every strategy, topic and classifier, and writes the results into a folder.
 * @throws UsageError, InputError as `planComparison`; OutputError
 */
export async function compareStrategies(
  options: CompareOptions,
  deps: CompareDeps = {},
): Promise<CompareReport> {
  checkArguments('compareStrategies', { options: [options, 'object'], deps: [deps, 'object'] });
  const settings = checkSettings(compareFields, options);
  const { logger = silentLogger, onWait } = deps;
  onWait?.(`opening the stored web ${settings.web} and the topics of ${settings.kb}`);
  const plan = await planComparison(settings);
  for (const note of plan.notes) logger.warn(note);
  const crawls = await crawlAll(plan, settings, deps);
  const comparison = comparisonOf(plan, crawls, settings);
  await replaceFile(path.join(settings.out, 'results.json'), `${JSON.stringify(comparison)}\n`);
  await replaceFile(path.join(settings.out, 'results.csv'), resultsCsv(comparison));
  return { comparison, out: settings.out, complete: crawls.length === plan.jobs.length };
}

/** The crawls in the order of the plan; fewer than all where it was interrupted. */
async function crawlAll(
  { jobs }: ComparePlan,
  settings: CompareSettings,
  { onProgress, signal }: CompareDeps,
): Promise<readonly FinishedCrawl[]> {
  const done: FinishedCrawl[] = [];
  let fetched = 0;
  const progress = (fetches: number): void =>
    onProgress?.({ crawls: done.length, allCrawls: jobs.length, fetched: (fetched += fetches) });
  progress(0);
  const arena = await openArena(settings);
  try {
    for (const job of jobs) {
      const crawl = await arena.run(job, () => progress(1), signal);
      if (crawl.ended === 'interrupted') break;
      done.push(crawl);
      progress(0);
    }
  } finally {
    await arena.close();
  }
  return done;
}

/** The results with numbers for pages, in the order of their first use. */
function comparisonOf(
  plan: ComparePlan,
  crawls: readonly FinishedCrawl[],
  settings: CompareSettings,
): Comparison {
  const places = new Map<string, number>();
  const indexOf = (url: string): number => {
    const place = places.get(url) ?? places.size;
    places.set(url, place);
    return place;
  };
  const compared = crawls.map((crawl) => ({
    ...crawl,
    seeds: crawl.seeds.map(indexOf),
    fetches: crawl.fetches.map(indexOf),
    accepted: crawl.accepted.map(indexOf),
  }));
  const topics = plan.topics.map(({ name, truth, targets, corpus, seeds }) => ({
    ...{ name, truth, targets: targets.map(indexOf) },
    given: [...new Set([...seeds, ...corpus])].map(indexOf),
  }));
  const { maxPages, web, maxDepth, randomSeed, repeat, seedsCount, follow, plugin } = settings;
  const { webPages } = plan;
  const plugins = plugin.length === 0 ? undefined : plugin.map((file) => path.basename(file)).join(', ');
  return {
    settings: given({
      web: path.basename(web),
      'pages of the web': webPages,
      'fetches at most (N)': maxPages,
      'links from the seeds at most': maxDepth,
      'seed of the draws': randomSeed,
      repeats: repeat,
      'seeds drawn': seedsCount,
      'links followed of pages': follow,
      plugins,
    }),
    ...{ maxPages, webPages, topics, crawls: compared, pages: [...places.keys()] },
  };
}
