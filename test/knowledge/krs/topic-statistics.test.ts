import { describe, expect, it } from '@jest/globals';
import { documentsByLemma, topicStatistics } from '../../../src/knowledge/krs/topic-quads.js';
import { annotated, krsOf, noun } from './small-topic.js';

describe('topicStatistics', () => {
  it('takes mean and deviation over linked nouns, once for each document that holds them', () => {
    const linked = (lemma: string) =>
      noun(lemma, { iri: `http://a.example/${lemma}`, linker: 'wordnet', mentions: 7 });
    const krs = krsOf([
      annotated('a', [linked('common'), linked('rare'), noun('unlinked')]),
      annotated('b', [linked('common')]),
      annotated('c', []),
      annotated('d', []),
    ]);
    // common: log2(4/2) = 1 in two documents; rare: log2(4/1) = 2 in one. Mean 4/3, variance 2/9.
    const { idf } = topicStatistics(krs, documentsByLemma(krs));
    expect(idf.count).toBe(3);
    expect(idf.mean).toBeCloseTo(4 / 3, 12);
    expect(idf.deviation).toBeCloseTo(Math.sqrt(2 / 9), 12);
  });

  it('counts the documents of the lemma, not of the one linked entity', () => {
    const krs = krsOf([
      annotated('a', [noun('pump', { iri: 'http://a.example/' })]),
      annotated('b', ['pump']),
    ]);
    expect(topicStatistics(krs, documentsByLemma(krs)).idf).toEqual({ mean: 0, deviation: 0, count: 1 });
  });
});
