import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LinkedNoun } from '../../../src/model/noun.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../../src/model/topic.js';
import { createPaperRule, type PaperRuleFacts } from '../../../src/judging/topic/paper-rule.js';
import { fixedTable, mention, pageWith, storeOf } from '../../support/small-topic.js';
import { createFrequencyTable } from '../../../src/knowledge/places/frequency-table.js';

/** Of eight documents: IDF 3, 3, 2, 1 and 0 bits. */
const COUNTS = { insulin: 1, glucagon: 1, glucose: 2, cell: 4, body: 8 };
/** The band is [1.5, 2.5]. */
const FACTS: PaperRuleFacts = { documents: 8, idf: { mean: 2, deviation: 0.5, count: 4 } };

function judge(nouns: readonly LinkedNoun[], facts = FACTS, counts: Record<string, number> = COUNTS) {
  return createPaperRule(facts, fixedTable(counts)).judge(pageWith(nouns));
}
const linked = (...lemmas: string[]): LinkedNoun[] => lemmas.map((lemma) => mention(lemma));

describe('createPaperRule', () => {
  it('takes the mean IDF of the known linked nouns', async () => {
    const judgement = await judge(linked('insulin', 'glucose', 'cell'));
    expect(judgement).toMatchObject({ accepted: true, classifier: 'krs-paper' });
    expect(judgement.score).toBeCloseTo(0, 12);
    expect(judgement.reason).toMatchObject({
      meanIdf: 2,
      band: { low: 1.5, high: 2.5 },
      nouns: { distinct: 3, linked: 3, unknown: 0 },
    });
  });

  it('leaves unknown and unlinked nouns out, and counts them', async () => {
    const judgement = await judge([
      ...linked('insulin', 'glucose', 'cell', 'quasar', 'nebula'),
      mention('body', null),
    ]);
    expect(judgement.reason.meanIdf).toBe(2);
    expect(judgement.reason.nouns).toEqual({ distinct: 6, linked: 5, unknown: 2 });
    expect(judgement.reason.evidence.map(({ lemma }) => lemma).sort()).toEqual([
      'cell',
      'glucose',
      'insulin',
    ]);
  });

  it('asks the knowledge base for the lemma with its IRI', async () => {
    const topic = [
      [{ lemma: 'cell', iri: 'http://m.example/biology' }],
      [{ lemma: 'cell', iri: 'http://m.example/prison' }],
      [{ lemma: 'cell', iri: 'http://m.example/prison' }],
      [{ lemma: 'cell' }],
    ];
    const { kb, iris } = await storeOf({ t: topic });
    const table = createFrequencyTable(kb, iris.topic, iris.background);
    const rule = createPaperRule({ documents: 4, idf: { mean: 1, deviation: 1, count: 2 } }, table);
    const { reason } = await rule.judge(
      pageWith([mention('cell', 'http://m.example/biology'), mention('cell', 'http://m.example/prison')]),
    );
    expect(reason.evidence.map(({ iri, documents, idf }) => [iri, documents, idf]).sort()).toEqual([
      ['http://m.example/biology', 1, 2],
      ['http://m.example/prison', 2, 1],
    ]);
  });

  it.each([
    ['upper', ['insulin', 'glucose'], 2.5],
    ['lower', ['glucose', 'cell'], 1.5],
  ])('accepts a mean on the %s border', async (_name, lemmas, mean) => {
    const judgement = await judge(linked(...lemmas));
    expect(judgement).toMatchObject({ accepted: true, score: -1, reason: { meanIdf: mean } });
    expect(judgement.reason.summary).toBe(`accepted: mean IDF ${mean.toFixed(2)} is inside μ±σ [1.50, 2.50]`);
  });

  it.each([
    ['above', ['insulin', 'glucagon'], -2],
    ['below', ['cell'], -2],
  ])('rejects a mean %s the band', async (_name, lemmas, score) => {
    expect(await judge(linked(...lemmas))).toMatchObject({ accepted: false, score });
  });

  it('gives 6.36 bits to a noun in 14 of 1,151 documents, as the paper does', async () => {
    const facts = { documents: 1151, idf: { mean: 5.01, deviation: 1.5, count: 1 } };
    const judgement = await judge(linked('insulin'), facts, { insulin: 14 });
    expect(judgement.reason.meanIdf?.toFixed(2)).toBe('6.36');
  });

  it('knows the only IDF of a topic again after it was rounded, and gives finite scores without deviation', async () => {
    // Three documents that share no noun: μ = log2(3), stored with six decimals, and σ = 0.
    const facts = { documents: 3, idf: { mean: 1.584963, deviation: 0, count: 6 } };
    const alike = await judge(linked('a', 'b'), facts, { a: 1, b: 1 });
    expect(alike.accepted).toBe(true);
    const other = await judge(linked('a', 'b'), facts, { a: 1, b: 3 });
    expect(other.accepted).toBe(false);
    expect(other.score).toBeLessThan(alike.score);
    expect(other.score).toBeGreaterThan(NOTHING_TO_JUDGE);
    for (const { pull } of other.reason.evidence) expect(pull).not.toBeNaN();
  });

  it('pulls as much as the score changes without the noun', async () => {
    const lemmas = Object.keys(COUNTS);
    const subsets = fc.subarray(lemmas, { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(subsets, async (chosen) => {
        const whole = await judge(linked(...chosen));
        expect(whole.reason.evidence).toHaveLength(chosen.length);
        for (const { lemma, pull } of whole.reason.evidence) {
          const without: Judgement = await judge(linked(...chosen.filter((other) => other !== lemma)));
          expect(pull).toBeCloseTo(whole.score - without.score, 9);
        }
      }),
      { seed: 11 },
    );
  });
});
