import { describe, expect, it } from '@jest/globals';
import {
  lengthCorrection,
  smoothedIdf,
  votesOf,
  type NounCounts,
} from '../../../src/judging/topic/calibrated-score.js';
import type { DocumentProfile } from '../../../src/judging/topic/profile.js';

function counts(documents: number, known: Readonly<Record<string, number>>): NounCounts {
  return { documents, of: (lemma) => known[lemma] ?? 0 };
}

const general = (lemma: string): number => ({ day: 20, time: 60 })[lemma] ?? 0;

describe('smoothedIdf', () => {
  it('is log2((N + 1) / (n + 0.5))', () => {
    const topic = counts(11, { insulin: 1, cell: 11, glucose: 7 });
    expect(smoothedIdf(topic, 'insulin')).toBeCloseTo(3, 12);
    expect(smoothedIdf(topic, 'glucose')).toBeCloseTo(0.678072, 6);
    expect(smoothedIdf(topic, 'cell')).toBeCloseTo(0.061401, 6);
    expect(smoothedIdf(topic, 'quasar')).toBeCloseTo(4.584963, 6);
  });
});

describe('votesOf', () => {
  it('scores linked nouns by the corpus alone', () => {
    const page: DocumentProfile = {
      lemmas: ['insulin', 'unlinked', 'quasar', 'day', 'time'],
      mentions: [3, 9, 1, 1, 7],
      linked: [true, false, true, true, true],
    };
    const votes = votesOf(page, {
      topic: counts(11, { insulin: 1, day: 7, time: 7, unlinked: 5 }),
      generalFrequency: general,
    });
    expect(votes.map(({ lemma, documents }) => [lemma, documents])).toEqual([
      ['insulin', 1],
      ['quasar', 0],
      ['day', 7],
      ['time', 7],
    ]);
    const close = (numbers: readonly number[]) => numbers.map((number) => expect.closeTo(number, 5));
    expect(votes.map(({ value }) => value)).toEqual(close([-3, -4.584963, -0.678072, -0.678072]));
    // log2(1 + mentions) / (1 + general frequency / 20)
    expect(votes.map(({ weight }) => weight)).toEqual(close([2, 1, 0.5, 0.75]));
    expect(votes.map(({ idf }) => idf)).toEqual(close([3, 4.584963, 0.678072, 0.678072]));
  });

  it('compares all nouns with the background', () => {
    const page: DocumentProfile = {
      lemmas: ['insulin', 'party', 'quasar', 'road'],
      mentions: [1, 3, 1, 1],
      linked: [true, false, true, false],
    };
    const votes = votesOf(page, {
      topic: counts(10, { insulin: 7, party: 3, road: 3 }),
      background: counts(20, { insulin: 4, party: 13, road: 9 }),
      generalFrequency: general,
    });
    // Counts are brought to ten documents: 7.5/2.5, 3.5/7, 0.5/0.5, 3.5/5
    const values = [Math.log2(3), -1, 0, Math.log2(0.7)];
    // log2(1 + mentions) · log2(1 + 20 / (b + 1))
    const weights = [Math.log2(5), 2 * Math.log2(1 + 20 / 14), Math.log2(21), Math.log2(3)];
    expect(votes.map(({ value }) => value)).toEqual(values.map((value) => expect.closeTo(value, 10)));
    expect(votes.map(({ weight }) => weight)).toEqual(weights.map((weight) => expect.closeTo(weight, 10)));
  });

  it('brings the counts of a topic larger than its background down to it', () => {
    const page: DocumentProfile = { lemmas: ['insulin'], mentions: [1], linked: [true] };
    const [vote] = votesOf(page, {
      topic: counts(20, { insulin: 13 }),
      background: counts(10, { insulin: 3 }),
      generalFrequency: general,
    });
    expect(vote?.value).toBeCloseTo(1, 12);
  });
});

describe('lengthCorrection', () => {
  it('is nothing at 128 nouns, the slope for each doubling, and half of it with a background', () => {
    expect(lengthCorrection(-2, 128, false)).toBeCloseTo(0, 12);
    expect(lengthCorrection(-2, 64, false)).toBeCloseTo(2, 12);
    expect(lengthCorrection(-2, 512, false)).toBeCloseTo(-4, 12);
    expect(lengthCorrection(-2, 64, true)).toBeCloseTo(1, 12);
  });

  it('does not grow below ten nouns', () => {
    expect(lengthCorrection(-2, 10, false)).toBeCloseTo(-2 * (Math.log2(10) - 7), 12);
    expect(lengthCorrection(-2, 3, false)).toBe(lengthCorrection(-2, 10, false));
    expect(lengthCorrection(-2, 0, false)).toBe(lengthCorrection(-2, 10, false));
    expect(lengthCorrection(-2, 11, false)).not.toBe(lengthCorrection(-2, 10, false));
  });
});
