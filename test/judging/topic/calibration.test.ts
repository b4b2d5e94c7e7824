import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  acceptsEveryPage,
  calibrate,
  cohesion,
  type CalibrationInput,
} from '../../../src/judging/topic/calibration.js';
import type { DocumentProfile } from '../../../src/judging/topic/profile.js';
import { profileWith } from '../../support/small-topic.js';

function parametersOf(documents: readonly DocumentProfile[], more: Partial<CalibrationInput> = {}) {
  const { classifier, parameters } = calibrate({
    documents,
    background: [],
    generalFrequency: () => 0,
    ...more,
  });
  expect(classifier).toBe('krs-calibrated');
  for (const value of Object.values(parameters)) expect(Number.isFinite(value)).toBe(true);
  return parameters as Record<'backgroundDocuments' | 'deviation' | 'mean' | 'slope' | 'threshold', number>;
}

const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** Documents that share 15 nouns and have 15 of their own after them. */
const HALF_SHARED = names(4, 'own').map((own) => profileWith([...names(15, 'shared'), ...names(15, own)]));

describe('calibrate', () => {
  it('leaves each document out: nouns of one document only count as unknown', () => {
    const parameters = parametersOf(names(4, 'own').map((own) => profileWith(names(20, own))));
    // Three other documents, none of which holds the noun: −log2((3 + 1) / 0.5)
    expect(parameters.mean).toBeCloseTo(-3, 10);
    expect(parameters).toMatchObject({ backgroundDocuments: 0 });
    expect(parameters.deviation).toBeCloseTo(0, 10);
    expect(parameters.slope).toBeCloseTo(0, 10);
    // 0.2 of the way to an unknown noun among all four documents: −log2((4 + 1) / 0.5)
    expect(parameters.threshold).toBeCloseTo(-3 - 0.2 * (Math.log2(10) - 3), 10);
  });

  it('with a background, sets the threshold half way between the mean and 0', () => {
    const background = names(6, 'other').map((name) => profileWith(names(20, name)));
    // Too short to learn a slope from, so that the mean is that of the values alone.
    const documents = names(4, 'own').map((own) => profileWith([...names(10, 'shared'), ...names(2, own)]));
    const { mean, deviation, threshold } = parametersOf(documents, { background });
    expect(mean).toBeGreaterThan(deviation);
    expect(threshold).toBeCloseTo(mean / 2, 10);
  });

  it('sets the threshold a deviation below the mean where that reaches farther', () => {
    // Two documents share all their nouns, two share none: scores of −log2(4 / 1.5) and −3.
    const documents = [
      profileWith(names(12, 'shared')),
      profileWith(names(12, 'shared')),
      profileWith(names(12, 'one')),
      profileWith(names(12, 'two')),
    ];
    const { mean, deviation, threshold } = parametersOf(documents);
    const high = -Math.log2(4 / 1.5);
    expect(mean).toBeCloseTo((high - 3) / 2, 10);
    expect(deviation).toBeCloseTo((high + 3) / 2, 10);
    expect(threshold).toBeCloseTo(mean - deviation, 10);
  });

  it('measures how the score falls with length', () => {
    const { slope, mean, deviation } = parametersOf(HALF_SHARED);
    const shared = -Math.log2(4 / 3.5);
    const own = -3;
    // From 15 to 30 nouns, one doubling, the mean falls from `shared` to the middle of both.
    expect(slope).toBeCloseTo((own - shared) / 2, 10);
    expect(mean).toBeCloseTo((shared + own) / 2 - slope * (Math.log2(30) - 7), 10);
    expect(deviation).toBeCloseTo(0, 10);
  });

  it('corrects half of the slope with a background', () => {
    const background = [profileWith(names(5, 'shared')), profileWith(['road'])];
    const { slope, mean, backgroundDocuments } = parametersOf(HALF_SHARED, { background });
    expect(backgroundDocuments).toBe(2);
    const doubled = parametersOf([...HALF_SHARED].reverse(), { background });
    expect(doubled.mean).toBeCloseTo(mean, 10);
    // Own nouns: log2(0.5/0.5) = 0. Shared ones: three of three documents, brought to two.
    const rare = Math.log2(2.5 / 1.5);
    const fresh = Math.log2(2.5 / 0.5);
    const weightRare = Math.log2(1 + 2 / 2);
    const weightFresh = Math.log2(1 + 2 / 1);
    const top = 5 * rare * weightRare + 10 * fresh * weightFresh;
    const first = top / (5 * weightRare + 10 * weightFresh);
    const whole = top / (5 * weightRare + 25 * weightFresh);
    expect(slope).toBeCloseTo(whole - first, 10);
    expect(mean).toBeCloseTo(whole - 0.5 * slope * (Math.log2(30) - 7), 10);
  });

  it('changes with the background and with what general English holds', () => {
    const alone = parametersOf(HALF_SHARED);
    expect(parametersOf(HALF_SHARED, { background: [profileWith(['shared 0'])] }).threshold).not.toBeCloseTo(
      alone.threshold,
      3,
    );
    const generalFrequency = (lemma: string): number => (lemma.startsWith('shared') ? 40 : 0);
    // Shared nouns have a third of their weight, so the own ones decide.
    expect(parametersOf(HALF_SHARED, { generalFrequency }).mean).toBeLessThan(alone.mean);
  });

  it('does not depend on the order of the documents', () => {
    const documentArbitrary = fc
      .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 })
      .map((numbers) => profileWith(numbers.map((number) => `noun ${number}`)));
    const corpora = fc.array(documentArbitrary, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(corpora, fc.boolean(), (documents, withBackground) => {
        const more = withBackground ? { background: [profileWith(names(30, 'noun'))] } : {};
        const there = parametersOf(documents, more);
        const back = parametersOf(documents.toReversed(), more);
        for (const [name, value] of Object.entries(there)) {
          expect(back[name as keyof typeof back]).toBeCloseTo(value, 8);
        }
      }),
      { seed: 41, numRuns: 50 },
    );
  });

  it.each([
    ['one document', [profileWith(names(20, 'noun'))]],
    ['one document without a noun', [profileWith([])]],
    ['documents without linked nouns', [{ lemmas: ['a'], mentions: [1], linked: [false] }]],
    ['no document', []],
  ])('gives numbers of %s', (_name, documents) => {
    expect(parametersOf(documents).deviation).toBe(0);
    const background = [profileWith(['noun 1'])];
    expect(parametersOf(documents, { background }).backgroundDocuments).toBe(1);
  });

  it('looks at a thousand documents at most, and counts all', () => {
    // Every document shares one noun with its neighbour, so that all are alike: the sample has the whole's numbers.
    const documents = Array.from({ length: 1500 }, (_, index) =>
      profileWith([`pair ${index >> 1}`, ...names(11, `own ${index}`)]),
    );
    const { mean, deviation } = parametersOf(documents);
    expect(mean).toBeCloseTo(-(Math.log2(1500 / 1.5) + 11 * Math.log2(1500 / 0.5)) / 12, 8);
    expect(deviation).toBeCloseTo(0, 6);
  });
});

