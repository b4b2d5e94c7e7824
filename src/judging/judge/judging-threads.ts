import { availableParallelism } from 'node:os';

/**
 * The threads that read and judge pages: one per core but one, which the main thread keeps busy with fetching and storing. On
 * two cores, two judging threads are no faster than one: they take 10 % more processor time, and 120 MB more.
 */
export function judgingThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** Seconds that a thread may be busy with a page. Most pages take 10 ms, the largest some seconds. */
const MAX_PAGE_SECONDS = 30;
/** Seconds that a page may take with all that its thread waits for: services that are slow, and asked again. */
const MAX_WAITING_SECONDS = 120;

/**
 * Memory limits of a thread in megabytes. The old generation leaves room for several times the need of the largest page.
 * The young one fills whatever it may take: with 32, two threads took some 30 MB more; 12 hardly saved more than 24.
 */
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 };

/** Pages in progress per thread, since pages wait for counts, possibly from a remote endpoint. */
export const PAGES_AT_ONCE = 4;

/** Limits of the threads that read and judge pages. */
export const JUDGING_THREAD = {
  script: new URL('./judge-worker.js', import.meta.url),
  tasksAtOnce: PAGES_AT_ONCE,
  seconds: MAX_WAITING_SECONDS,
  busySeconds: MAX_PAGE_SECONDS,
  limits: LIMITS,
  purpose: 'judge pages',
  hint: 'give sfwc more memory, or fewer workers; --resume continues the crawl',
};
