import { Worker } from 'node:worker_threads';
import type { CompareSettings } from '../../config/settings.js';
import { InputError, messageOf } from '../../model/errors.js';
import { openArena } from './arena.js';
import { verdictGroup, type CompareJob, type JobOutcome, type Verdicts } from './job.js';

/** A job on its way to a thread. */
export interface WorkerTask {
  readonly job: CompareJob;
  readonly known: Verdicts;
}

/** What a thread says. */
export type WorkerReply =
  | { readonly kind: 'fetch' }
  | { readonly kind: 'done'; readonly outcome: JobOutcome }
  | { readonly kind: 'failed'; readonly message: string; readonly hint?: string };

/** What the doing of jobs is told and asked. */
export interface PoolObserver {
  readonly knownVerdicts: (job: CompareJob) => Verdicts;
  readonly onFetch: () => void;
  /** The next job is handed out when this has resolved. */
  readonly onDone: (job: CompareJob, outcome: JobOutcome) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Does one job. */
type RunJob = (job: CompareJob) => Promise<JobOutcome>;

/**
 * Does all jobs, several at a time in threads, or one after the other in this one. When the signal aborts, what is under
 * way is left and nothing more begins.
 * @throws InputError when a job fails for what it was given; the first failure ends all
 */
export async function runJobs(
  jobs: readonly CompareJob[],
  settings: CompareSettings,
  observer: PoolObserver,
): Promise<void> {
  const count = Math.min(settings.workers, jobs.length);
  if (count === 0) return;
  const lanes = await Promise.all(
    Array.from({ length: count }, () =>
      count === 1 ? laneHere(settings, observer) : laneInThread(settings, observer),
    ),
  );
  const waiting = [...jobs];
  const busy = new Map<number, string>();
  const work = async (run: RunJob, lane: number): Promise<void> => {
    let last = '';
    for (;;) {
      const job =
        observer.signal?.aborted === true ? undefined : takeJob(waiting, last, new Set(busy.values()));
      if (job === undefined) break;
      last = verdictGroup(job);
      busy.set(lane, last);
      const outcome = await run(job);
      busy.delete(lane);
      if (outcome.crawl.ended !== 'interrupted') await observer.onDone(job, outcome);
    }
  };
  const stop = (): void => void Promise.all(lanes.map(({ close }) => close())).catch(() => undefined);
  observer.signal?.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all(lanes.map(({ run }, lane) => work(run, lane)));
  } catch (error) {
    if (observer.signal?.aborted !== true) throw error;
  } finally {
    observer.signal?.removeEventListener('abort', stop);
    await Promise.all(lanes.map(({ close }) => close()));
  }
}

/** One job with what a lane did before, so that it need not judge the same pages as another lane; else the next. */
function takeJob(
  waiting: CompareJob[],
  last: string,
  elsewhere: ReadonlySet<string>,
): CompareJob | undefined {
  const same = waiting.findIndex((job) => verdictGroup(job) === last);
  const free = waiting.findIndex((job) => !elsewhere.has(verdictGroup(job)));
  const place = same >= 0 ? same : Math.max(0, free);
  return waiting.splice(place, 1)[0];
}

/** Where jobs are done. */
interface Lane {
  readonly run: RunJob;
  readonly close: () => Promise<void>;
}

async function laneHere(settings: CompareSettings, observer: PoolObserver): Promise<Lane> {
  const arena = await openArena(settings);
  return {
    run: (job) => arena.run(job, observer.knownVerdicts(job), observer.onFetch, observer.signal),
    close: () => arena.close(),
  };
}

function laneInThread(settings: CompareSettings, observer: PoolObserver): Promise<Lane> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: settings });
  let settle: { resolve: (outcome: JobOutcome) => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error): void => settle?.reject(error);
  worker.on('message', (reply: WorkerReply) => {
    if (reply.kind === 'fetch') observer.onFetch();
    else if (reply.kind === 'done') settle?.resolve(reply.outcome);
    else fail(new InputError(reply.message, reply.hint === undefined ? {} : { hint: reply.hint }));
  });
  worker.on('error', (error) => fail(new Error(messageOf(error))));
  worker.on('exit', (code) => fail(new Error(`a worker thread ended with code ${code}`)));
  return Promise.resolve({
    run: (job) =>
      new Promise<JobOutcome>((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage({ job, known: observer.knownVerdicts(job) } satisfies WorkerTask);
      }),
    close: async () => {
      await worker.terminate();
    },
  });
}