/** Documents of twenty nouns, every second of which they share, so that nothing depends on length. */
const alternating = (count: number): DocumentProfile[] =>
  names(count, 'own').map((own) =>
    profileWith(names(20, own).map((noun, place) => (place % 2 === 0 ? `shared ${place}` : noun))),
  );

describe('acceptsEveryPage', () => {
  const calibrated = (documents: readonly DocumentProfile[], background: readonly DocumentProfile[] = []) =>
    calibrate({ documents, background, generalFrequency: () => 0 });
  const [single] = alternating(1);
  const others = names(6, 'other').map((name) => profileWith(names(20, name)));

  it('is true of one document, with and without a background', () => {
    expect(acceptsEveryPage(calibrated([single!]), 1)).toBe(true);
    expect(acceptsEveryPage(calibrated([single!], others), 1)).toBe(true);
  });

  it('is false of documents that share nouns', () => {
    expect(acceptsEveryPage(calibrated(alternating(4)), 4)).toBe(false);
    expect(acceptsEveryPage(calibrated(alternating(4), others), 4)).toBe(false);
  });
});

describe('cohesion', () => {
  const generalFrequency = () => 0;

  it('is about 0 where documents share nothing, about 1 where they share all', () => {
    const apart = names(20, 'own').map((own) => profileWith(names(20, own)));
    expect(cohesion({ documents: apart, generalFrequency })).toBeLessThan(0.02);
    const alike = names(20, 'own').map(() => profileWith(names(20, 'shared')));
    expect(cohesion({ documents: alike, generalFrequency })).toBeGreaterThan(0.98);
  });

  it('lies between where they share some', () => {
    const value = cohesion({ documents: alternating(20), generalFrequency });
    expect(value).toBeGreaterThan(0.2);
    expect(value).toBeLessThan(0.7);
  });
});
