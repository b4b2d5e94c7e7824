import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../model/errors.js';
import { describeError, NoAnswerError, reviveError } from './thread-errors.js';
import type { DescribedError, FromThread, ToThread } from './protocol.js';
import type { Task } from './task.js';

/** Parts of a worker thread that a pool needs. */
export type ThreadPort = Pick<Worker, 'on' | 'postMessage' | 'terminate'> &
  Partial<Pick<Worker, 'performance'>>;

/** Rules for a thread. */
export interface ThreadRules {
  readonly startWorker: () => ThreadPort;
  /** As in the options of the pool. */
  readonly seconds?: number;
  /** As in the options of the pool. */
  readonly busySeconds?: number;
  /** Answers to the calls of threads, by their names. */
  readonly calls: Readonly<Record<string, (request: unknown) => unknown>>;
  /** True if a thread cannot be used any more after a task of it has failed. */
  readonly endsThread: (error: Error) => boolean;
}

/** Messages of a thread to its pool. */
export interface ThreadEvents {
  onReady(ready: unknown): void;
  /** It has done a task. */
  onDone(): void;
  /** It has ended, once: with an error, and with tasks that it has not done. */
  onEnd(end: ThreadEnd): void;
}

/** Remains of a thread that has ended. */
export interface ThreadEnd {
  readonly error: Error;
  readonly wasReady: boolean;
  /** Tasks that it did when it ended: one of them may be what ended it. */
  readonly begun: readonly Task[];
  /** Tasks that it had not begun. */
  readonly waiting: readonly Task[];
  readonly gone: Promise<unknown>;
}

/** A thread of a pool. */
export interface PoolThread {
  readonly id: number;
  readonly isReady: boolean;
  readonly tasks: readonly Task[];
  hand(task: Task): void;
  end(error: Error): void;
}

/** A cancelled task is given so long before its thread is ended for it: most are done by then, and the thread stays. */
const GRACE_MS = 1000;
/** Milliseconds by which a timer is late after this process was stopped, and its threads with it. */
const STOPPED_MS = 2000;

/** Starts a thread. */
export function startThread(id: number, rules: ThreadRules, events: ThreadEvents): PoolThread {
  const worker = rules.startWorker();
  const send = (message: ToThread): void => worker.postMessage(message);
  const held = holdTasks();
  let state: 'starting' | 'ready' | 'ended' = 'starting';

  const end = (error: Error): void => {
    if (state === 'ended') return;
    const wasReady = state === 'ready';
    state = 'ended';
    events.onEnd({ error, wasReady, ...held.releaseAll(), gone: worker.terminate() });
  };
  const fail = (number: number, described: DescribedError): void => {
    const error = reviveError(described);
    held.release(number)?.reject(error);
    if (rules.endsThread(error)) end(error);
    else events.onDone();
  };
  const answer = (number: number, found: unknown): void => {
    held.release(number)?.resolve(found);
    events.onDone();
  };
  const begin = (number: number): void => {
    const { seconds, busySeconds = seconds } = rules;
    if (seconds === undefined || busySeconds === undefined) {
      held.begin(number);
      return;
    }
    const busy = (): number => worker.performance?.eventLoopUtilization().active ?? performance.now();
    const onLate = (isBusy: boolean): void => end(tookLonger(isBusy ? busySeconds : seconds));
    held.begin(number, { milliseconds: seconds * 1000, busyMilliseconds: busySeconds * 1000, busy, onLate });
  };
  const ready = (said: unknown): void => {
    state = 'ready';
    events.onReady(said);
  };
  const take = (message: FromThread): void => {
    if (state === 'ended') return;
    if (message.kind === 'ready') ready(message.ready);
    else if (message.kind === 'not-ready') end(reviveError(message.error));
    else if (message.kind === 'begun') begin(message.task);
    else if (message.kind === 'applied') held.unwatch(message.task);
    else if (message.kind === 'answer') answer(message.task, message.answer);
    else if (message.kind === 'failure') fail(message.task, message.error);
    else void answerCall(message, rules.calls).then(send);
  };
  worker.on('message', take);
  worker.on('error', (error) =>
    end(new NoAnswerError('died', `its thread failed: ${messageOf(error)}`, { cause: error })),
  );
  worker.on('exit', (code) => end(new NoAnswerError('died', `its thread ended with code ${code}`)));
  return {
    id,
    get isReady() {
      return state === 'ready';
    },
    get tasks() {
      return held.tasks();
    },
    hand(task) {
      const number = held.add(task, end);
      try {
        send({ kind: 'task', task: number, name: task.name, request: task.request(id) });
      } catch (error) {
        held.release(number)?.reject(error instanceof Error ? error : new Error(messageOf(error)));
      }
    },
    end,
  };
}

