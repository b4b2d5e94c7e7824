import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NOTHING_TO_JUDGE, type Calibration } from '../../../src/model/topic.js';
import { createCalibratedRule } from '../../../src/judging/topic/calibrated-rule.js';
import type { LinkedNoun } from '../../../src/model/noun.js';
import { fixedTable, mention, meaningOf, pageWith } from '../../support/small-topic.js';

/** Eleven documents: a noun of one of them has a value of −3, an unknown one of −log2(24). */
const DOCUMENTS = 11;
const UNKNOWN = -Math.log2(24);

function calibration(
  parameters: Readonly<Record<string, number>>,
  classifier = 'krs-calibrated',
): Calibration {
  return { classifier, parameters: { threshold: -3.5, slope: 0, backgroundDocuments: 0, ...parameters } };
}

interface Counts {
  readonly topic: Readonly<Record<string, number>>;
  readonly background?: Readonly<Record<string, number>>;
}

function judge(
  nouns: readonly LinkedNoun[],
  { topic, background }: Counts,
  parameters: Readonly<Record<string, number>> = {},
) {
  const facts = { documents: DOCUMENTS, calibration: calibration(parameters), generalFrequency: () => 0 };
  return createCalibratedRule(facts, fixedTable(topic, background)).judge(pageWith(nouns));
}

const lemmas = (count: number, name = 'noun'): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);
const linked = (names: readonly string[]): LinkedNoun[] => names.map((lemma) => mention(lemma));
const known = (names: readonly string[], documents = 1): Record<string, number> =>
  Object.fromEntries(names.map((lemma) => [lemma, documents]));

describe('createCalibratedRule', () => {
  it('scores by the mean of known and unknown nouns', async () => {
    const nouns = [...linked(lemmas(9)), ...linked(lemmas(3, 'quasar')), mention('aside', null)];
    const judgement = await judge(nouns, { topic: known(lemmas(9)) });
    const score = (9 * -3 + 3 * UNKNOWN) / 12;
    expect(judgement).toMatchObject({ accepted: true, classifier: 'krs-calibrated' });
    expect(judgement.score).toBeCloseTo(score, 10);
    expect(judgement.reason.meanIdf).toBeCloseTo(-score, 10);
    expect(judgement.reason.band).toEqual({ low: -3.5, high: null });
    expect(judgement.reason.nouns).toEqual({ distinct: 13, linked: 12, unknown: 3 });
    expect(judgement.reason.summary).toMatch(/^accepted: score -3\.40 reaches -3\.50/);
  });

  it('takes the length out of the score', async () => {
    const nouns = linked(lemmas(16));
    const counts = { topic: known(lemmas(16)) };
    expect((await judge(nouns, counts, { slope: -0.5 })).score).toBeCloseTo(-3 - -0.5 * (4 - 7), 10);
    const background = { ...counts, background: {} };
    const plain = await judge(nouns, background, { backgroundDocuments: 11 });
    const corrected = await judge(nouns, background, { backgroundDocuments: 11, slope: -0.5 });
    expect(plain.score).toBeCloseTo(Math.log2(1.5 / 0.5), 10);
    expect(corrected.score - plain.score).toBeCloseTo(-0.75, 10);
  });

  it('compares with the background where the topic was built with one, unlinked nouns too', async () => {
    const names = lemmas(10);
    const nouns = names.map((lemma) => mention(lemma, null));
    const counts = { topic: known(names, 7), background: known(names, 2) };
    const judgement = await judge(nouns, counts, { backgroundDocuments: 11 });
    expect(judgement.score).toBeCloseTo(Math.log2(7.5 / 2.5), 10);
    expect(judgement.reason.nouns).toEqual({ distinct: 10, linked: 0, unknown: 0 });
    expect(await judge(nouns, counts)).toMatchObject({ score: NOTHING_TO_JUDGE });
  });

  it.each([
    [9, false],
    [10, true],
  ])('needs ten nouns to judge by: %i', async (count, accepted) => {
    const names = lemmas(count);
    const judgement = await judge(linked(names), { topic: known(names, DOCUMENTS) });
    expect(judgement.score).toBeGreaterThan(-3.5);
    expect(judgement.accepted).toBe(accepted);
    expect(judgement.reason.summary).toMatch(
      accepted ? /^accepted/ : /^rejected: 9 nouns to count are too few/,
    );
  });

  it('has nothing to judge on an empty page', async () => {
    expect(await judge([], { topic: {} })).toMatchObject({
      accepted: false,
      score: NOTHING_TO_JUDGE,
      reason: { meanIdf: null, evidence: [], nouns: { distinct: 0, linked: 0, unknown: 0 } },
    });
  });

  it('accepts from the threshold on', async () => {
    const names = lemmas(12);
    const counts = { topic: known(names) };
    const { score } = await judge(linked(names), counts);
    expect((await judge(linked(names), counts, { threshold: score })).accepted).toBe(true);
    expect((await judge(linked(names), counts, { threshold: score + 1e-9 })).accepted).toBe(false);
  });

  it('names what the evidence was linked to', async () => {
    const names = lemmas(11);
    const judgement = await judge([mention('noun 0', null), ...linked(names)], { topic: known(names) });
    expect(judgement.reason.evidence).toHaveLength(10);
    for (const { lemma, iri } of judgement.reason.evidence) expect(iri).toBe(meaningOf(lemma));
  });

  it.each([
    [
      'another classifier',
      { classifier: 'krs-paper', parameters: { threshold: 0, slope: 0, backgroundDocuments: 0 } },
    ],
    ['no threshold', { classifier: 'krs-calibrated', parameters: { slope: 0, backgroundDocuments: 0 } }],
    ['no slope', { classifier: 'krs-calibrated', parameters: { threshold: 0, backgroundDocuments: 0 } }],
    ['no background', { classifier: 'krs-calibrated', parameters: { threshold: 0, slope: 0 } }],
  ])('refuses a calibration with %s', (_name, bad) => {
    const facts = { documents: 1, calibration: bad as Calibration, generalFrequency: () => 0 };
    expect(() => createCalibratedRule(facts, fixedTable({}))).toThrow(RangeError);
  });
});

