import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { analysisOf } from '../../../src/knowledge/krs/analysis.js';
import { type AnnotatedDocument, type CountedNoun } from '../../../src/knowledge/krs/krs.js';
import type { LinkedNoun } from '../../../src/model/noun.js';
import { annotated, fourDocuments, krsOf, noun } from './small-topic.js';

const anyNoun: fc.Arbitrary<CountedNoun> = fc
  .record({
    lemma: fc.constantFrom('insulin', 'pump', 'ä', 'Z', 'long term'),
    kind: fc.constantFrom('word', 'phrase'),
    tag: fc.constantFrom('NN', 'NNP'),
    entityClass: fc.constantFrom('other', 'person'),
    iri: fc.constantFrom(undefined, 'http://a.example/1', 'http://a.example/2'),
    linker: fc.constantFrom('gazetteer', 'wordnet'),
    mentions: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ iri, linker, ...rest }) => ({ ...rest, ...(iri === undefined ? {} : { iri, linker }) }));

const anyCorpus: fc.Arbitrary<AnnotatedDocument[]> = fc
  .uniqueArray(fc.tuple(fc.string(), fc.array(anyNoun, { maxLength: 6 })), {
    selector: ([id]) => id,
    maxLength: 8,
  })
  .map((documents) => documents.map(([id, nouns]) => annotated(id, nouns)));

describe('KrsBuilder', () => {
  it('keeps one entity for each distinct noun, with all its documents', () => {
    const { documents, entities } = krsOf(fourDocuments);
    expect(documents.map(({ id, nounCount, linkedNounCount }) => [id, nounCount, linkedNounCount])).toEqual([
      ['a', 5, 4],
      ['b', 2, 1],
      ['c', 2, 0],
      ['d', 2, 0],
    ]);
    expect(entities.map(({ lemma, tag, iri, documents: at }) => [lemma, tag, iri ?? '', at])).toEqual([
      ['algol', 'NNP', '', [2, 3]],
      ['insulin', 'NN', '', [2]],
      ['insulin', 'NN', 'http://dbpedia.org/resource/Insulin', [0, 1]],
      ['insulin', 'NNP', '', [1]],
      ['insulin pump', 'NN', '', [3]],
      ['pump', 'NN', '', [0]],
    ]);
    expect(entities[2]?.linker).toBe('gazetteer');
    expect(entities[4]?.kind).toBe('phrase');
  });

  it('gives the same schema in whatever order the documents come', () => {
    const shuffled = anyCorpus.chain((corpus) =>
      fc.tuple(
        fc.constant(corpus),
        fc.shuffledSubarray(corpus, { minLength: corpus.length, maxLength: corpus.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([corpus, other]) => expect(krsOf(other)).toEqual(krsOf(corpus))),
      { seed: 11 },
    );
  });
});

describe('analysisOf', () => {
  const mention = (lemma: string, begin: number, more: Partial<LinkedNoun> = {}): LinkedNoun => ({
    lemma,
    surface: lemma,
    kind: 'word',
    tag: 'NN',
    entityClass: 'other',
    begin,
    end: begin + lemma.length,
    ...more,
  });

  it('counts the mentions of each distinct noun, in the order of the first', () => {
    const { nouns, mentions } = analysisOf([
      mention('pump', 0),
      mention('insulin', 5),
      mention('pump', 13),
      mention('pump', 20, { tag: 'NNS' }),
      mention('pump', 30, { iri: 'http://a.example/pump', linker: 'wordnet' }),
    ]);
    expect(mentions.map(([, , place]) => place)).toEqual([0, 1, 0, 2, 3]);
    expect(nouns).toEqual([
      noun('pump', { mentions: 2 }),
      noun('insulin'),
      noun('pump', { tag: 'NNS' }),
      noun('pump', { iri: 'http://a.example/pump', linker: 'wordnet' }),
    ]);
  });
});
