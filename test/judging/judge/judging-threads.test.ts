import { expect, it } from '@jest/globals';
import { availableParallelism } from 'node:os';
import { judgingThreads } from '../../../src/judging/judge/judging-threads.js';

it('leaves a core to the main thread, and judges in one thread at least', () => {
  expect(judgingThreads()).toBe(Math.max(1, availableParallelism() - 1));
});
