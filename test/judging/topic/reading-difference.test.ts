import { describe, expect, it } from '@jest/globals';
import type { DocumentProfile } from '../../../src/judging/topic/profile.js';
import {
  LEAST_VOTES,
  learnDifference,
  type DifferenceInput,
  type ReadingDifference,
} from '../../../src/judging/topic/reading-difference.js';
import { profileWith } from '../../support/small-topic.js';

const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** Twelve texts about a topic and twelve others, each of them with nouns of its own as well. */
const texts = (topic: string): DocumentProfile[] =>
  names(12, topic).map((own) => profileWith([...names(15, topic), ...names(10, own)]));
const CORPUS = texts('shared');
const BACKGROUND = texts('other');

function differenceOf(
  byLexicon: (full: DocumentProfile) => DocumentProfile,
  background: readonly DocumentProfile[] = BACKGROUND,
): ReadingDifference | undefined {
  const roles = { corpus: CORPUS, background } as const;
  const input: DifferenceInput = {
    ...roles,
    readTwice: (['corpus', 'background'] as const).flatMap((role) =>
      roles[role].map((full) => ({ role, full, lexical: byLexicon(full) })),
    ),
    calibration: { classifier: 'krs-calibrated', parameters: { slope: -0.1 } },
    generalFrequency: () => 0,
  };
  return learnDifference(input);
}

const without =
  (count: number) =>
  ({ lemmas }: DocumentProfile) =>
    profileWith(lemmas.slice(count));

describe('learnDifference', () => {
  it.each([
    ['with a background', BACKGROUND],
    ['of a corpus alone', []],
  ])(
    'is 0 where both readings find the same, and shifts with what they find otherwise (%s)',
    (_, background) => {
      expect(differenceOf((full) => full, background)).toEqual({ shift: 0, threshold: 0 });
      const [little = 0, much = 0] = [1, 4].map((count) =>
        Math.abs(differenceOf(without(count), background)?.shift ?? 0),
      );
      expect(little).toBeGreaterThan(0);
      expect(much).toBeGreaterThan(2 * little);
    },
  );

  it('has the threshold lower where the texts of the topic score lower when the lexicon reads them', () => {
    const scores = (count: number): ReadingDifference => {
      const corpus = new Set(CORPUS);
      const found = differenceOf((full) => (corpus.has(full) ? without(count)(full) : full));
      if (found === undefined) throw new Error('too few texts');
      return found;
    };
    const [little = 0, much = 0] = [1, 4].map((count) => scores(count).threshold);
    expect(little).toBeLessThan(0);
    expect(much).toBeLessThan(little);
  });

  it('does not tell the threshold where few texts of a role were read twice', () => {
    const found = learnDifference({
      readTwice: CORPUS.map((full) => ({ role: 'corpus', full, lexical: full })),
      corpus: CORPUS,
      background: BACKGROUND,
      calibration: { classifier: 'krs-calibrated', parameters: {} },
      generalFrequency: () => 0,
    });
    expect(found).toEqual({ shift: 0 });
  });

  it('is not known of few texts, nor of texts with few nouns', () => {
    expect(differenceOf(without(25 - LEAST_VOTES + 1))).toBeUndefined();
    expect(
      learnDifference({
        readTwice: CORPUS.slice(0, 9).map((full) => ({ role: 'corpus', full, lexical: full })),
        corpus: CORPUS,
        background: [],
        calibration: { classifier: 'krs-calibrated', parameters: {} },
        generalFrequency: () => 0,
      }),
    ).toBeUndefined();
  });
});
