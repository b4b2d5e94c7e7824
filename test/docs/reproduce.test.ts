import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FIGURES, tableAfter } from '../../scripts/figures.js';
import { ROOT } from '../cli/run.js';
import { benchProblem } from './bench-problem.js';
import { DOCUMENTS } from './documents.js';

const textOf = (document: string): string => readFileSync(path.join(ROOT, document), 'utf8');

describe.each(FIGURES)('the figures $name', ({ document, after, bench }) => {
  it('are a table with numbers', () => {
    const [, ...rows] = tableAfter(textOf(document), after);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.flat().filter((cell) => /\d/.test(cell)).length).toBeGreaterThan(3);
  });

  it('are computed by a benchmark that has these options', () => {
    expect(benchProblem(bench[0] ?? '', bench.slice(1))).toBeUndefined();
  });
});

it('knows every table that a document marks', () => {
  const marked = DOCUMENTS.flatMap((name) => textOf(name).match(/<!-- figures: [a-z-]+ -->/g) ?? []);
  const known = FIGURES.flatMap(({ after }) => after).filter((text) => text.startsWith('<!--'));
  expect(marked.sort()).toEqual([...known].sort());
});
