import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { LABELLED_SETS, openLabelledSet } from '../../bench/support/labelled-topics.js';
import { readCollection } from '../../bench/support/wikispeedia.js';
import { DATA, describeWithData } from './data.js';

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
