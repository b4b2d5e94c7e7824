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
  readonly startWorker?: () => ThreadPort;
}

export type ThreadPort = Pick<Worker, 'on' | 'postMessage' | 'terminate'> &
  Partial<Pick<Worker, 'performance'>>;

export interface TaskOptions {
  /** Aborted when the answer is not wanted any more. */
  readonly signal?: AbortSignal;
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
 * Piscina, tinypool and workerpool fail whatever a dead thread had been sent: these laws cannot be built on top of them.
 */
export interface ThreadPool<P extends ThreadProtocol> {
  /** Starts the first thread and resolves to what it says; called for what a pool can only do with a thread up. */
  start(): Promise<P['ready']>;
  /**
   * Does a task.
   * @param request makes the request for the thread that does the task; called again when it is tried again
   * @throws what the task throws; NoAnswerError; ThreadError when threads do not come up
   */
  run<K extends keyof P['tasks'] & string>(
    name: K,
    request: (thread: number) => RequestOf<P['tasks'][K]>,
    options?: TaskOptions,
  ): Promise<AnswerOf<P['tasks'][K]>>;
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
    close: () => pool.close(),
  };
}

interface Task extends TaskOptions {
  readonly name: string;
  readonly request: (thread: number) => unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Number of threads that ended while they did it. One that ended a thread may do so again: it is tried again alone. */
  deaths: number;
}

/** A cancelled task is given so long before its thread is ended for it: most are done by then, and the thread stays. */
const GRACE_MS = 1000;
/** Milliseconds by which a timer is late after this process was stopped, and its threads with it. */
const STOPPED_MS = 2000;
/** Options of all threads: they would inherit `--input-type` of `node -e`, which Node refuses for them. */
const THREAD_OPTIONS = /(^| )--input-type/.test(process.execArgv.join(' ')) ? { execArgv: [] } : {};

class Pool {
  private threads: Thread[] = [];
  private readonly queue: { readonly task: Task; readonly leave: () => void }[] = [];
  /** Threads that have been told to end and may still be there. */
  private readonly ending = new Set<Promise<unknown>>();
  private readonly starting: { resolve: (ready: unknown) => void; reject: (error: Error) => void }[] = [];
  private started = 0;
  private isUp = false;
  /** Why nothing can be done any more. */
  private broken: Error | undefined;
  private again: NodeJS.Timeout | undefined;

  constructor(readonly options: PoolOptions<ThreadProtocol>) {}

