import { EventEmitter } from 'node:events';
import {
  type FromThread,
  type ToThread,
  describeError,
  reviveError,
} from '../../../src/support/threads/thread-errors.js';
import {
  type ThreadPort,
  openThreadPool,
  type PoolOptions,
  type ThreadPool,
} from '../../../src/support/threads/pool.js';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryError, ServiceError, ThreadError, InputError } from '../../../src/model/errors.js';

/** A worker thread that does what a test tells it, and remembers what it was sent. */
interface FakeThread {
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
function fakeThreads() {
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

interface Protocol {
  readonly data: undefined;
  readonly tasks: Readonly<Record<string, (request: string) => string>>;
  readonly calls: { readonly ask: (question: string) => string };
}

interface Opened {
  readonly pool: ThreadPool<Protocol>;
  readonly threads: readonly FakeThread[];
  /** Runs a task; what becomes of it is put down in `outcomes`. */
  readonly run: (name: string, signal?: AbortSignal) => void;
  readonly outcomes: Record<string, string>;
}

function open(options: Partial<PoolOptions<Protocol>> = {}): Opened {
  const { threads, startWorker } = fakeThreads();
  const pool = openThreadPool<Protocol>({
    script: new URL('file:///not-there'),
    data: () => undefined,
    calls: { ask: (question) => `answer to ${question}` },
    size: 2,
    tasksAtOnce: 2,
    purpose: 'test',
    hint: 'do nothing',
    startWorker,
    ...options,
  });
  const outcomes: Record<string, string> = {};
  return {
    pool,
    threads,
    outcomes,
    run: (name, signal) =>
      void pool.run(name, '', signal).then(
        (answer) => (outcomes[name] = answer),
        (error: unknown) => (outcomes[name] = String(error)),
      ),
  };
}

/** The thread that was started as the n-th. */
const nth = ({ threads }: Opened, n: number): FakeThread => threads[n - 1]!;
/** Lets promises that are settled tell of it. */
const settled = (): Promise<unknown> => jest.advanceTimersByTimeAsync(0);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('time', () => {
  it('counts from when a thread begins a task, not from when it is sent', async () => {
    const opened = open({ size: 1, seconds: 10 });
    opened.run('a');
    opened.run('b');
    await jest.advanceTimersByTimeAsync(60_000);
    nth(opened, 1).ready();
    await jest.advanceTimersByTimeAsync(60_000);
    nth(opened, 1).begin('a');
    await jest.advanceTimersByTimeAsync(9_000);
    nth(opened, 1).answer('a', 'A');
    nth(opened, 1).begin('b');
    await jest.advanceTimersByTimeAsync(9_000);
    nth(opened, 1).answer('b', 'B');
    await settled();
    expect(opened.outcomes).toEqual({ a: 'A', b: 'B' });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not end a thread whose answer has come while the main thread was busy', async () => {
    const opened = open({ size: 1, seconds: 10 });
    opened.run('a');
    nth(opened, 1).ready();
    nth(opened, 1).begin('a');
    // The timer is due and the message is there: timers come first, messages before immediates.
    jest.advanceTimersByTime(10_000);
    nth(opened, 1).answer('a', 'A');
    await settled();
    expect(opened.outcomes).toEqual({ a: 'A' });
    expect(nth(opened, 1).isEnded()).toBe(false);
  });
});

describe('a thread that dies', () => {
  it('fails the one task that killed it, after a second try alone, and no other', async () => {
    const opened = open({ size: 1, tasksAtOnce: 3 });
    for (const name of ['good', 'bad', 'waiting']) opened.run(name);
    nth(opened, 1).ready();
    nth(opened, 1).begin('good');
    nth(opened, 1).begin('bad');
    nth(opened, 1).die('out of memory');
    nth(opened, 2).ready();
    expect(nth(opened, 2).tasks()).toEqual(['good']);
    nth(opened, 2).begin('good');
    nth(opened, 2).answer('good', 'GOOD');
    expect(nth(opened, 2).tasks()).toEqual(['good', 'bad']);
    nth(opened, 2).begin('bad');
    nth(opened, 2).die('out of memory');
    nth(opened, 3).ready();
    expect(nth(opened, 3).tasks()).toEqual(['waiting']);
    nth(opened, 3).answer('waiting', 'WAITING');
    await settled();
    expect(opened.outcomes).toEqual({
      good: 'GOOD',
      bad: 'NoAnswerError: its thread failed: out of memory, also when tried again alone',
      waiting: 'WAITING',
    });
  });

  it('is blocked by the only task that it began: the task fails at once, and no other', async () => {
    const opened = open({ size: 1, seconds: 10 });
    for (const name of ['bad', 'waiting']) opened.run(name);
    nth(opened, 1).ready();
    nth(opened, 1).begin('bad');
    await jest.advanceTimersByTimeAsync(10_001);
    expect(nth(opened, 1).isEnded()).toBe(true);
    nth(opened, 2).ready();
    nth(opened, 2).answer('waiting', 'WAITING');
    await settled();
    expect(opened.outcomes).toEqual({ bad: 'NoAnswerError: it took longer than 10 s', waiting: 'WAITING' });
  });

  it('fails everything when it never came up', async () => {
    const opened = open();
    opened.run('a');
    opened.run('b');
    nth(opened, 1).die('out of memory');
    await settled();
    const message = 'ThreadError: no thread to test came up: its thread failed: out of memory';
    expect(opened.outcomes).toEqual({ a: message, b: message });
    await expect(opened.pool.run('c', '')).rejects.toThrow(ThreadError);
    expect(opened.threads.every((thread) => thread.isEnded())).toBe(true);
  });
});

describe('waiting', () => {
  const waiting = { places: 1, seconds: 5 };

  it('is first come, first served, for as many as there are places, and not for ever', async () => {
    const opened = open({ size: 1, tasksAtOnce: 1, waiting });
    opened.run('a');
    nth(opened, 1).ready();
    opened.run('b');
    opened.run('c');
    await jest.advanceTimersByTimeAsync(5000);
    nth(opened, 1).answer('a', 'A');
    await settled();
    expect(opened.outcomes).toEqual({
      a: 'A',
      b: 'NoAnswerError: no thread was free within 5 seconds',
      c: 'NoAnswerError: 1 are waiting already',
    });
  });

  it('ends when the answer is not wanted any more; a thread at work is ended after a while', async () => {
    const opened = open({ size: 1, tasksAtOnce: 1, waiting });
    const leaving = new AbortController();
    opened.run('a', leaving.signal);
    nth(opened, 1).ready();
    opened.run('b', leaving.signal);
    leaving.abort();
    opened.run('c', leaving.signal);
    await settled();
    const cancelled = 'NoAnswerError: it was cancelled';
    expect(opened.outcomes).toEqual({ b: cancelled, c: cancelled });
    await jest.advanceTimersByTimeAsync(1000);
    expect(opened.outcomes).toMatchObject({ a: cancelled });
    expect(nth(opened, 1).isEnded()).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('errors and calls', () => {
  it('keep their class between threads', async () => {
    const opened = open({ size: 1, tasksAtOnce: 1, endsThread: (error) => !(error instanceof QueryError) });
    const fail = async (name: string, error: object): Promise<unknown> => {
      const failing = opened.pool.run(name, '').catch((thrown: unknown) => thrown);
      const thread = opened.threads.at(-1)!;
      thread.ready();
      thread.say({ kind: 'failure', task: thread.tasks().length, error } as never);
      return failing;
    };
    expect(await fail('a', { name: 'QueryError', message: 'bad query' })).toEqual(
      new QueryError('bad query'),
    );
    expect(nth(opened, 1).isEnded()).toBe(false);
    expect(await fail('b', { name: 'ServiceError', message: 'no', failure: 'unavailable' })).toBeInstanceOf(
      ServiceError,
    );
    expect(nth(opened, 1).isEnded()).toBe(true);
  });

  it('are answered, or refused with what was thrown', async () => {
    const ask = (question: string): Promise<string> =>
      question === 'well?' ? Promise.resolve('well') : Promise.reject(new QueryError('asleep'));
    const opened = open({ size: 1, calls: { ask } });
    opened.run('a');
    nth(opened, 1).say({ kind: 'call', call: 1, name: 'ask', request: 'well?' });
    nth(opened, 1).say({ kind: 'call', call: 2, name: 'ask', request: 'what?' });
    await settled();
    expect(nth(opened, 1).sent).toEqual([
      { kind: 'reply', call: 1, answer: 'well' },
      { kind: 'refusal', call: 2, error: { name: 'QueryError', message: 'asleep' } },
    ]);
  });
});

it('a closed pool ends its threads and fails what is not done', async () => {
  const opened = open({ size: 1, tasksAtOnce: 1, seconds: 10, waiting: { places: 9, seconds: 9 } });
  opened.run('a');
  nth(opened, 1).ready();
  nth(opened, 1).begin('a');
  opened.run('b');
  await opened.pool.close();
  opened.run('c');
  await settled();
  const closed = 'NoAnswerError: the threads are closed';
  expect(opened.outcomes).toEqual({ a: closed, b: closed, c: closed });
  expect(nth(opened, 1).isEnded()).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

const sent = (error: unknown): Error => reviveError(structuredClone(describeError(error)));

describe('an error that is sent to another thread', () => {
  it('keeps its class, message and hint', () => {
    const error = sent(new InputError('damaged', { hint: 'build it again' }));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ message: 'damaged', hint: 'build it again' });
    expect(sent(new ServiceError('busy', 'too many'))).toMatchObject({ failure: 'busy' });
  });

  it('arrives as the class that it extends where its own is not known everywhere', () => {
    class SyntaxMistake extends QueryError {}
    expect(sent(new SyntaxMistake('line 2'))).toBeInstanceOf(QueryError);
  });
});