describe('a calibrated score', () => {
  /** Counts in the topic and in the background, and mentions, of the nouns of a page. */
  const page = fc.array(
    fc.record({
      topic: fc.integer({ min: 0, max: DOCUMENTS }),
      background: fc.integer({ min: 0, max: 20 }),
      mentions: fc.integer({ min: 1, max: 6 }),
    }),
    { minLength: 2, maxLength: 40 },
  );
  type Page = typeof page extends fc.Arbitrary<infer T> ? T : never;
  const backgroundDocuments = fc.constantFrom(0, 20);
  const slope = fc.double({ min: -2, max: 0, noNaN: true });

  function nounsOf(nouns: Page): LinkedNoun[] {
    return nouns.flatMap(({ mentions }, index) =>
      new Array<LinkedNoun>(mentions).fill(mention(`noun ${index}`)),
    );
  }
  function countsOf(nouns: Page): Required<Counts> {
    return {
      topic: Object.fromEntries(nouns.map(({ topic }, index) => [`noun ${index}`, topic])),
      background: Object.fromEntries(nouns.map(({ background }, index) => [`noun ${index}`, background])),
    };
  }

  it('never falls when a noun of the page is known in more documents', async () => {
    await fc.assert(
      fc.asyncProperty(page, backgroundDocuments, slope, fc.nat(), async (nouns, background, s, which) => {
        const parameters = { backgroundDocuments: background, slope: s };
        const chosen = which % nouns.length;
        const more = nouns.map((noun, index) =>
          index === chosen ? { ...noun, topic: Math.min(noun.topic + 1, DOCUMENTS) } : noun,
        );
        const before = await judge(nounsOf(nouns), countsOf(nouns), parameters);
        const after = await judge(nounsOf(nouns), countsOf(more), parameters);
        expect(after.score).toBeGreaterThanOrEqual(before.score - 1e-9);
        if (after.accepted !== before.accepted) expect(after.accepted).toBe(true);
      }),
      { seed: 31, numRuns: 60 },
    );
  });

  it('never falls when a page has one more noun that all documents hold', async () => {
    await fc.assert(
      fc.asyncProperty(page, slope, async (nouns, s) => {
        const shared = { topic: DOCUMENTS, background: 0, mentions: 1 };
        const before = await judge(nounsOf(nouns), countsOf(nouns), { slope: s });
        const after = await judge(nounsOf([...nouns, shared]), countsOf([...nouns, shared]), { slope: s });
        expect(after.score).toBeGreaterThanOrEqual(before.score - 1e-9);
      }),
      { seed: 32, numRuns: 60 },
    );
  });

  it('never rises when a page has one more noun that nobody knows, length apart', async () => {
    await fc.assert(
      fc.asyncProperty(page, async (nouns) => {
        const unknown = { topic: 0, background: 0, mentions: 1 };
        const before = await judge(nounsOf(nouns), countsOf(nouns));
        const after = await judge(nounsOf([...nouns, unknown]), countsOf([...nouns, unknown]));
        expect(after.score).toBeLessThanOrEqual(before.score + 1e-9);
      }),
      { seed: 33, numRuns: 60 },
    );
  });

  it('is the same every time', async () => {
    await fc.assert(
      fc.asyncProperty(page, backgroundDocuments, async (nouns, background) => {
        const parameters = { backgroundDocuments: background, slope: -0.3 };
        const once = await judge(nounsOf(nouns), countsOf(nouns), parameters);
        expect(await judge(nounsOf(nouns), countsOf(nouns), parameters)).toEqual(once);
      }),
      { seed: 34, numRuns: 20 },
    );
  });

  it('is pulled by a noun as much as it changes without the noun, at the same length', async () => {
    await fc.assert(
      fc.asyncProperty(page, backgroundDocuments, async (nouns, background) => {
        const parameters = { backgroundDocuments: background };
        const whole = await judge(nounsOf(nouns), countsOf(nouns), parameters);
        const corrected = await judge(nounsOf(nouns), countsOf(nouns), { ...parameters, slope: -1 });
        for (const [rank, { lemma, pull }] of whole.reason.evidence.entries()) {
          const rest = nounsOf(nouns).filter((noun) => noun.lemma !== lemma);
          const without = await judge(rest, countsOf(nouns), parameters);
          expect(pull).toBeCloseTo(whole.score - without.score, 9);
          expect(corrected.reason.evidence[rank]?.pull).toBeCloseTo(pull, 9);
        }
      }),
      { seed: 35, numRuns: 30 },
    );
  });
});