  start(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.starting.push({ resolve, reject });
      this.startOne();
    });
  }

  add(task: Task): void {
    const { waiting } = this.options;
    if (this.broken !== undefined) task.reject(this.broken);
    else if (waiting !== undefined && this.queue.length >= waiting.places)
      task.reject(new NoAnswerError('busy', `${waiting.places} are waiting already`));
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
    const sendAway = (error: NoAnswerError) => () => {
      entry.leave();
      task.reject(error);
    };
    const cancel = sendAway(new NoAnswerError('cancelled', 'it was cancelled'));
    const late = `no thread was free within ${waiting?.seconds ?? 0} seconds`;
    const timer = waiting && setTimeout(sendAway(new NoAnswerError('busy', late)), waiting.seconds * 1000);
    const entry = {
      task,
      leave: () => {
        clearTimeout(timer);
        task.signal?.removeEventListener('abort', cancel);
        this.queue.splice(this.queue.indexOf(entry), 1);
      },
    };
    this.queue[put](entry);
    task.signal?.addEventListener('abort', cancel, { once: true });
    if (task.signal?.aborted === true) cancel();
  }

  /** Ends everything. */
  private fail(error: Error): void {
    this.broken ??= error;
    clearTimeout(this.again);
    for (const waiting of this.starting.splice(0)) waiting.reject(error);
    for (const { task, leave } of [...this.queue]) {
      leave();
      task.reject(error);
    }
    for (const thread of [...this.threads]) thread.end(error);
  }

  private startOne(): void {
    const { script, limits, data, startWorker } = this.options;
    const options = { ...THREAD_OPTIONS, ...(limits && { resourceLimits: limits }) };
    try {
      const worker = startWorker?.() ?? new Worker(script, { workerData: data(), ...options });
      this.threads.push(new Thread((this.started += 1), worker, this));
    } catch (error) {
      this.neverUp(new NoAnswerError('died', messageOf(error)));
    }
  }

  /** Called by a thread that has come up. */
  cameUp(ready: unknown): void {
    this.isUp = true;
    for (const waiting of this.starting.splice(0)) waiting.resolve(ready);
    this.dispatch();
  }

  /** Called by a thread that has ended, once, with the tasks that it has not done. */
  ended(thread: Thread, error: Error, wasReady: boolean, left: readonly HeldTask[]): void {
    this.threads = this.threads.filter((other) => other !== thread);
    const end: Promise<unknown> = thread.worker.terminate().finally(() => this.ending.delete(end));
    this.ending.add(end);
    const tasks = (isBegun: boolean): Task[] =>
      left.filter((held) => held.isBegun === isBegun).map(({ task }) => task);
    const [begun, waiting] = [tasks(true), tasks(false)];
    // A thread that dies before it begins anything died of what it was handed.
    for (const task of begun.length > 0 ? begun : waiting) task.deaths += 1;
    const isSlow = error instanceof NoAnswerError && error.reason === 'timeout' && begun.length === 1;
    for (const task of [...(isSlow ? [] : begun), ...waiting].reverse()) this.putBack(task, error);
    if (isSlow) begun[0]?.reject(error);
    if (!wasReady && this.broken === undefined) this.neverUp(error);
    this.dispatch();
  }

  /** Gives a task of a thread that has ended to another one, unless it may not be tried again. */
  private putBack(task: Task, error: Error): void {
    if (this.broken !== undefined) task.reject(this.broken);
    else if (task.deaths <= (this.options.retries === false ? 0 : 1)) this.enqueue(task, 'unshift');
    else task.reject(task.deaths > 1 ? alsoAlone(error) : error);
  }

  private neverUp(error: Error): void {
    const { keepUp, purpose, hint } = this.options;
    const why =
      error instanceof NoAnswerError
        ? new ThreadError(`no thread to ${purpose} came up: ${error.message}`, { hint, cause: error })
        : error;
    if (keepUp === undefined || !this.isUp) {
      this.fail(why);
      return;
    }
    keepUp.onFailure(why);
    this.again ??= setTimeout(() => {
      this.again = undefined;
      this.dispatch();
    }, keepUp.seconds * 1000).unref();
  }

  /** Starts threads as there is work for them, and hands out what can be begun. */
  dispatch(): void {
    if (this.broken !== undefined) return;
    const idle = this.threads.filter(({ held }) => held.size === 0).length;
    const room = this.options.size - this.threads.length;
    const wanted = this.options.keepUp === undefined || !this.isUp ? this.queue.length - idle : room;
    for (let more = Math.min(room, wanted); more > 0 && this.mayStart(); more -= 1) this.startOne();
    for (const thread of this.free()) {
      const next = this.queue.find(({ task }) => task.deaths === 0 || thread.held.size === 0);
      if (next === undefined) continue;
      next.leave();
      thread.hand(next.task);
      this.dispatch();
      return;
    }
  }

  private mayStart(): boolean {
    return this.broken === undefined && this.again === undefined;
  }

  /** Threads that can take a task more, the least busy first. One that tries a task alone cannot. */
  private free(): Thread[] {
    const canTake = ({ isReady, held }: Thread): boolean =>
      isReady &&
      held.size < this.options.tasksAtOnce &&
      ![...held.values()].some(({ task }) => task.deaths > 0);
    return this.threads.filter(canTake).sort((one, other) => one.held.size - other.held.size);
  }
}

function alsoAlone(error: Error): Error {
  if (!(error instanceof NoAnswerError)) return error;
  return new NoAnswerError(error.reason, `${error.message}, also when tried again alone`);
}

interface HeldTask {
  readonly task: Task;
  isBegun: boolean;
  /** Ends the watch over how long it takes, and over whether it is still wanted. */
  readonly watches: (() => void)[];
}

class Thread {
  readonly held = new Map<number, HeldTask>();
  private state: 'starting' | 'ready' | 'ended' = 'starting';
  private count = 0;

  constructor(
    private readonly id: number,
    readonly worker: ThreadPort,
    private readonly pool: Pool,
  ) {
    worker.on('message', (message: FromThread) => this.take(message));
    worker.on('error', (error) =>
      this.end(new NoAnswerError('died', `its thread failed: ${messageOf(error)}`, { cause: error })),
    );
    worker.on('exit', (code) => this.end(new NoAnswerError('died', `its thread ended with code ${code}`)));
  }

  get isReady(): boolean {
    return this.state === 'ready';
  }

