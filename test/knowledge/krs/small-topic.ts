import {
  type TopicContent,
  countBackground,
  documentsByLemma,
  topicStatistics,
  topicQuads,
} from '../../../src/knowledge/krs/topic-quads.js';
import { topicIris } from '../../../src/knowledge/krs/iris.js';
import {
  KrsBuilder,
  type AnnotatedDocument,
  type CountedNoun,
  type Krs,
} from '../../../src/knowledge/krs/krs.js';
import { toNQuads } from '../../../src/support/rdf/quads.js';

/** A noun of a document: a common noun in the singular, mentioned once, unless said otherwise. */
export function noun(lemma: string, more: Partial<CountedNoun> = {}): CountedNoun {
  return { lemma, kind: 'word', tag: 'NN', entityClass: 'other', mentions: 1, ...more };
}

/** A document with its nouns; a string is a noun of that lemma. */
export function annotated(
  id: string,
  nouns: readonly (string | CountedNoun)[],
  more: Partial<AnnotatedDocument['document']> = {},
): AnnotatedDocument {
  return {
    document: { id, title: `Title of ${id}`, ...more },
    nouns: nouns.map((one) => (typeof one === 'string' ? noun(one) : one)),
  };
}

export function krsOf(documents: Iterable<AnnotatedDocument>): Krs {
  const builder = new KrsBuilder();
  for (const document of documents) builder.add(document);
  return builder.finish();
}

const INSULIN = 'http://dbpedia.org/resource/Insulin';

/** Four documents; 'insulin' in three of them (in two senses and two forms), 'pump' in one, 'algol' in two. */
export const fourDocuments: readonly AnnotatedDocument[] = [
  annotated('a', [noun('insulin', { iri: INSULIN, linker: 'gazetteer', mentions: 4 }), 'pump']),
  annotated('b', [noun('insulin', { iri: INSULIN, linker: 'gazetteer' }), noun('insulin', { tag: 'NNP' })]),
  annotated('c', [noun('insulin'), noun('algol', { tag: 'NNP' })]),
  annotated('d', [noun('algol', { tag: 'NNP' }), noun('insulin pump', { kind: 'phrase' })]),
];

export function contentOf(krs: Krs, more: Partial<TopicContent> = {}): TopicContent {
  const byLemma = documentsByLemma(krs);
  return {
    name: 'diabetes',
    iris: topicIris('http://sfwcrawler.com/kb/', more.name ?? 'diabetes'),
    krs,
    byLemma,
    statistics: topicStatistics(krs, byLemma),
    provenance: {
      annotator: 'test/1',
      language: 'en',
      linkers: ['gazetteer', 'wordnet'],
      settings: '{"language":"en"}',
      corpusChecksum: 'c0ffee',
    },
    ...more,
  };
}

/** A topic as its file holds it. */
export function nquadsOf(content: TopicContent): Promise<string> {
  return Promise.resolve([...toNQuads(topicQuads(content))].join(''));
}

/** Concepts of a line that names hormones and insulin. */
export const insulinConcepts: NonNullable<TopicContent['concepts']> = [
  {
    id: '1',
    meanings: ['http://wn.example/1'],
    label: 'hormone',
    nouns: [{ lemma: 'hormone', weight: 0.5 }],
  },
  {
    id: '2',
    meanings: ['http://wn.example/2', 'http://v.example/insulin'],
    label: 'insulin',
    broader: '1',
    nouns: [{ lemma: 'insulin', weight: 1 }],
  },
];

/** The four documents with a background of three. */
export function fourDocumentsContent(): TopicContent {
  return contentOf(krsOf(fourDocuments), {
    concepts: insulinConcepts,
    background: countBackground([['insulin', 'goal'], ['goal'], ['match']]),
  });
}
