import { Worker, type ResourceLimits } from 'node:worker_threads';
import { messageOf, ThreadError } from '../../model/errors.js';
import { NoAnswerError } from './thread-errors.js';
import type { AnswerOf, RequestOf, ThreadProtocol } from './protocol.js';
import { createTaskQueue, type Task, type TaskOptions, type WaitingLimits } from './task.js';
import { startThread, type PoolThread, type ThreadEnd, type ThreadPort, type ThreadRules } from './thread.js';

/** Options of a pool. */
export interface PoolOptions<P extends ThreadProtocol> {
  /** The compiled file of the threads; it calls `serveThread`. */
  readonly script: URL;
  /** Data that a thread is started with. */
  readonly data: () => P['data'];
  /** Answers to the calls of threads. */
  readonly calls: {
    readonly [K in keyof P['calls']]: (
      request: RequestOf<P['calls'][K]>,
    ) => AnswerOf<P['calls'][K]> | Promise<AnswerOf<P['calls'][K]>>;
  };
  /** Threads at most. They are started when there is work for them. */
  readonly size: number;
  /** Tasks that one thread is given at once: more than one, and it need not wait for the main thread. */
  readonly tasksAtOnce: number;
  /** Seconds that a task may take, from when a thread begins it. Default: for ever. */
  readonly seconds?: number;
  /** Seconds that its thread may be busy meanwhile, and not waiting for an answer. Default: as many. */
  readonly busySeconds?: number;
  /** True if a task during which a thread died is tried again, alone in a thread. Default true. */
  readonly retries?: boolean;
  /** Default: as many tasks may wait as there are, for ever. */
  readonly waiting?: WaitingLimits;
  readonly limits?: ResourceLimits;
  /** Purpose of the threads, as a verb: if none comes up, the error says so. */
  readonly purpose: string;
  /** Remedy if no thread comes up. */
  readonly hint: string;
  /** True if a thread cannot be used any more after a task of it has failed so. Default: it can. */
  readonly endsThread?: (error: Error) => boolean;
  /**
   * All threads are kept up, once the first is. One that then cannot come up is started again after so many seconds;
   * else such a thread ends the pool.
   */
  readonly keepUp?: { readonly seconds: number; readonly onFailure: (error: Error) => void };
  /** Starts a worker; for tests. */
  readonly startWorker?: () => ThreadPort;
}

/**
 * Threads that do tasks. The laws:
 *
 * - The time of a task counts from when a thread begins it, neither waiting nor the start of the thread included, nor time
 *   during which the process was stopped.
 * - When a thread dies, or is ended because a task takes too long, what it had not begun goes to other threads. What it
 *   had begun is tried once more, each task alone in a thread; a task that ends that thread as well fails, and only it. A
 *   task that took too long and was the only one that the thread had begun fails at once.
 * - A thread that has ended is followed by another as there is work. Where a thread does not even come up, all fails.
 *
 * Piscina, tinypool and workerpool fail whatever a dead thread had been sent and do not say what of it had begun, so that
 * these laws cannot be built on top of them; Comlink calls threads and is called by them, but is not a pool.
 */
export interface ThreadPool<P extends ThreadProtocol> {
  /** Starts the first thread and resolves to what it says; called for what a pool can only do with a thread up. */
  start(): Promise<P['ready']>;
  /** Does a task. @throws what the task throws; NoAnswerError; ThreadError when threads do not come up */
  run<K extends keyof P['tasks'] & string>(
    name: K,
    request: (thread: number) => RequestOf<P['tasks'][K]>,
    options?: TaskOptions,
  ): Promise<AnswerOf<P['tasks'][K]>>;
  /** The threads that there are, those included that are just starting. */
  threads(): readonly number[];
  /** Ends a thread; what it had not done is treated as if it had died. */
  end(thread: number): void;
  /** Ends all threads and waits until they have ended. Tasks that are not done fail. */
  close(): Promise<void>;
}

/** Opens a pool. No thread is started yet. */
export function openThreadPool<P extends ThreadProtocol>(options: PoolOptions<P>): ThreadPool<P> {
  const pool = new Pool(options);
  return {
    start: () => pool.start(),
    run: (name, request, where = {}) =>
      new Promise((resolve, reject) => {
        // The protocol says what a task of this name answers; at run time it is a message like any other.
        const take = resolve as (answer: unknown) => void;
        pool.add({ ...where, name, request, resolve: take, reject, deaths: 0 });
      }),
    threads: () => pool.threads.map(({ id }) => id),
    end: (thread) => pool.end(thread),
    close: () => pool.close(),
  };
}

const THREAD_ENDED = new NoAnswerError('died', 'its thread was ended');

/** Options of all threads: they would inherit `--input-type` of `node -e`, which Node refuses for them. */
export const THREAD_OPTIONS = /(^| )--input-type/.test(process.execArgv.join(' ')) ? { execArgv: [] } : {};

class Pool {
  threads: PoolThread[] = [];
  private readonly queue;
  /** Threads that have been told to end and may still be there. */
  private readonly ending = new Set<Promise<unknown>>();
  private readonly starting: { resolve: (ready: unknown) => void; reject: (error: Error) => void }[] = [];
  private started = 0;
  private isUp = false;
  /** Why nothing can be done any more. */
  private broken: Error | undefined;
  private again: NodeJS.Timeout | undefined;

  constructor(private readonly options: PoolOptions<ThreadProtocol>) {
    this.queue = createTaskQueue(options.waiting);
  }

