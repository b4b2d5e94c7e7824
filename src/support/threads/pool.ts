import { Worker, type ResourceLimits } from 'node:worker_threads';
import { messageOf, ThreadError } from '../../model/errors.js';
import {
  describeError,
  NoAnswerError,
  reviveError,
  type AnswerOf,
  type FromThread,
  type RequestOf,
  type ThreadProtocol,
  type ToThread,
} from './thread-errors.js';

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
  /** Number of tasks that may wait at once, and the longest wait of each. Default: all, for ever. */
  readonly waiting?: { readonly places: number; readonly seconds: number };
  readonly limits?: ResourceLimits;
  /** Purpose of the threads, as a verb, and the remedy if none comes up. */
  readonly purpose: string;
  readonly hint: string;
  /** True if a thread cannot be used any more after a task of it has failed so. Default: it can. */
  readonly endsThread?: (error: Error) => boolean;
  readonly startWorker?: () => ThreadPort;
}

export type ThreadPort = Pick<Worker, 'on' | 'postMessage' | 'terminate'> &
  Partial<Pick<Worker, 'performance'>>;

/**
 * Threads that do tasks. The laws, which Piscina, tinypool and workerpool do not keep:
 *
 * - The time of a task counts from when a thread begins it, without time during which the process was stopped.
 * - When a thread dies, or is ended because a task takes too long, what it had not begun goes to other threads. What it
 *   had begun is tried once more, each task alone in a thread; a task that ends that thread as well fails, and only it. A
 *   task that took too long and was the only one that the thread had begun fails at once.
 * - Where a thread does not even come up, what waits fails; where none ever did, so does what follows.
 */
export interface ThreadPool<P extends ThreadProtocol> {
  /** Does a task. @throws what the task throws; NoAnswerError; ThreadError when threads do not come up */
  run<K extends keyof P['tasks'] & string>(
    name: K,
    request: RequestOf<P['tasks'][K]>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<P['tasks'][K]>>;
  /** Ends all threads and waits until they have ended. Tasks that are not done fail. */
  close(): Promise<void>;
}

/** Opens a pool. No thread is started yet. */
export function openThreadPool<P extends ThreadProtocol>(options: PoolOptions<P>): ThreadPool<P> {
  const pool = new Pool(options);
  return {
    run: (name, request, signal) =>
      new Promise((resolve, reject) => {
        // The protocol says what a task of this name answers; at run time it is a message like any other.
        const take = resolve as (answer: unknown) => void;
        pool.add({ name, request, signal, resolve: take, reject, deaths: 0, isBegun: false, watches: [] });
      }),
    close: () => pool.close(),
  };
}

interface Task {
  readonly name: string;
  readonly request: unknown;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Number of threads that ended while they did it. One that ended a thread may do so again: it is tried again alone. */
  deaths: number;
  isBegun: boolean;
  /** End the watches over its time and over whether it is still wanted. */
  readonly watches: (() => void)[];
}

interface Thread {
  readonly worker: ThreadPort;
  readonly held: Map<number, Task>;
  isReady: boolean;
}

/** A cancelled task is given so long before its thread is ended for it: most are done by then, and the thread stays. */
const GRACE_MS = 1000;
/** Milliseconds by which a timer is late after this process was stopped, and its threads with it. */
const STOPPED_MS = 2000;
/** Options of all threads: they would inherit `--input-type` of `node -e`, which Node refuses for them. */
const THREAD_OPTIONS = /(^| )--input-type/.test(process.execArgv.join(' ')) ? { execArgv: [] } : {};

class Pool {
  private threads: Thread[] = [];
  private readonly queue: Task[] = [];
  /** Threads that have been told to end and may still be there. */
  private readonly ending = new Set<Promise<unknown>>();
  private count = 0;
  private isUp = false;
  /** Why nothing can be done any more. */
  private broken: Error | undefined;

  constructor(private readonly options: PoolOptions<ThreadProtocol>) {}

  add(task: Task): void {
    const places = this.options.waiting?.places ?? Infinity;
    if (this.broken !== undefined) task.reject(this.broken);
    else if (this.queue.length >= places)
      task.reject(new NoAnswerError('busy', `${places} are waiting already`));
    else this.enqueue(task, 'push');
    this.dispatch();
  }

  async close(): Promise<void> {
    this.fail(new NoAnswerError('closed', 'the threads are closed'));
    await Promise.all(this.ending);
  }

