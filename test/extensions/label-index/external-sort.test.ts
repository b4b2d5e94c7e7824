import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createLineSorter,
  groupLines,
  type SortedLines,
} from '../../../src/extensions/label-index/external-sort.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
let made = 0;
beforeAll(() => {});

async function all(sorted: SortedLines): Promise<string[]> {
  const lines: string[] = [];
  for await (const piece of sorted.read()) lines.push(...piece);
  return lines;
}

function sorted(lines: readonly string[], linesInMemory: number): SortedLines {
  const sorter = createLineSorter(folder, `run${++made}`, { linesInMemory });
  for (const line of lines) sorter.add(line);
  return sorter.finish();
}

describe('sorting on disk', () => {
  it('comes to what sorting in memory comes to, as often as it is read', async () => {
    const line = fc.stringMatching(/^[a-cé😀\t]{0,4}$/u);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (lines, limit) => {
          const result = sorted(lines, limit);
          expect(result.count).toBe(lines.length);
          expect(await all(result)).toEqual([...lines].sort());
          expect(await all(result)).toEqual([...lines].sort());
        },
      ),
      { seed: 3, numRuns: 60 },
    );
  });

  it('reads runs that are longer than a piece, and lines that are longer than that', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `${(index * 7919) % 20_000} some words behind it`,
    );
    lines.push('x'.repeat(700_000));
    expect(await all(sorted(lines, 7000))).toEqual([...lines].sort());
  });

  it('puts lines with one key together', async () => {
    const groups = [];
    for await (const piece of groupLines(sorted(['b\t2', 'a\t1', 'b\t1', 'c', 'ab\t1\t2'], 2)))
      groups.push(...piece);
    expect(groups).toEqual([
      { key: 'a', rest: ['1'] },
      { key: 'ab', rest: ['1\t2'] },
      { key: 'b', rest: ['1', '2'] },
      { key: 'c', rest: [''] },
    ]);
  });
});
