import type { DatasetChange } from '../kb/dataset-changes.js';
import type { Home } from '../kb/graph-files.js';
import { messageOf } from '../model/errors.js';
import type { DatasetJob, DatasetOutcome, LoadedFile, PreparedChange } from './dataset-service.js';
import { startDatasetThread, type DatasetThread } from './dataset-thread.js';
import { commitChange, removePartials } from './saved-change.js';
import { ServiceError } from './service-error.js';
import { createWaitingRoom } from './waiting-room.js';

/** How a knowledge base is served. */
export interface PoolPlan {
  readonly files: readonly string[];
  /** Where graphs go that stand in no file; undefined when nothing may be changed. */
  readonly home: Home | undefined;
  /** Threads, each with the whole dataset in its memory. */
  readonly workers: number;
  /** Seconds for a job, and for the wait before it. */
  readonly timeout: number;
  /** Jobs that may wait for a free thread. */
  readonly maxWaiting: number;
  /** The compiled worker; for tests, which run from the sources. */
  readonly script?: URL;
  /** Told what an operator should know. */
  readonly onNote: (note: string) => void;
}

/** A dataset in several threads, all of which hold the same. */
export interface DatasetPool {
  /** Runs a job that reads. @throws QueryError, ServiceError */
  ask(job: DatasetJob, signal?: AbortSignal): Promise<DatasetOutcome>;
  /**
   * Makes a change in one thread, saves it, and brings it to the others: whoever asks after this sees it. Changes are
   * made one after the other.
   * @throws QueryError, ServiceError, OutputError; then nothing is changed, in memory or on disk
   */
  change(change: DatasetChange, signal?: AbortSignal): Promise<PreparedChange>;
  /** Counts the changes; what was derived from the dataset holds for one version. */
  version(): number;
  close(): void;
}

/** Seconds before a thread that could not load its files tries again. */
const RETRY_SECONDS = 5;

/**
 * Opens a dataset in threads. Resolves when the first of them has loaded it; the others follow in the background.
 * @throws InputError when the files cannot be loaded
 */
export async function openDatasetPool(plan: PoolPlan): Promise<DatasetPool> {
  let files: readonly LoadedFile[] = plan.files.map((file) => ({ file, graphs: [], stamp: '' }));
  let version = 0;
  let changes: Promise<unknown> = Promise.resolve();
  const dispatch = (): void => {
    for (const thread of crew.all()) {
      if (!thread.isIdle()) continue;
      const begin = room.next();
      if (begin === undefined) return;
      begin(thread);
    }
  };
  const room = createWaitingRoom<DatasetThread>({ places: plan.maxWaiting, seconds: plan.timeout }, dispatch);
  const crew = createCrew(plan, () => files.map(({ file }) => file), dispatch);
  const run = (thread: DatasetThread, job: DatasetJob, signal?: AbortSignal): Promise<DatasetOutcome> =>
    thread.run(job, { seconds: plan.timeout, signal }).finally(dispatch);

  const makeChange = async (
    change: DatasetChange,
    home: Home,
    signal?: AbortSignal,
  ): Promise<PreparedChange> => {
    try {
      return await room.enter(async (thread) => {
        const outcome = await run(thread, { kind: 'change', change, files, home }, signal);
        if (outcome.kind !== 'changed') throw new ServiceError('unavailable', 'the change was not made');
        try {
          files = await commitChange(outcome, files);
        } catch (error) {
          thread.end();
          throw error;
        }
        version += 1;
        const { graphs, nquads } = outcome;
        for (const other of crew.all()) {
          if (other !== thread)
            other.run({ kind: 'replace', graphs, nquads }).then(dispatch, () => undefined);
        }
        return outcome;
      }, signal);
    } catch (error) {
      await removePartials(files, home);
      throw error;
    }
  };

  files = await crew.start();
  return {
    ask: (job, signal) => room.enter((thread) => run(thread, job, signal), signal),
    change: (change, signal) => {
      const { home } = plan;
      if (home === undefined) throw new ServiceError('unavailable', 'the dataset is served for reading only');
      const result = changes.then(() => makeChange(change, home, signal));
      changes = result.catch(() => undefined);
      return result;
    },
    version: () => version,
    close: () => {
      room.close();
      crew.close();
    },
  };
}

/** The threads of a pool: one that has ended is followed by another. */
interface Crew {
  /** Starts all; resolves when the first has loaded. @throws InputError when it cannot */
  start(): Promise<readonly LoadedFile[]>;
  all(): readonly DatasetThread[];
  close(): void;
}

function createCrew(plan: PoolPlan, files: () => readonly string[], onLoaded: () => void): Crew {
  const script = plan.script ?? new URL('./dataset-worker.js', import.meta.url);
  const threads = new Set<DatasetThread>();
  let isOpen = false;
  const startOne = (): DatasetThread => {
    const thread = startDatasetThread(script, { files: files(), writable: plan.home !== undefined }, () => {
      threads.delete(thread);
      if (isOpen) follow(thread);
    });
    threads.add(thread);
    thread.loaded.then(onLoaded, () => undefined);
    return thread;
  };
  const follow = (ended: DatasetThread): void => {
    ended.loaded.then(startOne, (error: unknown) => {
      plan.onNote(
        `cannot load the knowledge base again: ${messageOf(error)}; trying again in ${RETRY_SECONDS} seconds`,
      );
      setTimeout(() => {
        if (isOpen) startOne();
      }, RETRY_SECONDS * 1000).unref();
    });
  };
  return {
    start: async () => {
      const loaded = await startOne().loaded;
      isOpen = true;
      for (let more = 1; more < plan.workers; more += 1) startOne();
      return loaded;
    },
    all: () => [...threads],
    close: () => {
      isOpen = false;
      for (const thread of [...threads]) thread.end();
    },
  };
}