  /** Puts a task into the queue, from which it is removed when it is cancelled or has waited too long. */
  private enqueue(task: Task, put: 'push' | 'unshift'): void {
    const { waiting } = this.options;
    const sendAway = (error: NoAnswerError): void => {
      this.leaveQueue(task);
      task.reject(error);
    };
    this.queue[put](task);
    if (waiting !== undefined) {
      const late = new NoAnswerError('busy', `no thread was free within ${waiting.seconds} seconds`);
      const timer = setTimeout(() => sendAway(late), waiting.seconds * 1000);
      task.watches.push(() => clearTimeout(timer));
    }
    watchSignal(task, sendAway);
  }

  private leaveQueue(task: Task): void {
    this.queue.splice(this.queue.indexOf(task), 1);
    unwatch(task);
  }

  /** Ends everything. */
  private fail(error: Error): void {
    this.broken ??= error;
    this.failWaiting(error);
    for (const thread of this.threads) this.end(thread, error);
  }

  private failWaiting(error: Error): void {
    for (const task of this.queue.splice(0)) {
      unwatch(task);
      task.reject(error);
    }
  }

  private startOne(): void {
    const { script, limits, data, startWorker } = this.options;
    const options = { ...THREAD_OPTIONS, ...(limits && { resourceLimits: limits }) };
    try {
      const worker = startWorker?.() ?? new Worker(script, { workerData: data(), ...options });
      const thread = { worker, held: new Map<number, Task>(), isReady: false };
      const died = (why: string, cause?: unknown): void =>
        this.end(thread, new NoAnswerError('died', why, { cause }));
      worker.on('message', (message: FromThread) => this.take(thread, message));
      worker.on('error', (error) => died(`its thread failed: ${messageOf(error)}`, error));
      worker.on('exit', (code) => died(`its thread ended with code ${code}`));
      this.threads.push(thread);
    } catch (error) {
      this.neverUp(new NoAnswerError('died', messageOf(error)));
    }
  }

  /** Ends a thread, and gives what it has not done to others. */
  private end(thread: Thread, error: Error): void {
    if (!this.threads.includes(thread)) return;
    this.threads = this.threads.filter((other) => other !== thread);
    const end: Promise<unknown> = thread.worker.terminate().finally(() => this.ending.delete(end));
    this.ending.add(end);
    const left = [...thread.held.values()];
    left.forEach(unwatch);
    const [begun, waiting] = [left.filter(({ isBegun }) => isBegun), left.filter(({ isBegun }) => !isBegun)];
    // A thread that dies before it begins anything died of what it was handed.
    for (const task of begun.length > 0 ? begun : waiting) task.deaths += 1;
    const isSlow = error instanceof NoAnswerError && error.reason === 'timeout' && begun.length === 1;
    for (const task of [...begun, ...waiting].reverse())
      if (isSlow && task.isBegun) task.reject(error);
      else this.putBack(task, error);
    if (!thread.isReady && this.broken === undefined) this.neverUp(error);
    this.dispatch();
  }

  /** Gives a task of a thread that has ended to another one, unless it may not be tried again. */
  private putBack(task: Task, error: Error): void {
    if (this.broken !== undefined) task.reject(this.broken);
    else if (task.deaths <= (this.options.retries === false ? 0 : 1)) this.enqueue(task, 'unshift');
    else if (task.deaths === 1 || !(error instanceof NoAnswerError)) task.reject(error);
    else task.reject(new NoAnswerError(error.reason, `${error.message}, also when tried again alone`));
  }

  private neverUp(error: Error): void {
    const { purpose, hint } = this.options;
    const message = `no thread to ${purpose} came up: ${error.message}`;
    const why = error instanceof NoAnswerError ? new ThreadError(message, { hint, cause: error }) : error;
    if (this.isUp) this.failWaiting(why);
    else this.fail(why);
  }

  /** Starts threads as there is work for them, and hands out what can be begun. */
  private dispatch(): void {
    const idle = this.threads.filter(({ held }) => held.size === 0).length;
    const room = Math.min(this.options.size - this.threads.length, this.queue.length - idle);
    for (let more = room; more > 0 && this.queue.length > 0; more -= 1) this.startOne();
    // The least busy thread first; one that tries a task alone takes no other.
    for (const thread of [...this.threads].sort((one, other) => one.held.size - other.held.size)) {
      const { held, isReady } = thread;
      const isFull = held.size >= this.options.tasksAtOnce;
      if (!isReady || isFull || [...held.values()].some(({ deaths }) => deaths > 0)) continue;
      const next = this.queue.find(({ deaths }) => deaths === 0 || held.size === 0);
      if (next === undefined) continue;
      this.leaveQueue(next);
      this.hand(thread, next);
      this.dispatch();
      return;
    }
  }

