import { expect, it } from '@jest/globals';
import { createSkippedLines } from '../../src/cli/skipped-lines.js';

it('names the first items with the same message, and counts the others', () => {
  const lines: string[] = [];
  const skipped = createSkippedLines({ stderr: (line) => void lines.push(line) });
  for (let line = 1; line <= 600; line += 1) skipped.note({ where: `a:${line}`, message: 'no text' });
  skipped.note({ where: 'b', message: 'empty' });
  skipped.end();
  skipped.end();
  expect(lines).toEqual([
    ...['a:1', 'a:2', 'a:3'].map((where) => `skipped ${where}: no text\n`),
    'skipped b: empty\n',
    'skipped 597 more: no text\n',
  ]);
  expect(skipped.count()).toBe(601);
});
