import { afterEach, expect, it } from '@jest/globals';
import { openThreadPool, type ThreadPool } from '../../../src/support/threads/pool.js';

interface Protocol {
  readonly data: string;
  readonly tasks: {
    readonly double: (number: number) => number;
    readonly fill: (nothing: undefined) => undefined;
    readonly wait: (milliseconds: number) => number;
    readonly block: (nothing: undefined) => undefined;
  };
  readonly calls: { readonly double: (number: number) => number };
}

const opened: ThreadPool<Protocol>[] = [];
const open = (seconds: number, busySeconds = seconds): ThreadPool<Protocol> => {
  const pool = openThreadPool<Protocol>({
    script: new URL('./real-thread.mjs', import.meta.url),
    data: () => 'data',
    calls: { double: (number) => 2 * number },
    size: 1,
    tasksAtOnce: 4,
    seconds,
    busySeconds,
    limits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    purpose: 'test',
    hint: '',
  });
  opened.push(pool);
  return pool;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

it('a task that takes all memory of its thread fails alone', async () => {
  const pool = open(60);
  const before = pool.run('double', 1);
  const hostile = pool.run('fill', undefined);
  const after = [2, 3, 4, 5].map((number) => pool.run('double', number));
  await expect(hostile).rejects.toThrow(/its thread failed: .*memory.*, also when tried again alone/);
  expect(await Promise.all([before, ...after])).toEqual([4, 8, 12, 16, 20]);
});

it('a task that blocks its thread fails alone', async () => {
  const pool = open(0.1);
  const hostile = pool.run('block', undefined);
  const after = pool.run('double', 2);
  await expect(hostile).rejects.toThrow(/^it took longer than 0\.1 s$/);
  expect(await after).toBe(8);
});

it('a task that mostly waits has more time than one that blocks its thread', async () => {
  const pool = open(60, 0.1);
  const waiting = pool.run('wait', 300);
  expect(await waiting).toBe(300);
  await expect(pool.run('block', undefined)).rejects.toThrow(/^it took longer than 0\.1 s$/);
});
