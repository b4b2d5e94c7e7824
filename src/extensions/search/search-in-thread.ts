import { Worker } from 'node:worker_threads';
import type { PagePassages, SearchAnswer, SearchHow, SearchWish } from '../../model/collection-search.js';
import { openThreadPool, type ThreadPool } from '../../support/threads/pool.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import type { SearchProtocol } from './search-messages.js';
import { THREAD_OPTIONS } from '../../support/threads/pool.js';

/** Searches at the same time: one that is slow does not keep another one waiting. */
const THREADS = 2;
/** Milliseconds without a search after which the threads end. */
const IDLE = 60_000;

/** The threads of this process, while there are some. */
interface Threads {
  readonly pool: ThreadPool<SearchProtocol>;
  /** Searches under way, by number, with what hears of their progress. */
  readonly running: Map<number, SearchHow['onProgress']>;
  readonly workers: Set<Worker>;
  idle?: NodeJS.Timeout;
}

let threads: Threads | undefined;
let count = 0;

function openThreads(): Threads {
  const opened: Threads = {
    running: new Map(),
    workers: new Set(),
    pool: openThreadPool<SearchProtocol>({
      script: new URL('./search-worker.js', import.meta.url),
      data: () => undefined,
      calls: { progress: ({ id, progress }) => opened.running.get(id)?.(progress) },
      size: THREADS,
      tasksAtOnce: 1,
      retries: false,
      purpose: 'search',
      hint: 'give sfwc more memory',
      startWorker: () => {
        const worker = new Worker(new URL('./search-worker.js', import.meta.url), THREAD_OPTIONS);
        opened.workers.add(worker);
        worker.once('exit', () => opened.workers.delete(worker));
        return worker;
      },
    }),
  };
  return opened;
}

/**
 * Does a task in a thread. Threads that do nothing do not keep the process alive, and end after a minute.
 * @throws what the task throws; the reason of the signal, at once: the thread ends soon after
 */
async function inThread<T>(
  how: SearchHow,
  task: (pool: ThreadPool<SearchProtocol>, id: number) => Promise<T>,
): Promise<T> {
  const { signal, onProgress } = how;
  signal?.throwIfAborted();
  const own = (threads ??= openThreads());
  const id = (count += 1);
  clearTimeout(own.idle);
  own.running.set(id, onProgress);
  const working = task(own.pool, id).finally(() => {
    own.running.delete(id);
    if (own.running.size > 0) return;
    for (const worker of own.workers) worker.unref();
    own.idle = setTimeout(() => close(own), IDLE).unref();
  });
  for (const worker of own.workers) worker.ref();
  try {
    return await unlessAborted(working, signal);
  } catch (thrown) {
    // A thread that dies is followed by another one.
    if (thrown instanceof NoAnswerError && signal?.aborted === true) throw signal.reason;
    throw thrown;
  }
}

function close(own: Threads): void {
  if (threads === own) threads = undefined;
  void own.pool.close();
}

async function unlessAborted<T>(working: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return working;
  // It is rejected later, when nobody waits for it any more.
  working.catch(() => undefined);
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Searches collections in a thread: what is slow there does not block this one, and ends with its signal.
 * @throws UsageError for the query and for a topic that no crawl has; InputError where a folder holds no crawl, or its index
 *   is damaged; OutputError where an index cannot be written; what `signal` says
 */
export function searchCollections(
  outs: readonly string[],
  query: string,
  { offset = 0, topic = [], ...settings }: SearchWish,
  how: SearchHow,
): Promise<SearchAnswer> {
  const options = { ...settings, ...(topic.length === 0 ? {} : { topic }) };
  return inThread(how, (pool, id) =>
    pool.run('search', () => ({ id, outs, query, options, offset }), { signal: how.signal }),
  );
}

/** Passages of an accepted page, found in a thread; see `readPassages`. @throws as {@link searchCollections} */
export function passagesOf(
  out: string,
  url: string,
  wanted: { readonly from: number; readonly to: number },
  how: SearchHow,
): Promise<PagePassages> {
  return inThread(how, (pool, id) =>
    pool.run('passages', () => ({ id, out, url, wanted }), { signal: how.signal }),
  );
}
