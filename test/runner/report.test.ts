import { expect, it } from '@jest/globals';
import { skippedLines, slowest } from './report.mjs';

const file = (
  name: string,
  ...tests: readonly (readonly [status: string, title: string, ms?: number])[]
) => ({
  testFilePath: `/root/test/${name}`,
  testResults: tests.map(([status, title, duration = 0]) => ({ status, title, fullName: title, duration })),
});

it('gives one line per reason, with the files and the number of tests in each', () => {
  const files = [
    file('a.test.ts', ['passed', 'skipped: not this one'], ['pending', 'skipped: no browser']),
    file('b.test.ts', ['pending', 'skipped: no browser'], ['pending', 'writes; skipped: root (may write)']),
    file('c.test.ts', ['pending', 'forgotten'], ['pending', 'also forgotten']),
  ];
  expect(skippedLines(files, '/root')).toEqual([
    'skipped: no browser: test/a.test.ts, test/b.test.ts',
    'skipped: root (may write): test/b.test.ts',
    'skipped: no reason given: test/c.test.ts (2)',
  ]);
});

it('names the slowest tests first, and counts those of more than a second on a usual machine', () => {
  const files = [
    file('a.test.ts', ['passed', 'is fast', 20], ['passed', 'is slow', 1500]),
    file('b.test.ts', ['passed', 'is slowest', 3000]),
  ];
  const { lines, tooSlow } = slowest(files, '/root');
  expect(lines).toEqual([
    '3000 ms: test/b.test.ts: is slowest',
    '1500 ms: test/a.test.ts: is slow',
    '20 ms: test/a.test.ts: is fast',
  ]);
  expect(tooSlow).toBe(2);
  expect(slowest(files, '/root', 2).tooSlow).toBe(1);
});
