import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compareFigures, FIGURES, isAsPrinted, tableAfter } from '../../scripts/figures.js';
import { ROOT } from '../cli/run.js';
import { benchProblem } from './bench-problem.js';
import { DOCUMENTS } from './documents.js';

const textOf = (document: string): string => readFileSync(path.join(ROOT, document), 'utf8');
const figure = (name: string) => FIGURES.find((one) => one.name === name)!;

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

describe('comparing figures', () => {
  it('finds a number that differs by more than rounding and band', () => {
    const markdown =
      '## Here\n\n| strategy | space |\n| --- | --- |\n| `learning` | 0.85 |\n| `krs` | 0.60 |\n';
    const output =
      '| strategy | space (102 targets) | mean |\n| --- | --- | --- |\n| learning | 0.8549 (9) | 1 |\n| krs | 0.588 (8) | 1 |';
    const compared = compareFigures(
      { after: ['## Here'], read: figure('order-of-links').read },
      markdown,
      output,
    );
    expect(compared.map((one) => [one.where, one.printed, one.measured])).toEqual([
      ['learning, space', '0.85', 0.8549],
      ['krs, space', '0.60', 0.588],
    ]);
    expect(compared.map((one) => isAsPrinted(one, 0))).toEqual([true, false]);
    expect(compared.map((one) => isAsPrinted(one, 0.01))).toEqual([true, true]);
  });

  it('counts what the benchmark did not print as different', () => {
    const markdown = '| strategy | space |\n| --- | --- |\n| `hmm` | 0.85 |\n';
    const output = '| strategy | space |\n| --- | --- |\n| learning | 0.85 |\n';
    const [only] = compareFigures({ after: [], read: figure('order-of-links').read }, markdown, output);
    expect(only).toMatchObject({ measured: undefined });
    expect(isAsPrinted(only!, 1)).toBe(false);
  });

  it('reads aligned columns of the other benchmarks', () => {
    const heads =
      'crawls of  crawls  points  not known yet  truth in interval  median ratio  by links  by rate';
    const rows =
      'held out, all    12  132  32 %  86 %  1.02  87 %  73 %\nheld out, wikispeedia  6  66  8 %  84 %  0.94  89 %  90 %';
    const [intervals, read] = [`${heads}\n${rows}`, figure('intervals').read];
    expect(read(intervals, ['held out, all'], 'truth in interval')).toEqual([86]);
    expect(read(intervals, ['held out, wikispeedia'], 'median ratio')).toEqual([0.94]);
    expect(read(intervals, ['held out, debian-docs'], 'by rate')).toBeUndefined();
    const judging =
      'real pages, 3 known topics, means\n  accepted  F1\nensemble      0.1    0.2    0.3    0.89    0.91    0.9    0.93';
    expect(figure('classifiers').read(judging, ['ensemble'], 'real pages, known')).toEqual([
      0.89, 0.91, 0.93,
    ]);
  });
});
