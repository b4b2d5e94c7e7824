import { Worker } from 'node:worker_threads';
import { InputError, OutputError, QueryError, messageOf } from '../model/errors.js';
import type { DatasetJob, DatasetOutcome, LoadedFile } from './dataset-service.js';
import { ServiceError, type ServiceFailure } from './service-error.js';

/** What a worker thread is to hold. */
export interface DatasetWorkerPlan {
  readonly files: readonly string[];
  readonly writable: boolean;
}

/** A job on its way to a worker thread. */
export interface DatasetTask {
  readonly task: number;
  readonly job: DatasetJob;
}

interface DescribedError {
  readonly message: string;
  readonly hint?: string;
  readonly cause: 'query' | 'other' | ServiceFailure;
}

/** What a worker thread says. */
export type DatasetReply =
  | { readonly kind: 'loaded'; readonly files: readonly LoadedFile[] }
  | ({ readonly kind: 'failed' } & DescribedError)
  | { readonly kind: 'applied'; readonly task: number }
  | { readonly kind: 'done'; readonly task: number; readonly outcome: DatasetOutcome }
  | ({ readonly kind: 'error'; readonly task: number } & DescribedError);

/** When a job is given up. The thread cannot be interrupted in its work: it is ended. */
export interface JobLimits {
  readonly seconds?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A worker thread with a dataset of its own. */
export interface DatasetThread {
  /** Resolves when the dataset is loaded. */
  readonly loaded: Promise<readonly LoadedFile[]>;
  /** Whether it is loaded and has nothing to do. */
  isIdle(): boolean;
  /**
   * @throws QueryError for the request's text; ServiceError, after which the thread has ended unless it says otherwise
   */
  run(job: DatasetJob, limits?: JobLimits): Promise<DatasetOutcome>;
  end(): void;
}

/** A client that has gone is given so long to be no trouble: most queries are done by then, and the thread stays. */
const GRACE_MS = 1000;

interface Pending {
  readonly resolve: (outcome: DatasetOutcome) => void;
  readonly reject: (error: Error) => void;
  readonly stopWatching: () => void;
}

/**
 * Starts a thread that loads its dataset.
 * @param script the compiled worker
 * @param onEnd called once when the thread is no more, for whatever reason
 */
export function startDatasetThread(script: URL, plan: DatasetWorkerPlan, onEnd: () => void): DatasetThread {
  const worker = new Worker(script, { workerData: plan });
  const pending = new Map<number, Pending>();
  const loading = deferred<readonly LoadedFile[]>();
  let tasks = 0;
  let state: 'loading' | 'loaded' | 'ended' = 'loading';
  loading.promise.catch(() => undefined);
  const end = (reason: Error): void => {
    if (state === 'ended') return;
    state = 'ended';
    loading.reject(reason);
    for (const { stopWatching, reject } of pending.values()) {
      stopWatching();
      reject(reason);
    }
    pending.clear();
    void worker.terminate();
    onEnd();
  };
  const finish = (task: number): Pending | undefined => {
    const waiting = pending.get(task);
    pending.delete(task);
    waiting?.stopWatching();
    return waiting;
  };
  worker.on('message', (reply: DatasetReply) => {
    if (reply.kind === 'loaded') {
      if (state === 'loading') state = 'loaded';
      loading.resolve(reply.files);
    } else if (reply.kind === 'failed') end(new InputError(reply.message, hintOf(reply)));
    else if (reply.kind === 'applied') pending.get(reply.task)?.stopWatching();
    else if (reply.kind === 'done') finish(reply.task)?.resolve(reply.outcome);
    else {
      const error = toError(reply);
      finish(reply.task)?.reject(error);
      // A change that failed half way leaves the dataset in a state that stands in no file.
      if (!(error instanceof QueryError)) end(error);
    }
  });
  worker.on('error', (error) =>
    end(new ServiceError('exhausted', `the work broke off: ${messageOf(error)}`)),
  );
  worker.on('exit', () => end(stopping()));
  return {
    loaded: loading.promise,
    isIdle: () => state === 'loaded' && pending.size === 0,
    run: (job, limits = {}) =>
      new Promise((resolve, reject) => {
        if (state === 'ended') {
          reject(stopping());
          return;
        }
        tasks += 1;
        pending.set(tasks, { resolve, reject, stopWatching: watch(limits, end) });
        worker.postMessage({ task: tasks, job } satisfies DatasetTask);
      }),
    end: () => end(stopping()),
  };
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** A promise that is settled from outside. (Promise.withResolvers came with Node 22.) */
function deferred<T>(): Deferred<T> {
  const settle: { resolve?: (value: T) => void; reject?: (error: Error) => void } = {};
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, resolve: (value) => settle.resolve?.(value), reject: (error) => settle.reject?.(error) };
}

function stopping(): ServiceError {
  return new ServiceError('unavailable', 'the server is stopping');
}

function watch({ seconds, signal }: JobLimits, end: (reason: Error) => void): () => void {
  const timers: NodeJS.Timeout[] = [];
  if (seconds !== undefined) {
    const error = new ServiceError('timeout', `stopped: it took longer than ${seconds} seconds`, {
      hint: 'ask for less, or start the server with a longer --timeout',
    });
    timers.push(setTimeout(() => end(error), seconds * 1000));
  }
  const cancel = (): void => {
    timers.push(setTimeout(() => end(new ServiceError('cancelled', 'the client has gone')), GRACE_MS));
  };
  signal?.addEventListener('abort', cancel, { once: true });
  return () => {
    signal?.removeEventListener('abort', cancel);
    for (const timer of timers) clearTimeout(timer);
  };
}

function toError({ message, hint, cause }: DescribedError): Error {
  const options = hintOf({ hint });
  if (cause === 'query') return new QueryError(message, options);
  return cause === 'other' ? new OutputError(message, options) : new ServiceError(cause, message, options);
}

function hintOf({ hint }: { readonly hint?: string | undefined }): { readonly hint?: string } {
  return hint === undefined ? {} : { hint };
}
