import { availableParallelism } from 'node:os';

/**
 * The other threads that read and judge pages.
 * @param workers as `--workers` says it: with 1, the main thread judges; default: as usual
 * @param usual by default one per core but one, which the main thread keeps busy with fetching and storing. On two cores, two
 *   judging threads are no faster than one: they take 10 % more processor time, and 120 MB more.
 */
export function judgingThreads(workers: number | undefined, usual = availableParallelism() - 1): number {
  if (workers === undefined) return usual;
  return workers === 1 ? 0 : workers;
}
