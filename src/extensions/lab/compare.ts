import { given } from '../../support/given.js';
import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import { compareFields, type CompareSettings, type CompareOptions } from './compare-settings.js';
import type { ComparedCrawl, Comparison } from './evaluation/comparison.js';
import type { OnWait } from '../../model/wait.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { verdictGroup, type CompareJob, type JobOutcome, type Verdicts } from './comparison/job.js';
import { planComparison, type ComparePlan } from './comparison/plan.js';
import { runJobs } from './comparison/comparison-pool.js';
import {
  COMPARISON_FILES,
  createPageTable,
  readComparison,
  toComparedCrawl,
  writeComparisonFile,
} from './comparison/results-file.js';
import { resultsCsv } from './comparison/league-table.js';
import { checkArguments } from '../../support/check-arguments.js';

export { leagueText } from './comparison/league-table.js';

/** The progress of a comparison. */
export interface CompareProgress {
  readonly crawls: number;
  readonly allCrawls: number;
  readonly fetched: number;
}

/** Services of a comparison. */
export interface CompareDeps {
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

/** Number of crawls after which the results are saved. */
const SAVE_EVERY = 5;

/**
 * Crawls a stored web with every strategy, topic and classifier, and writes the results into a folder. Crawls that
 * are already in the folder, with the same texts, seeds and limits, are not repeated.
 *
 * @throws UsageError, InputError as `planComparison`; OutputError
 */
export async function compareStrategies(
  options: CompareOptions,
  deps: CompareDeps = {},
): Promise<CompareReport> {
  checkArguments('compareStrategies', {
    options: [options, 'object'],
    deps: [deps, 'object'],
  });
  const settings = checkSettings(compareFields, options);
  const logger = deps.logger ?? silentLogger;
  const { onWait } = deps;
  onWait?.(`opening the stored web ${settings.web} and the topics of ${settings.kb}`);
  const plan = await planComparison(settings);
  for (const note of plan.notes) logger.warn(note);
  onWait?.(`reading the results in ${settings.out}`);
  const before = settings.force ? undefined : await readComparison(settings.out);
  const state = openState(settings, plan, before);
  const open = plan.jobs.filter((job) => !state.crawls.has(job.key));
  if (open.length < plan.jobs.length) {
    logger.warn(
      `${plan.jobs.length - open.length} of ${plan.jobs.length} crawls are already in ${settings.out}`,
    );
  }
  const done = await crawlOpen(open, state, settings, deps);
  const comparison = await state.save();
  await writeComparisonFile(settings.out, COMPARISON_FILES.table, resultsCsv(comparison));
  return { comparison, out: settings.out, complete: done === open.length };
}

/** Crawls what was not crawled before; returns how many crawls are done, fewer than all where it was interrupted. */
async function crawlOpen(
  open: readonly CompareJob[],
  state: CompareState,
  settings: CompareSettings,
  { onProgress, signal }: CompareDeps,
): Promise<number> {
  let fetched = 0;
  let done = 0;
  const progress = (): void => onProgress?.({ crawls: done, allCrawls: open.length, fetched });
  progress();
  await runJobs(open, settings, {
    signal,
    knownVerdicts: state.knownVerdicts,
    onFetch: () => {
      fetched += 1;
      progress();
    },
    onDone: async (job, outcome) => {
      done += 1;
      progress();
      state.add(job, outcome);
      if (done % SAVE_EVERY === 0) await state.save();
    },
  });
  return done;
}

interface CompareState {
  readonly crawls: ReadonlyMap<string, ComparedCrawl>;
  readonly knownVerdicts: (job: CompareJob) => Verdicts;
  readonly add: (job: CompareJob, outcome: JobOutcome) => void;
  readonly save: () => Promise<Comparison>;
}

function openState(
  settings: CompareSettings,
  plan: ComparePlan,
  before: Comparison | undefined,
): CompareState {
  const table = createPageTable(before?.pages ?? []);
  const wanted = new Map(plan.jobs.map((job, index) => [job.key, index]));
  const crawls = new Map(
    before?.crawls.filter(({ key }) => wanted.has(key)).map((crawl) => [crawl.key, crawl]),
  );
  const verdicts = new Map<string, Verdicts>();
  return {
    crawls,
    knownVerdicts: (job) => verdicts.get(verdictGroup(job)) ?? {},
    add(job, outcome) {
      crawls.set(job.key, toComparedCrawl(outcome.crawl, table.indexOf));
      const group = verdictGroup(job);
      verdicts.set(group, { ...verdicts.get(group), ...outcome.verdicts });
    },
    async save() {
      const topics = comparedTopics(plan, table);
      const comparison: Comparison = {
        settings: shownSettings(settings, plan),
        maxPages: settings.maxPages,
        webPages: plan.webPages,
        pages: table.pages,
        topics,
        crawls: [...crawls.values()].sort((a, b) => (wanted.get(a.key) ?? 0) - (wanted.get(b.key) ?? 0)),
      };
      await writeComparisonFile(settings.out, COMPARISON_FILES.results, `${JSON.stringify(comparison)}\n`);
      return comparison;
    },
  };
}

function comparedTopics(
  plan: ComparePlan,
  { indexOf }: ReturnType<typeof createPageTable>,
): Comparison['topics'] {
  return plan.topics.map(({ name, truth, targets, corpus, seeds }) => ({
    name,
    truth,
    targets: targets.map(indexOf),
    given: [...new Set([...seeds, ...corpus])].map(indexOf),
  }));
}

/** The settings that the report shows. */
function shownSettings(settings: CompareSettings, plan: ComparePlan): Comparison['settings'] {
  const { web, maxPages, maxDepth, randomSeed, repeat, seedsCount, follow, plugin } = settings;
  return {
    web: web.replace(/^.*[\\/](?=[^\\/]+[\\/]?$)/, ''),
    'pages of the web': plan.webPages,
    'fetches at most (N)': maxPages,
    'links from the seeds at most': maxDepth,
    'seed of the draws': randomSeed,
    repeats: repeat,
    ...given({
      'seeds drawn': seedsCount,
      'links followed of pages': follow,
    }),
    ...(plugin.length === 0 ? {} : { plugins: plugin.map((file) => path.basename(file)).join(', ') }),
  };
}
