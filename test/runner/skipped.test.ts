import { expect, it } from '@jest/globals';
import { skippedLines } from './skipped.mjs';

const file = (name: string, ...tests: readonly (readonly [status: string, title: string])[]) => ({
  testFilePath: `/root/test/${name}`,
  testResults: tests.map(([status, title]) => ({ status, title })),
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