  start(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.starting.push({ resolve, reject });
      this.startOne();
    });
  }

  add(task: Task): void {
    const isLost = task.only !== undefined && !this.threads.some(({ id }) => id === task.only);
    const error = this.broken ?? (isLost ? THREAD_ENDED : undefined);
    if (error === undefined) this.queue.add(task);
    else task.reject(error);
    this.dispatch();
  }

  end(id: number): void {
    this.threads.find((thread) => thread.id === id)?.end(THREAD_ENDED);
  }

  async close(): Promise<void> {
    this.fail(new NoAnswerError('closed', 'the threads are closed'));
    await Promise.all(this.ending);
  }

  /** Ends everything. */
  private fail(error: Error): void {
    this.broken ??= error;
    clearTimeout(this.again);
    for (const waiting of this.starting.splice(0)) waiting.reject(error);
    this.queue.refuse(error);
    for (const thread of [...this.threads]) thread.end(error);
  }

  private startOne(): void {
    const { script, limits, data, startWorker, seconds, busySeconds, calls, endsThread } = this.options;
    const options = { ...THREAD_OPTIONS, ...(limits && { resourceLimits: limits }) };
    const rules: ThreadRules = {
      startWorker: startWorker ?? (() => new Worker(script, { workerData: data(), ...options })),
      seconds,
      busySeconds,
      calls: calls as ThreadRules['calls'],
      endsThread: endsThread ?? (() => false),
    };
    try {
      const thread = startThread((this.started += 1), rules, {
        onReady: (ready) => this.cameUp(ready),
        onDone: () => this.dispatch(),
        onEnd: (end) => this.ended(thread, end),
      });
      this.threads.push(thread);
    } catch (error) {
      this.neverUp(new NoAnswerError('died', messageOf(error)));
    }
  }

  private cameUp(ready: unknown): void {
    this.isUp = true;
    for (const waiting of this.starting.splice(0)) waiting.resolve(ready);
    this.dispatch();
  }

  private ended(thread: PoolThread, { error, wasReady, begun, waiting, gone }: ThreadEnd): void {
    this.threads = this.threads.filter((other) => other !== thread);
    const end = gone.finally(() => this.ending.delete(end));
    this.ending.add(end);
    // A thread that dies before it begins anything died of what it was handed.
    const suspects = begun.length > 0 ? begun : waiting;
    const isSlow = error instanceof NoAnswerError && error.reason === 'timeout' && begun.length === 1;
    for (const task of suspects) task.deaths += 1;
    for (const task of [...(isSlow ? [] : begun), ...waiting].reverse()) this.putBack(task, error);
    if (isSlow) begun[0]?.reject(error);
    this.queue.refuse(error, ({ only }) => only === thread.id);
    if (!wasReady && this.broken === undefined) this.neverUp(error);
    this.dispatch();
  }

  /** Gives a task of a thread that has ended to another one, unless it may not be tried again. */
  private putBack(task: Task, error: Error): void {
    const mostDeaths = this.options.retries === false ? 0 : 1;
    if (this.broken !== undefined) task.reject(this.broken);
    else if (task.only !== undefined) task.reject(error);
    else if (task.deaths <= mostDeaths) this.queue.putBack(task);
    else task.reject(task.deaths > 1 ? alsoAlone(error) : error);
  }

  private neverUp(error: Error): void {
    const { keepUp, purpose, hint } = this.options;
    const why =
      error instanceof NoAnswerError
        ? new ThreadError(`no thread to ${purpose} came up: ${error.message}`, { hint, cause: error })
        : error;
    if (keepUp === undefined || !this.isUp) this.fail(why);
    else {
      keepUp.onFailure(why);
      this.again ??= setTimeout(() => {
        this.again = undefined;
        this.dispatch();
      }, keepUp.seconds * 1000).unref();
    }
  }

  /** Starts threads as there is work for them, and hands out what can be begun. */
  private dispatch(): void {
    if (this.broken !== undefined) return;
    const idle = this.threads.filter(({ tasks }) => tasks.length === 0).length;
    const room = this.options.size - this.threads.length;
    const wanted = this.options.keepUp === undefined || !this.isUp ? this.queue.length - idle : room;
    for (let more = Math.min(room, wanted); more > 0 && this.mayStart(); more -= 1) this.startOne();
    for (const thread of this.free()) {
      const task =
        this.queue.take(({ only }) => only === thread.id) ??
        this.queue.take((waiting) => this.fits(waiting, thread));
      if (task === undefined) continue;
      thread.hand(task);
      this.dispatch();
      return;
    }
  }

  private mayStart(): boolean {
    return this.broken === undefined && this.again === undefined;
  }

  /** Threads that can take a task more, the least busy first. One that tries a task alone cannot. */
  private free(): PoolThread[] {
    return this.threads
      .filter(
        ({ isReady, tasks }) =>
          isReady && tasks.length < this.options.tasksAtOnce && !tasks.some(isTriedAlone),
      )
      .sort((one, other) => one.tasks.length - other.tasks.length);
  }

  /** True if a thread may do a task that is not meant for it. */
  private fits(task: Task, thread: PoolThread): boolean {
    if (task.only !== undefined) return false;
    return !isTriedAlone(task) || thread.tasks.length === 0;
  }
}

function isTriedAlone({ deaths }: Task): boolean {
  return deaths > 0;
}

function alsoAlone(error: Error): Error {
  if (!(error instanceof NoAnswerError)) return error;
  return new NoAnswerError(error.reason, `${error.message}, also when tried again alone`);
}
