import { availableParallelism } from 'node:os';

/**
 * The threads that read and judge pages, at least one: a page that blocks or kills its thread then ends alone.
 *
 * There is one per core but one, which the main thread keeps busy with fetching and storing. On two cores, two judging
 * threads are no faster than one: they take 10 % more processor time, and 120 MB more.
 */
export function judgingThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}