function tookLonger(seconds: number): NoAnswerError {
  return new NoAnswerError('timeout', `it took longer than ${seconds} s`);
}

interface Held {
  readonly task: Task;
  isBegun: boolean;
  /** Ends the watch over how long it takes, and over whether it is still wanted. */
  readonly watches: (() => void)[];
}

interface Deadline {
  readonly milliseconds: number;
  readonly busyMilliseconds: number;
  /** Milliseconds that the thread was busy since it came up. */
  readonly busy: () => number;
  readonly onLate: (isBusy: boolean) => void;
}

/** Tasks that a thread has, by the numbers they have there. */
interface HeldTasks {
  tasks(): readonly Task[];
  /** @param endThread called when the task is cancelled and not done soon after */
  add(task: Task, endThread: (error: Error) => void): number;
  begin(number: number, deadline?: Deadline): void;
  /** The task must not be given up any more. */
  unwatch(number: number): void;
  release(number: number): Task | undefined;
  releaseAll(): Pick<ThreadEnd, 'begun' | 'waiting'>;
}

function holdTasks(): HeldTasks {
  const held = new Map<number, Held>();
  let count = 0;
  const unwatch = (number: number): void => held.get(number)?.watches.forEach((stop) => stop());
  const release = (number: number): Task | undefined => {
    unwatch(number);
    const task = held.get(number)?.task;
    held.delete(number);
    return task;
  };
  return {
    tasks: () => [...held.values()].map(({ task }) => task),
    add(task, endThread) {
      const number = (count += 1);
      const cancel = (): void => {
        const error = new NoAnswerError('cancelled', 'it was cancelled');
        release(number)?.reject(error);
        endThread(error);
      };
      held.set(number, { task, isBegun: false, watches: [watchSignal(task.signal, cancel)] });
      return number;
    },
    begin(number, deadline) {
      const entry = held.get(number);
      if (entry === undefined) return;
      entry.isBegun = true;
      if (deadline === undefined) return;
      // Where this thread was busy, the answer may be here already and only not be read yet.
      const late = (isBusy: boolean): unknown =>
        setImmediate(() => held.get(number) === entry && deadline.onLate(isBusy));
      entry.watches.push(watchTime(deadline, late));
    },
    unwatch,
    release,
    releaseAll() {
      const left = [...held.entries()];
      for (const [number] of left) release(number);
      const tasks = (isBegun: boolean): Task[] =>
        left.filter(([, entry]) => entry.isBegun === isBegun).map(([, { task }]) => task);
      return { begun: tasks(true), waiting: tasks(false) };
    },
  };
}

/** Calls back once one of the times of a deadline is over, as the clock of the machine has it, or that of the busy thread. */
function watchTime(
  { milliseconds, busyMilliseconds, busy }: Omit<Deadline, 'onLate'>,
  late: (isBusy: boolean) => void,
): () => void {
  let [ends, endsBusy] = [performance.now() + milliseconds, busy() + busyMilliseconds];
  let stop = (): void => undefined;
  const wait = (time: number): void => {
    const due = performance.now() + time;
    stop = after(time, () => {
      const stopped = performance.now() - due;
      if (stopped > STOPPED_MS) [ends, endsBusy] = [ends + stopped, endsBusy + stopped];
      const [left, leftBusy] = [ends - performance.now(), endsBusy - busy()];
      if (Math.min(left, leftBusy) < 1) late(leftBusy < left);
      else wait(Math.min(left, leftBusy));
    });
  };
  wait(Math.min(milliseconds, busyMilliseconds));
  return () => stop();
}

function after(ms: number, act: () => unknown): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

function watchSignal(signal: AbortSignal | undefined, cancel: () => void): () => void {
  let stop = (): void => undefined;
  const abort = (): void => void (stop = after(GRACE_MS, cancel));
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    signal?.removeEventListener('abort', abort);
    stop();
  };
}

async function answerCall(
  { call, name, request }: FromThread & { readonly kind: 'call' },
  calls: ThreadRules['calls'],
): Promise<ToThread> {
  try {
    return { kind: 'reply', call, answer: await calls[name]?.(request) };
  } catch (error) {
    return { kind: 'refusal', call, error: describeError(error) };
  }
}
