import type { CompareSettings } from '../compare-settings.js';
import { openThreadPool } from '../../../support/threads/pool.js';
import { openArena, verdictGroup, type CompareJob, type JobOutcome, type Verdicts } from './arena.js';

/** Protocol of the threads of a comparison. */
export interface CompareProtocol {
  readonly data: CompareSettings;
  readonly ready: undefined;
  readonly tasks: {
    readonly crawl: (job: { readonly job: CompareJob; readonly known: Verdicts }) => JobOutcome;
  };
  readonly calls: { readonly fetched: (nothing: undefined) => void };
}

/** Callbacks of {@link runJobs}. */
export interface PoolObserver {
  readonly knownVerdicts: (job: CompareJob) => Verdicts;
  readonly onFetch: () => void;
  /** The next job starts when this has resolved. */
  readonly onDone: (job: CompareJob, outcome: JobOutcome) => Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Runs all jobs, in parallel in threads, or one after the other in this thread. When the signal aborts, running jobs are
 * abandoned and no further one starts.
 * @throws InputError when a job fails because of its input; the first failure stops all jobs
 */
export async function runJobs(
  jobs: readonly CompareJob[],
  settings: CompareSettings,
  observer: PoolObserver,
): Promise<void> {
  const count = Math.min(settings.workers, jobs.length);
  if (count === 0) return;
  const { run, close } =
    count === 1 ? await runHere(settings, observer) : runInThreads(count, settings, observer);
  const waiting = [...jobs];
  const busy = new Map<number, string>();
  const work = async (lane: number): Promise<void> => {
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
  const stop = (): void => void close().catch(() => undefined);
  observer.signal?.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all(Array.from({ length: count }, (_, lane) => work(lane)));
  } catch (error) {
    if (observer.signal?.aborted !== true) throw error;
  } finally {
    observer.signal?.removeEventListener('abort', stop);
    await close();
  }
}

/** Prefers a job with the lane's last topic and classifier, so that two lanes do not judge the same pages. */
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

/** Runs jobs. */
interface Runner {
  readonly run: (job: CompareJob) => Promise<JobOutcome>;
  readonly close: () => Promise<void>;
}

async function runHere(settings: CompareSettings, observer: PoolObserver): Promise<Runner> {
  const arena = await openArena(settings);
  return {
    run: (job) => arena.run(job, observer.knownVerdicts(job), observer.onFetch, observer.signal),
    close: () => arena.close(),
  };
}

function runInThreads(size: number, settings: CompareSettings, observer: PoolObserver): Runner {
  const pool = openThreadPool<CompareProtocol>({
    script: new URL('./comparison-worker.js', import.meta.url),
    data: () => settings,
    calls: { fetched: observer.onFetch },
    size,
    tasksAtOnce: 1,
    // A crawl may take hours, and does not share its thread anyway.
    retries: false,
    purpose: 'crawl',
    hint: 'give sfwc more memory, or try --workers 1',
  });
  return {
    run: (job) => pool.run('crawl', () => ({ job, known: observer.knownVerdicts(job) })),
    close: () => pool.close(),
  };
}
