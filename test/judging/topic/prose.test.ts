import { describe, expect, it } from '@jest/globals';
import { contentOfDocument } from '../../../src/judging/topic/page-content.js';
import { learnProse, proseMeasure } from '../../../src/judging/topic/prose.js';
import { splitWords } from '../../support/small-training.js';

const NO_NOUNS = { lemmas: [], mentions: [], linked: [] };
const contentOf = (text: string) => contentOfDocument({ title: '', text }, NO_NOUNS, splitWords);
const EVERYDAY = Array.from({ length: 60 }, (_, index) => `common${index}`);
/** Everyday words from a place on, then as many words of the text's own. */
const textOf = (number: number, length: number): string =>
  Array.from({ length }, (_, index) =>
    index % 2 === 0 ? EVERYDAY[(number * 7 + index) % EVERYDAY.length] : `own${number}-${index}`,
  ).join(' ');

describe('proseMeasure', () => {
  const background = Array.from({ length: 30 }, (_, number) => contentOf(textOf(number, 80 + 20 * number)));
  const measure = proseMeasure(learnProse(background));

  it('is about 1 for texts of the same kind, of any length', () => {
    for (const length of [100, 250, 600]) expect(measure(contentOf(textOf(99, length)))).toBeCloseTo(1, 0);
  });

  it('is less for texts of other words, and never 0', () => {
    const half = textOf(99, 200)
      .replace(/common(\d)\b/g, 'other$1')
      .replace(/common(\d)5/g, 'other$1');
    expect(measure(contentOf(half))).toBeLessThan(0.95);
    const none = measure(contentOf('alpha beta gamma'));
    expect(none).toBeGreaterThan(0);
    expect(none).toBeLessThan(0.1);
  });

  it('is the same when it was learned again, and after it was written down', () => {
    const learned = learnProse(background);
    expect(learnProse(background)).toEqual(learned);
    const read = JSON.parse(JSON.stringify(learned)) as typeof learned;
    expect(proseMeasure(read)(contentOf(textOf(5, 90)))).toBe(measure(contentOf(textOf(5, 90))));
  });
});
