import { availableParallelism } from 'node:os';
import { productToken } from '../../../crawling/politeness/robots.js';
import { resolveOptions, type WithParts } from '../../../app/settings/plugin-options.js';
import { openingText } from '../../../app/classify/classify-page.js';
import { chosenClassifier } from '../../../judging/judge/chosen-classifier.js';
import { threadParts } from '../../../judging/judge/judge-pool.js';
import { openEncoder } from '../../../judging/judge/open-judge.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { askRemotes, planJudges } from '../../../judging/judge/judge.js';
import { Interrupted, messageOf, OutputError, QueryError, ThreadError } from '../../../model/errors.js';
import { OPENING, type OnWait } from '../../../model/wait.js';
import { packageVersion } from '../../../support/package-version.js';
import { openThreadPool } from '../../../support/threads/pool.js';
import type { FileOutcome, FileProgress, FilterProtocol, FilterTask } from './filter-messages.js';
import { filterFields, type FilterOptions, type FilterSettings } from './filter-settings.js';
import {
  basisOf,
  commonBasis,
  completedOutcome,
  outputsOf,
  refuseClashes,
  removeLeftovers,
  removeUnfinished,
} from './outputs.js';

/** Outcome of one of the files. */
export type FilteredFile = { readonly file: string } & (
  | ({
      readonly state: 'filtered' | 'already complete';
      readonly warc: string;
      readonly parquet: string;
    } & FileOutcome)
  | { readonly state: 'failed'; readonly error: string; readonly hint?: string }
);

/** Services for filtering files besides settings. */
export interface FilterDeps {
  readonly signal?: AbortSignal;
  readonly warn?: (message: string) => void;
  readonly onWait?: OnWait;
  /** Called several times per second with how far a file in work is. */
  readonly onProgress?: (file: string, progress: FileProgress) => void;
}

/** Milliseconds without progress after which a thread is ended; its file is tried once more, alone. */
const PATIENCE = 300_000;

/**
 * Memory limits of a thread in megabytes: two records of the largest size, and what judging them takes. The younger generation is four times
 * that of a crawl's threads: nothing else runs, and garbage collection took a sixth of the time.
 */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 };

/**
 * Filters archives, one per thread: writes the accepted records of each as a WARC file, and a row for each as Parquet. Yields what
 * came of each file, as they end. A file whose outputs are complete is not read again; a file that cannot be filtered does not
 * stop the others.
 *
 * Each file has a threshold of its own, by its first 2000 pages, as for `classifyPages` with this file alone: its verdicts do not depend
 * on other files, threads and machines.
 *
 * @throws UsageError, InputError for settings, topics and names of files; OutputError; Interrupted, after which the same call continues
 */
export async function* filterArchives(
  files: readonly string[],
  options: WithParts<FilterOptions, 'classifier' | 'linkers'>,
  deps: FilterDeps = {},
): AsyncGenerator<FilteredFile, void> {
  const { settings, plugins } = await resolveOptions(filterFields, options);
  const { warn = () => undefined, onWait, signal } = deps;
  refuseClashes(files, settings.out);
  onWait?.(openingText(settings), OPENING);
  const topics = await planJudges(settings, chosenClassifier(settings), plugins, warn);
  // A missing package ends the command before any file is read.
  await openEncoder(settings, topics, {});
  const threads = Math.min(settings.workers ?? availableParallelism(), files.length);
  onWait?.(`starting ${threads} ${threads === 1 ? 'thread' : 'threads'}`, { busy: 0 });
  const work = workInThreads(topics, threads, { settings, deps });
  try {
    const common = commonBasis(topics, settings);
    const filter = (file: string): Promise<FilteredFile> => filterOne(file, common, settings, work);
    yield* asTheyEnd(files, threads, filter, signal);
  } finally {
    await work.close();
  }
}

/** Filters files in threads. */
interface Work {
  run(task: FilterTask): Promise<FileOutcome>;
  close(): Promise<void>;
}

interface WorkSettings {
  readonly settings: FilterSettings;
  readonly deps: FilterDeps;
}

/** Files under way, with the thread and the time of the last sign of life. */
type UnderWay = Map<string, { readonly thread: number; heard: number }>;

