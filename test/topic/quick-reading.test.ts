import { describe, expect, it } from '@jest/globals';
import type { DocumentProfile } from '../../src/topic/profile.js';
import { LEAST_VOTES, learnSpread, marginOf, type QuickReadingInput } from '../../src/topic/quick-reading.js';
import { profileWith } from '../support/small-topic.js';

const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** Twelve texts about a topic and twelve others, each of them with nouns of its own as well. */
const texts = (topic: string): DocumentProfile[] =>
  names(12, topic).map((own) => profileWith([...names(15, topic), ...names(10, own)]));
const CORPUS = texts('shared');
const BACKGROUND = texts('other');

function spreadOf(
  quickly: (full: DocumentProfile) => DocumentProfile,
  background: readonly DocumentProfile[] = BACKGROUND,
): number | undefined {
  const roles = { corpus: CORPUS, background } as const;
  const input: QuickReadingInput = {
    ...roles,
    readTwice: (['corpus', 'background'] as const).flatMap((role) =>
      roles[role].map((full) => ({ role, full, quick: quickly(full) })),
    ),
    calibration: { classifier: 'krs-calibrated', parameters: { slope: -0.1 } },
    generalFrequency: () => 0,
  };
  return learnSpread(input);
}

const without =
  (count: number) =>
  ({ lemmas }: DocumentProfile) =>
    profileWith(lemmas.slice(count));

describe('learnSpread', () => {
  it.each([
    ['with a background', BACKGROUND],
    ['of a corpus alone', []],
  ])(
    'is 0 where both readings find the same, and grows with what they find otherwise (%s)',
    (_, background) => {
      expect(spreadOf((full) => full, background)).toBe(0);
      const [little = 0, much = 0] = [spreadOf(without(1), background), spreadOf(without(4), background)];
      expect(little).toBeGreaterThan(0);
      expect(much).toBeGreaterThan(2 * little);
    },
  );

  it('is not known of few texts, nor of texts with few nouns', () => {
    expect(spreadOf(without(25 - LEAST_VOTES + 1))).toBeUndefined();
    expect(
      learnSpread({
        readTwice: CORPUS.slice(0, 9).map((full) => ({ role: 'corpus', full, quick: full })),
        corpus: CORPUS,
        background: [],
        calibration: { classifier: 'krs-calibrated', parameters: {} },
        generalFrequency: () => 0,
      }),
    ).toBeUndefined();
  });
});

describe('marginOf', () => {
  it('falls with the root of the votes', () => {
    expect(marginOf(0.5, 400)).toBeCloseTo(marginOf(0.5, 100) / 2);
    expect(marginOf(0.25, 100)).toBeCloseTo(marginOf(0.5, 100) / 2);
  });

  it('trusts no score of few votes', () => {
    expect(marginOf(0.5, LEAST_VOTES - 1)).toBe(Infinity);
    expect(marginOf(0.5, LEAST_VOTES)).toBeLessThan(1);
  });
});
