import { sha256 } from '../../support/hash.js';
import type { KrsEntity } from './krs.js';

/** Coins the IRIs of one topic. Deterministic: the same names give the same IRIs. */
export interface TopicIris {
  /** The topic itself, which also names the graph that holds its schema. */
  readonly topic: string;
  readonly statistics: string;
  /** The background's nouns, and the graph that holds them. */
  readonly background: string;
  /** The concepts of the topic, and the graph that holds them. */
  readonly concepts: string;
  /** The graph of the NIF layer. */
  readonly nif: string;
  document(id: string): string;
  entity(entity: Pick<KrsEntity, 'lemma' | 'tag' | 'entityClass' | 'iri'>): string;
  backgroundNoun(lemma: string): string;
  concept(id: string): string;
  conceptNoun(lemma: string): string;
}

/** @param base ends in `/` or `#`; a `/` is added where neither stands */
export function topicIris(base: string, topic: string): TopicIris {
  const root = `${/[/#]$/.test(base) ? base : `${base}/`}${encoded(topic)}`;
  return {
    topic: root,
    statistics: `${root}/statistics`,
    background: `${root}/background`,
    concepts: `${root}/concepts`,
    nif: `${root}/nif`,
    document: (id) => `${root}/document/${id.split('/').map(encoded).join('/')}`,
    entity: ({ lemma, tag, entityClass, iri }) => {
      const meaning = iri === undefined ? '' : `.${sha256(iri).slice(0, 10)}`;
      return `${root}/entity/${encoded(lemma)}.${tag}.${entityClass}${meaning}`;
    },
    backgroundNoun: (lemma) => `${root}/background/${encoded(lemma)}`,
    concept: (id) => `${root}/concept/${encoded(id)}`,
    conceptNoun: (lemma) => `${root}/concepts/${encoded(lemma)}`,
  };
}

/** A damaged text may hold half of a surrogate pair, which has no encoding and is replaced. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/\p{Cs}/gu, '\uFFFD'));
}

export function expansionIri(topic: string): string {
  return `${topic}/expansion`;
}