function workInThreads(
  topics: readonly JudgeParts[],
  threads: number,
  { settings: { accept, encoder, userAgent }, deps: { signal, onProgress } }: WorkSettings,
): Work {
  const { data, calls } = threadParts(topics);
  const ask = askRemotes(topics);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const underWay: UnderWay = new Map();
  const own = { crawler: productToken(userAgent), accept, encoder, asksService: ask !== undefined, stop };
  const pool = openThreadPool<FilterProtocol>({
    script: new URL('./filter-worker.js', import.meta.url),
    data: () => ({ ...data(), ...own }),
    calls: {
      ...calls,
      link: (text) => ask?.(text),
      progress: ({ file, ...progress }) => {
        const known = underWay.get(file);
        if (known !== undefined) known.heard = performance.now();
        onProgress?.(file, progress);
      },
    },
    size: threads,
    tasksAtOnce: 1,
    limits: LIMITS,
    purpose: 'filter archives',
    hint: 'give sfwc more memory, or try fewer --workers',
  });
  const end = (): void => void (stop[0] = 1);
  signal?.addEventListener('abort', end);
  const watching = setInterval(() => endSilent(underWay, pool), PATIENCE / 10).unref();
  return {
    async run(task) {
      const begin = (thread: number): FilterTask => {
        underWay.set(task.file, { thread, heard: performance.now() });
        return task;
      };
      return pool.run('filter', begin).finally(() => underWay.delete(task.file));
    },
    async close() {
      clearInterval(watching);
      signal?.removeEventListener('abort', end);
      await pool.close();
    },
  };
}

function endSilent(underWay: UnderWay, pool: { end(thread: number): void }): void {
  for (const { thread, heard } of underWay.values())
    if (performance.now() - heard > PATIENCE) pool.end(thread);
}

async function filterOne(
  file: string,
  common: ReturnType<typeof commonBasis>,
  settings: FilterSettings,
  work: Work,
): Promise<FilteredFile> {
  const outputs = outputsOf(file, settings.out);
  const { warc, parquet } = outputs;
  try {
    const basis = await basisOf(file, common);
    const before = await completedOutcome(outputs, basis);
    if (before !== undefined) return { file, state: 'already complete', warc, parquet, ...before };
    await removeLeftovers(outputs);
    const info = {
      software: `sfwc/${packageVersion()}`,
      format: 'WARC File Format 1.1',
      topic: common.topics.join(', '),
    };
    const { maxBytes } = settings;
    const topic = common.topics.length === 1 ? { topic: common.topics[0] } : {};
    const outcome = await work.run({ ...{ file, outputs, maxBytes, basis, info }, ...topic });
    return { file, state: 'filtered', warc, parquet, ...outcome };
  } catch (thrown) {
    await removeUnfinished(outputs);
    if (isOfAll(thrown)) throw thrown;
    const { hint } = Object(thrown) as { readonly hint?: string };
    return { file, state: 'failed', error: messageOf(thrown), ...(hint === undefined ? {} : { hint }) };
  }
}

/** True if an error would befall all other files as well. */
function isOfAll(thrown: unknown): boolean {
  return [Interrupted, OutputError, QueryError, ThreadError].some((kind) => thrown instanceof kind);
}

/** The results of files in the order in which they end. @throws the first failure, and Interrupted; the others are waited for */
async function* asTheyEnd(
  files: readonly string[],
  atOnce: number,
  filter: (file: string) => Promise<FilteredFile>,
  signal: AbortSignal | undefined,
): AsyncGenerator<FilteredFile, void> {
  const running = new Set<Promise<{ readonly done: FilteredFile }>>();
  const waiting = [...files];
  try {
    for (;;) {
      while (running.size < atOnce && waiting.length > 0 && signal?.aborted !== true) {
        const own = filter(waiting.shift() ?? '').then((done) => {
          running.delete(own);
          return { done };
        });
        running.add(own);
      }
      if (running.size === 0) break;
      yield (await Promise.race(running)).done;
    }
    signal?.throwIfAborted();
  } finally {
    await Promise.allSettled(running);
  }
}
