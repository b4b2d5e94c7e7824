import { expect, it } from '@jest/globals';
import { availableParallelism } from 'node:os';
import { judgingThreads } from '../../../src/judging/judge/judging-threads.js';

it('lets the main thread judge where one worker is wanted, and else as many other threads', () => {
  expect([1, 2, 5].map((workers) => judgingThreads(workers, 7))).toEqual([0, 2, 5]);
});

it('leaves a core to the main thread where nobody says how many', () => {
  expect(judgingThreads(undefined)).toBe(availableParallelism() - 1);
  expect(judgingThreads(undefined, 3)).toBe(3);
});
