import { EventEmitter } from 'node:events';
import type { FromThread, ToThread } from '../../../src/support/threads/thread-errors.js';
import type { ThreadPort } from '../../../src/support/threads/pool.js';

/** A worker thread that does what a test tells it, and remembers what it was sent. */
export interface FakeThread {
  readonly sent: ToThread[];
  readonly isEnded: () => boolean;
  /** The names of the tasks that it was handed. */
  tasks(): readonly string[];
  say(message: FromThread): void;
  ready(): void;
  /** Begins the task that was handed to it under the name. */
  begin(name: string): void;
  answer(name: string, answer: unknown): void;
  die(why: string): void;
}

/** Threads that a pool has started, in their order. */
export interface FakeThreads {
  readonly threads: FakeThread[];
  readonly startWorker: () => ThreadPort;
}

export function fakeThreads(): FakeThreads {
  const threads: FakeThread[] = [];
  const startWorker = (): ThreadPort => {
    const events = new EventEmitter();
    const sent: ToThread[] = [];
    let ended = false;
    const say = (message: FromThread): void => void events.emit('message', message);
    const numberOf = (name: string): number => {
      const found = sent.find((message) => message.kind === 'task' && message.name === name);
      if (found?.kind !== 'task') throw new Error(`no task ${name} was handed to this thread`);
      return found.task;
    };
    threads.push({
      sent,
      isEnded: () => ended,
      tasks: () => sent.flatMap((message) => (message.kind === 'task' ? [message.name] : [])),
      say,
      ready: () => say({ kind: 'ready' }),
      begin: (name) => say({ kind: 'begun', task: numberOf(name) }),
      answer: (name, answer) => say({ kind: 'answer', task: numberOf(name), answer }),
      die: (why) => void events.emit('error', new Error(why)),
    });
    return {
      on: events.on.bind(events),
      postMessage: (message: ToThread) => void sent.push(message),
      terminate: () => {
        ended = true;
        return Promise.resolve(0);
      },
    } as unknown as ThreadPort;
  };
  return { threads, startWorker };
}
