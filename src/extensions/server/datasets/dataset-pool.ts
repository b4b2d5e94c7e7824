import { messageOf, QueryError, ServiceError } from '../../../model/errors.js';
import { NoAnswerError } from '../../../support/threads/thread-errors.js';
import { openThreadPool, type ThreadPool } from '../../../support/threads/pool.js';
import type { DatasetJob, DatasetOutcome } from './dataset-service.js';

/** The protocol of threads with a dataset. */
export interface DatasetProtocol {
  readonly data: { readonly files: readonly string[]; readonly queryMemory: number };
  readonly ready: undefined;
  readonly tasks: { readonly run: (job: DatasetJob) => DatasetOutcome };
  readonly calls: Readonly<Record<string, never>>;
}

/** Plan of serving a knowledge base. */
export interface PoolPlan {
  readonly files: readonly string[];
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
  /** Runs a job. @throws QueryError, ServiceError */
  ask(job: DatasetJob, signal?: AbortSignal): Promise<DatasetOutcome>;
  close(): void;
}

/** Seconds before a thread that could not load its files retries. */
const RETRY_SECONDS = 5;

/**
 * Opens a dataset in threads. Resolves when the first thread has loaded it; the others follow in the background.
 * @throws InputError when the files cannot be loaded
 */
export async function openDatasetPool(plan: PoolPlan): Promise<DatasetPool> {
  const pool = openThreads(plan);
  await pool.start();
  return {
    ask: (job, signal) =>
      pool
        .run('run', () => job, { signal })
        .catch((error: unknown) => {
          throw toServiceError(error, plan);
        }),
    close: () => void pool.close(),
  };
}

function openThreads(plan: PoolPlan): ThreadPool<DatasetProtocol> {
  return openThreadPool<DatasetProtocol>({
    script: plan.script ?? new URL('./dataset-worker.js', import.meta.url),
    data: () => ({ files: plan.files, queryMemory: plan.queryMemory }),
    calls: {},
    size: plan.workers,
    tasksAtOnce: 1,
    seconds: plan.timeout,
    // Clients do not wait for a second attempt.
    retries: false,
    waiting: { places: plan.maxWaiting, seconds: plan.timeout },
    purpose: 'hold the knowledge base',
    hint: 'give sfwc more memory, or serve less',
    // What else fails may have left the engine unusable.
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