  hand(task: Task): void {
    const number = (this.count += 1);
    const cancel = (): void => {
      const error = new NoAnswerError('cancelled', 'it was cancelled');
      this.release(number)?.reject(error);
      this.end(error);
    };
    this.held.set(number, { task, isBegun: false, watches: [watchSignal(task.signal, cancel)] });
    try {
      this.send({ kind: 'task', task: number, name: task.name, request: task.request(this.id) });
    } catch (error) {
      this.release(number)?.reject(error instanceof Error ? error : new Error(messageOf(error)));
    }
  }

  end(error: Error): void {
    if (this.state === 'ended') return;
    const wasReady = this.isReady;
    this.state = 'ended';
    const left = [...this.held];
    for (const [number] of left) this.release(number);
    this.pool.ended(
      this,
      error,
      wasReady,
      left.map(([, held]) => held),
    );
  }

  private send(message: ToThread): void {
    this.worker.postMessage(message);
  }

  private release(number: number): Task | undefined {
    const held = this.held.get(number);
    held?.watches.forEach((stop) => stop());
    this.held.delete(number);
    return held?.task;
  }

  private take(message: FromThread): void {
    if (this.state === 'ended') return;
    if (message.kind === 'ready') {
      this.state = 'ready';
      this.pool.cameUp(message.ready);
    } else if (message.kind === 'not-ready') this.end(reviveError(message.error));
    else if (message.kind === 'begun') this.begin(message.task);
    else if (message.kind === 'call') void this.answerCall(message).then((reply) => this.send(reply));
    else if (message.kind === 'answer') {
      this.release(message.task)?.resolve(message.answer);
      this.pool.dispatch();
    } else {
      const error = reviveError(message.error);
      this.release(message.task)?.reject(error);
      if (this.pool.options.endsThread?.(error) === true) this.end(error);
      else this.pool.dispatch();
    }
  }

  private begin(number: number): void {
    const held = this.held.get(number);
    const { seconds, busySeconds = seconds } = this.pool.options;
    if (held === undefined) return;
    held.isBegun = true;
    if (seconds === undefined || busySeconds === undefined) return;
    const busy = (): number => this.worker.performance?.eventLoopUtilization().active ?? performance.now();
    const end = (isBusy: boolean): void =>
      this.end(new NoAnswerError('timeout', `it took longer than ${isBusy ? busySeconds : seconds} s`));
    // Where this thread was busy, the answer may be here already and only not be read yet.
    const late = (isBusy: boolean): unknown =>
      setImmediate(() => this.held.get(number) === held && end(isBusy));
    held.watches.push(watchTime(seconds * 1000, busySeconds * 1000, busy, late));
  }

  private async answerCall({
    call,
    name,
    request,
  }: FromThread & { readonly kind: 'call' }): Promise<ToThread> {
    try {
      const calls = this.pool.options.calls as Readonly<Record<string, (request: unknown) => unknown>>;
      return { kind: 'reply', call, answer: await calls[name]?.(request) };
    } catch (error) {
      return { kind: 'refusal', call, error: describeError(error) };
    }
  }
}

/**
 * Calls back once one of two times is over, in milliseconds: as the clock of the machine has it, or that of the busy thread.
 * @param busy milliseconds that the thread was busy since it came up
 */
function watchTime(
  milliseconds: number,
  busyMilliseconds: number,
  busy: () => number,
  late: (isBusy: boolean) => void,
): () => void {
  let [ends, endsBusy] = [performance.now() + milliseconds, busy() + busyMilliseconds];
  let timer: NodeJS.Timeout | undefined;
  const wait = (time: number): void => {
    const due = performance.now() + time;
    timer = setTimeout(() => {
      const stopped = performance.now() - due;
      if (stopped > STOPPED_MS) [ends, endsBusy] = [ends + stopped, endsBusy + stopped];
      const [left, leftBusy] = [ends - performance.now(), endsBusy - busy()];
      if (Math.min(left, leftBusy) < 1) late(leftBusy < left);
      else wait(Math.min(left, leftBusy));
    }, time);
  };
  wait(Math.min(milliseconds, busyMilliseconds));
  return () => clearTimeout(timer);
}

function watchSignal(signal: AbortSignal | undefined, cancel: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const abort = (): void => void (timer = setTimeout(cancel, GRACE_MS));
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    signal?.removeEventListener('abort', abort);
    clearTimeout(timer);
  };
}
