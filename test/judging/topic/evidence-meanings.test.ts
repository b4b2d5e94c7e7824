import { describe, expect, it } from '@jest/globals';
import { namingMeanings } from '../../../src/judging/topic/evidence-meanings.js';
import type { AnnotatedPage, Judgement, NounEvidence, TopicClassifier } from '../../../src/model/topic.js';
import { synsetIri } from '../../../src/language/wordnet/wordnet.js';

const noun = (lemma: string, iri?: string): NounEvidence => ({
  ...{ lemma, documents: 1, idf: 1, pull: 1 },
  ...(iri === undefined ? {} : { iri }),
});
const EVIDENCE = [
  noun('hive'),
  noun('bee', 'http://dbpedia.org/resource/Bee'),
  noun('comb', synsetIri(3_075_191)),
  noun('wax'),
];
const classifier = {
  judge: () =>
    Promise.resolve({ score: 1, accepted: true, reason: { evidence: EVIDENCE } } as unknown as Judgement),
} as unknown as TopicClassifier;

describe('namingMeanings', () => {
  it('names what no linker linked, or only to the sense of a word, and leaves the verdict', async () => {
    const meanings = ['hive', 'bee', 'comb'].map((lemma) => [lemma, `http://x.example/${lemma}`] as const);
    const { score, accepted, reason } = await namingMeanings(classifier, meanings).judge({} as AnnotatedPage);
    expect([score, accepted]).toEqual([1, true]);
    expect(reason.evidence.map(({ iri }) => iri)).toEqual([
      'http://x.example/hive',
      'http://dbpedia.org/resource/Bee',
      'http://x.example/comb',
      undefined,
    ]);
  });

  it('is the classifier itself where there are no links', () => {
    expect(namingMeanings(classifier)).toBe(classifier);
    expect(namingMeanings(classifier, [])).toBe(classifier);
  });
});