  private hand(thread: Thread, task: Task): void {
    const number = (this.count += 1);
    const cancel = (error: NoAnswerError): void => {
      this.release(thread, number)?.reject(error);
      this.end(thread, error);
    };
    task.isBegun = false;
    thread.held.set(number, task);
    watchSignal(task, cancel, GRACE_MS);
    try {
      const { name, request } = task;
      thread.worker.postMessage({ kind: 'task', task: number, name, request } satisfies ToThread);
    } catch (error) {
      this.release(thread, number)?.reject(error instanceof Error ? error : new Error(messageOf(error)));
    }
  }

  private release({ held }: Thread, number: number): Task | undefined {
    const task = held.get(number);
    held.delete(number);
    if (task !== undefined) unwatch(task);
    return task;
  }

  private take(thread: Thread, message: FromThread): void {
    if (!this.threads.includes(thread)) return;
    if (message.kind === 'ready') thread.isReady = this.isUp = true;
    else if (message.kind === 'not-ready') this.end(thread, reviveError(message.error));
    else if (message.kind === 'begun') this.begin(thread, message.task);
    else if (message.kind === 'call')
      void this.answerCall(message).then((reply) => thread.worker.postMessage(reply));
    else if (message.kind === 'answer') this.release(thread, message.task)?.resolve(message.answer);
    else {
      const error = reviveError(message.error);
      this.release(thread, message.task)?.reject(error);
      if (this.options.endsThread?.(error) === true) this.end(thread, error);
    }
    this.dispatch();
  }

  private begin(thread: Thread, number: number): void {
    const task = thread.held.get(number);
    const { seconds, busySeconds = seconds } = this.options;
    if (task === undefined) return;
    task.isBegun = true;
    if (seconds === undefined || busySeconds === undefined) return;
    const busy = (): number => thread.worker.performance?.eventLoopUtilization().active ?? performance.now();
    watchTime(task, seconds, busySeconds, busy, (over) => {
      // Where this thread was busy, the answer may be here already and only not be read yet.
      setImmediate(() => {
        if (thread.held.get(number) === task)
          this.end(thread, new NoAnswerError('timeout', `it took longer than ${over} s`));
      });
    });
  }

  private async answerCall(asked: FromThread & { readonly kind: 'call' }): Promise<ToThread> {
    const { call, name, request } = asked;
    try {
      const calls = this.options.calls as Readonly<Record<string, (request: unknown) => unknown>>;
      return { kind: 'reply', call, answer: await calls[name]?.(request) };
    } catch (error) {
      return { kind: 'refusal', call, error: describeError(error) };
    }
  }
}

function unwatch(task: Task): void {
  for (const stop of task.watches.splice(0)) stop();
}

/** Calls back once a task has taken one of two times in seconds, with that time: by the clock, or by the milliseconds `busy` gives. */
function watchTime(
  { watches }: Task,
  seconds: number,
  busySeconds: number,
  busy: () => number,
  late: (seconds: number) => void,
): void {
  let [ends, endsBusy] = [performance.now() + seconds * 1000, busy() + busySeconds * 1000];
  let timer: NodeJS.Timeout | undefined;
  const wait = (time: number): void => {
    const due = performance.now() + time;
    timer = setTimeout(() => {
      const stopped = performance.now() - due;
      if (stopped > STOPPED_MS) [ends, endsBusy] = [ends + stopped, endsBusy + stopped];
      const [left, leftBusy] = [ends - performance.now(), endsBusy - busy()];
      if (Math.min(left, leftBusy) < 1) late(leftBusy < left ? busySeconds : seconds);
      else wait(Math.min(left, leftBusy));
    }, time);
  };
  wait(Math.min(seconds, busySeconds) * 1000);
  watches.push(() => clearTimeout(timer));
}

/** Calls back when the answer is not wanted any more, after some milliseconds of grace. */
function watchSignal({ signal, watches }: Task, cancel: (error: NoAnswerError) => void, grace = 0): void {
  if (signal === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const act = (): void => cancel(new NoAnswerError('cancelled', 'it was cancelled'));
  const abort = (): void => {
    if (grace === 0) act();
    else timer = setTimeout(act, grace);
  };
  signal.addEventListener('abort', abort, { once: true });
  watches.push(() => {
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
  });
  if (signal.aborted) abort();
}
