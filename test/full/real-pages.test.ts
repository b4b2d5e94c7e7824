import path from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { LABELLED_SETS, openLabelledSet } from '../../bench/support/labelled-topics.js';
import { readCollection } from '../../bench/support/wikispeedia.js';
import { DATA, describeWithData } from './data.js';
import { figuresOf, readDatedPages } from '../../bench/support/publication-dates.js';

describeWithData('the sets of labels of the real pages', 'real-pages/labels.tsv', () => {
  it('label every page, and their corpora hold articles that exist', () => {
    const lines = readFileSync(path.join(DATA, 'real-pages/labels.tsv'), 'utf8').trim().split('\n').slice(1);
    const files = new Set(lines.map((line) => line.split('\t')[0] ?? ''));
    const articles = new Set(readCollection().articles.map(({ id }) => id));
    expect(files.size).toBe(722);
    for (const set of Object.values(LABELLED_SETS).flat())
      expect(openLabelledSet(set, { files, articles })).toHaveLength(5);
  });
});

describeWithData('the dates of publication of real pages', 'real-pages/pages.tar.gz', () => {
  it('are found as a person reads them, and not in pages without one', () => {
    const pages = readDatedPages(DATA).filter(({ part }) => part === 'held-out');
    const { dated, right, undated, invented } = figuresOf(pages);
    expect({ dated, undated }).toEqual({ dated: 25, undated: 5 });
    expect(right / dated).toBeGreaterThanOrEqual(0.9);
    expect(invented).toBe(0);
  });
});
