import { describe, expect, it } from '@jest/globals';
import { countTerms } from '../../../src/judging/learning/term-counts.js';
import { outlookOf } from '../../../src/judging/topic/outlook-of-scores.js';
import type { PageContent } from '../../../src/judging/topic/page-content.js';
import { TRAINED } from '../../support/learners.js';
import { trainModel } from '../../../src/judging/topic/trained-model.js';
import type { TrainingText } from '../../../src/judging/topic/excerpts.js';
import { NO_EXPANSION, smallTrainingSet } from '../../support/small-training.js';

const ofWords = (count: number): PageContent => ({
  sections: {
    headline: new Map(),
    keywords: new Map(),
    anchors: new Map(),
    body: countTerms(Array.from({ length: count }, (_, index) => `word ${index}`)),
  },
  nouns: { lemmas: [], mentions: [], linked: [] },
});
/** A threshold between −4 and 4; scores are log odds. */
const ANCHORS = { background: -10, corpus: 10, hasSpace: false };
const EVEN = { slope: 1, shift: 0 };
const outlook = (corpus: readonly TrainingText[], whole: readonly number[], excerpts: readonly number[][]) =>
  outlookOf({ corpus, background: [] }, { whole, excerpts }, EVEN, ANCHORS);
const short = (count: number): PageContent[] => Array.from({ length: count }, () => ofWords(50));
const none = (count: number): number[][] => Array.from({ length: count }, () => []);

describe('outlookOf', () => {
  it('is by the share of texts that reach the threshold, and cautious where there are few', () => {
    const all = (count: number) => outlook(short(count), Array<number>(count).fill(5), none(count));
    expect(all(3)).toMatchObject({ texts: 3, found: 0.6 });
    expect(all(18)).toMatchObject({ texts: 18, found: 0.9 });
    const half = Array.from({ length: 18 }, (_, index) => (index % 2 === 0 ? 5 : -5));
    expect(outlook(short(18), half, none(18)).found).toBe(0);
  });

  it('judges long texts by their excerpts that are as long as pages', () => {
    const long = { ...ofWords(2000), excerpts: [60, 240, 480, 960].map(ofWords) };
    const corpus = Array<TrainingText>(8).fill(long);
    const low = Array<number>(8).fill(-5);
    const of = (...scores: number[]) => outlook(corpus, low, Array<number[]>(8).fill(scores)).found;
    expect(of(-5, 5, 5, -5)).toBeCloseTo(1 - 2 / 10);
    expect(of(5, 5, -5, 5)).toBe(0);
    expect(
      outlook([...corpus, ...short(2)], Array<number>(10).fill(5), [
        ...Array<number[]>(8).fill([-5, 5, 5, -5]),
        ...none(2),
      ]).found,
    ).toBeCloseTo(1 - 2 / 12);
  });

  it('counts a text with nothing to judge by as missed', () => {
    expect(outlook(short(8), [NaN, ...Array<number>(7).fill(5)], none(8)).found).toBeCloseTo(1 - 4 / 10);
  });

  it('expects more of ten more texts the fewer there are', () => {
    const gain = (count: number): number => {
      const { found, foundWithMore } = outlook(short(count), Array<number>(count).fill(5), none(count));
      return foundWithMore - found;
    };
    expect(gain(3)).toBeGreaterThan(gain(10));
    expect(gain(10)).toBeGreaterThan(gain(40));
    expect(gain(40)).toBeGreaterThan(0);
  });
});

describe('trainModel', () => {
  const settings = { features: 100, expansion: NO_EXPANSION };
  const set = smallTrainingSet();

  it('estimates how much an ensemble would find, the same every time', () => {
    const { outlook: first } = trainModel(TRAINED.ensemble.learner, set, settings);
    expect(first?.texts).toBe(12);
    expect(first?.found).toBeGreaterThan(0.5);
    expect(trainModel(TRAINED.ensemble.learner, set, settings).outlook).toEqual(first);
  });

  it('expects less of five texts than of twelve', () => {
    const found = (count: number): number =>
      trainModel(TRAINED.ensemble.learner, { ...set, corpus: set.corpus.slice(0, count) }, settings).outlook
        ?.found ?? NaN;
    expect(found(5)).toBeLessThan(found(12));
  });

  it('does not estimate with a background of many kinds, nor for other classifiers', () => {
    expect(trainModel(TRAINED.ensemble.learner, { ...set, isMixed: true }, settings).outlook).toBeUndefined();
    expect(trainModel(TRAINED.centroid.learner, set, settings).outlook).toBeUndefined();
  });
});
