import type { DatasetChange } from './dataset-changes.js';
import type { Home } from './graph-files.js';
import { messageOf, QueryError, ServiceError } from '../../../model/errors.js';
import { takeTurns } from '../../../support/take-turns.js';
import { NoAnswerError } from '../../../support/threads/thread-errors.js';
import { openThreadPool, type ThreadPool } from '../../../support/threads/pool.js';
import type { DatasetJob, DatasetOutcome, LoadedFile, PreparedChange } from './dataset-service.js';
import { commitChange, removePartials } from './saved-change.js';

/** The protocol of threads with a dataset. */
export interface DatasetProtocol {
  readonly data: {
    readonly files: readonly string[];
    readonly writable: boolean;
    readonly queryMemory: number;
  };
  /** The loaded files. */
  readonly ready: readonly LoadedFile[];
  readonly tasks: { readonly run: (job: DatasetJob) => DatasetOutcome };
  readonly calls: Readonly<Record<string, never>>;
}

/** Plan of serving a knowledge base. */
export interface PoolPlan {
  readonly files: readonly string[];
  /** Place in which new graphs are saved; undefined when nothing may be changed. */
  readonly home: Home | undefined;
  /** Threads, each with the whole dataset in memory. */
  readonly workers: number;
  /** Seconds for a job, and for waiting before it. */
  readonly timeout: number;
  /** Megabytes of memory for a job, in addition to what the data takes. */
  readonly queryMemory: number;
  /** Jobs that may wait for a free thread. */
  readonly maxWaiting: number;
  /** The compiled worker; for tests, which run from the sources. */
  readonly script?: URL;
  /** Called with messages for the operator. */
  readonly onNote: (note: string) => void;
}

/** A dataset in several threads with the same content. */
export interface DatasetPool {
  /** Runs a read-only job. @throws QueryError, ServiceError */
  ask(job: DatasetJob, signal?: AbortSignal): Promise<DatasetOutcome>;
  /**
   * Makes a change in one thread, saves it, and replicates it to the others: later queries see it. Changes are made
   * one after the other.
   * @throws QueryError, ServiceError, OutputError; then nothing is changed, in memory or on disk
   */
  change(change: DatasetChange, signal?: AbortSignal): Promise<PreparedChange>;
  /** Number of changes; results derived from the dataset are valid for one version. */
  version(): number;
  close(): void;
}

/** Seconds before a thread that could not load its files retries. */
const RETRY_SECONDS = 5;

/** A dataset, its threads, and the files that hold it by now. */
interface ServedDataset {
  readonly plan: PoolPlan;
  readonly pool: ThreadPool<DatasetProtocol>;
  files: readonly LoadedFile[];
  version: number;
}

/**
 * Opens a dataset in threads. Resolves when the first thread has loaded it; the others follow in the background.
 * @throws InputError when the files cannot be loaded
 */
export async function openDatasetPool(plan: PoolPlan): Promise<DatasetPool> {
  const inTurn = takeTurns();
  const pool = openThreads(plan, () => dataset.files.map(({ file }) => file));
  const files = plan.files.map((file): LoadedFile => ({ file, graphs: [], stamp: '' }));
  const dataset: ServedDataset = { plan, pool, files, version: 0 };
  dataset.files = await pool.start();
  return {
    ask: (job, signal) =>
      pool
        .run('run', () => job, { signal })
        .catch((error: unknown) => {
          throw toServiceError(error, plan);
        }),
    change: (change, signal) => {
      const { home } = plan;
      if (home === undefined) throw new ServiceError('unavailable', 'the dataset is served for reading only');
      return inTurn(() => makeChange(change, home, dataset, signal));
    },
    version: () => dataset.version,
    close: () => void pool.close(),
  };
}

async function makeChange(
  change: DatasetChange,
  home: Home,
  dataset: ServedDataset,
  signal?: AbortSignal,
): Promise<PreparedChange> {
  const { files } = dataset;
  try {
    let changed = 0;
    const job = (thread: number): DatasetJob => {
      changed = thread;
      return { kind: 'change', change, files, home };
    };
    const outcome = await dataset.pool.run('run', job, { signal });
    if (outcome.kind !== 'changed') throw new ServiceError('unavailable', 'the change was not made');
    await commit(changed, outcome, dataset);
    return outcome;
  } catch (error) {
    await removePartials(dataset.files, home);
    throw toServiceError(error, dataset.plan);
  }
}

async function commit(thread: number, change: PreparedChange, dataset: ServedDataset): Promise<void> {
  const { pool } = dataset;
  try {
    dataset.files = await commitChange(change, dataset.files);
  } catch (error) {
    pool.end(thread);
    throw error;
  }
  dataset.version += 1;
  const { graphs, nquads } = change;
  for (const other of pool.threads().filter((id) => id !== thread)) {
    // A thread that ends before this is replaced by one that loads the files.
    pool.run('run', () => ({ kind: 'replace', graphs, nquads }), { only: other }).catch(() => undefined);
  }
}

function openThreads(plan: PoolPlan, files: () => readonly string[]): ThreadPool<DatasetProtocol> {
  return openThreadPool<DatasetProtocol>({
    script: plan.script ?? new URL('./dataset-worker.js', import.meta.url),
    data: () => ({ files: files(), writable: plan.home !== undefined, queryMemory: plan.queryMemory }),
    calls: {},
    size: plan.workers,
    tasksAtOnce: 1,
    seconds: plan.timeout,
    // Clients do not wait for a second attempt, and a change must not be made twice.
    retries: false,
    waiting: { places: plan.maxWaiting, seconds: plan.timeout },
    purpose: 'hold the knowledge base',
    hint: 'give sfwc more memory, or serve less',
    // After a partial change the dataset differs from its files.
    endsThread: (error) => !(error instanceof QueryError),
    keepUp: {
      seconds: RETRY_SECONDS,
      onFailure: (error) =>
        plan.onNote(
          `cannot load the knowledge base again: ${messageOf(error)}; trying again in ${RETRY_SECONDS} seconds`,
        ),
    },
  });
}

/** The error for clients of the server. */
function toServiceError(error: unknown, { timeout }: PoolPlan): unknown {
  if (!(error instanceof NoAnswerError)) return error;
  switch (error.reason) {
    case 'timeout':
      return new ServiceError('timeout', `stopped: it took longer than ${timeout} seconds`, {
        hint: 'ask for less, or start the server with a longer --query-timeout',
      });
    case 'died':
      return new ServiceError('exhausted', `the operation was aborted: ${error.message}`);
    case 'busy':
      return new ServiceError('busy', `too many requests: ${error.message}`, {
        hint: 'try again in a moment',
      });
    case 'cancelled':
      return new ServiceError('cancelled', 'the client has gone');
    case 'closed':
      return new ServiceError('unavailable', 'the server is stopping');
  }
}
