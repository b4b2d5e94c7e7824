import { NoAnswerError, type NoAnswerReason } from './thread-errors.js';

/** Thread in which a task is done, and the time until which it is wanted. */
export interface TaskOptions {
  /** The only thread that can do it; when that one has ended, the task fails. */
  readonly only?: number;
  /** Aborted when the answer is not wanted any more. */
  readonly signal?: AbortSignal;
}

/** A task on its way through a pool. */
export interface Task extends TaskOptions {
  readonly name: string;
  /** Makes the request for the thread that is to do the task. */
  readonly request: (thread: number) => unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Number of threads that ended while they did it. One that ended a thread may do so again: it is tried again alone. */
  deaths: number;
}

/** Queue in which tasks wait for a thread, first come, first served. */
export interface TaskQueue {
  readonly length: number;
  add(task: Task): void;
  /** Puts back a task that was handed to a thread which has ended. */
  putBack(task: Task): void;
  /** Takes the first of the tasks that one may have. */
  take(may: (task: Task) => boolean): Task | undefined;
  /** Rejects tasks. */
  refuse(error: Error, which?: (task: Task) => boolean): void;
}

/** Number of tasks that may wait at once, and the longest wait of each. */
export interface WaitingLimits {
  readonly places: number;
  readonly seconds: number;
}

/** @param limits none when undefined; a task for one thread only is not bound by them */
export function createTaskQueue(limits?: WaitingLimits): TaskQueue {
  const entries: { readonly task: Task; readonly leave: () => void }[] = [];
  const refuse = (error: Error, which: (task: Task) => boolean): void => {
    for (const { task, leave } of entries.filter((entry) => which(entry.task))) {
      leave();
      task.reject(error);
    }
  };
  const enter = (task: Task, put: 'push' | 'unshift'): void => {
    const sendAway = (reason: NoAnswerReason, message: string) => () =>
      refuse(new NoAnswerError(reason, message), (waiting) => waiting === task);
    const { signal } = task;
    const cancel = sendAway('cancelled', 'it was cancelled');
    const late = sendAway('busy', `no thread was free within ${limits?.seconds ?? 0} seconds`);
    const timer =
      limits === undefined || task.only !== undefined ? undefined : setTimeout(late, limits.seconds * 1000);
    const entry = {
      task,
      leave: () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        entries.splice(entries.indexOf(entry), 1);
      },
    };
    entries[put](entry);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
  };
  return {
    get length() {
      return entries.length;
    },
    add(task) {
      if (task.only === undefined && limits !== undefined && entries.length >= limits.places) {
        task.reject(new NoAnswerError('busy', `${limits.places} are waiting already`));
      } else enter(task, 'push');
    },
    putBack: (task) => enter(task, 'unshift'),
    take(may) {
      const entry = entries.find(({ task }) => may(task));
      entry?.leave();
      return entry?.task;
    },
    refuse: (error, which = () => true) => refuse(error, which),
  };
}
