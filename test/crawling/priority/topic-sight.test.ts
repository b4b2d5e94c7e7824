import { describe, expect, it } from '@jest/globals';
import { countTerms } from '../../../src/judging/learning/term-counts.js';
import { createTermWeights, heaviestTerms } from '../../../src/crawling/priority/term-weights.js';
import { likeness } from '../../../src/crawling/priority/topic-sight.js';
import { beeSight, BEES, linkTo, OTHERS, pageOf } from '../../support/small-sight.js';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const text = (body: string) => ({ title: '', text: body });

describe('TFC weights', () => {
  // N = 4: bee in 2, hive in 1, the in 4.
  const weights = createTermWeights(
    { corpus: [text('the bee hive'), text('the bee')], background: [text('the'), text('the opera')] },
    words,
  );

  it('are f · ln(N / n) at length 1', () => {
    expect(weights.idf('bee')).toBeCloseTo(Math.log(2));
    expect(weights.idf('the')).toBe(0);
    const { values } = weights.vectorOf(['bee', 'bee', 'hive', 'the']);
    // 2 ln 2 and 1 ln 4 = 2 ln 2: equal, at length 1.
    expect(values).toHaveLength(2);
    expect(values[0]).toBeCloseTo(Math.SQRT1_2);
    expect(values[1]).toBeCloseTo(Math.SQRT1_2);
  });

  it('count words outside the table in the length, as rare as those of one document', () => {
    // bee ln 2, two strange words ln 4 each: 1 / √(1 + 4 + 4) = 1/3.
    const { values } = weights.vectorOf(['bee', 'strange', 'unheard']);
    expect(values).toHaveLength(1);
    expect(values[0]).toBeCloseTo(1 / 3);
  });

  it('give the heaviest words of the corpus', () => {
    const counts = ['the bee hive', 'the bee'].map((body) => countTerms(words(body)));
    const found = heaviestTerms(counts, weights, 5);
    // bee: ln 2 in both; hive: ln 4 in one of two. Both ln 2, by name; 'the' weighs nothing.
    expect(found.map(({ term }) => term)).toEqual(['bee', 'hive']);
    expect(found[0]?.weight).toBeCloseTo(Math.log(2));
    expect(heaviestTerms(counts, weights, 1)).toHaveLength(1);
    expect(heaviestTerms([], weights, 5)).toEqual([]);
  });
});

describe('likeness', () => {
  it('is one half for what is typical, and keeps the order', () => {
    expect(likeness(0.2, 0.2)).toBe(0.5);
    expect(likeness(0.6, 0.2)).toBeCloseTo(0.75);
    expect(likeness(0, 0.2)).toBe(0);
    expect(likeness(0.1, 0)).toBeLessThan(1);
  });
});

describe('a topic as strategies see it', () => {
  const sight = beeSight();

  it('tells texts of the topic from others, of every length', () => {
    for (const kind of ['page', 'block', 'context', 'anchor'] as const) {
      expect(sight.typical[kind]).toBeGreaterThan(0);
      for (const { text: other } of OTHERS)
        expect(sight.textLikeness(kind, BEES[4]!.text)).toBeGreaterThan(sight.textLikeness(kind, other));
    }
    expect(sight.textLikeness('anchor', 'Queen bee')).toBeGreaterThan(
      sight.textLikeness('anchor', 'Stock market'),
    );
    expect(sight.textLikeness('page', '')).toBe(0);
    expect(sight.terms.map(({ term }) => term)).toContain('colony');
  });

  it('damps repeated words in similarities', () => {
    const sight = beeSight();
    const plain = (text: string): number => sight.cosine(sight.weights.vectorOf(sight.words(text)));
    const once = 'honey stock market';
    expect(sight.anchorSimilarity(linkTo('http://a.example/', once))).toBeCloseTo(plain(once));
    const often = `${'honey '.repeat(50)} stock market`;
    const similarity = sight.pageSimilarity(pageOf('http://a.example/', often));
    expect(similarity).toBeGreaterThan(plain(once));
    expect(similarity).toBeLessThan(plain(often));
  });
});
