import { sha256 } from '../../support/hash.js';
import type { KrsEntity } from './krs.js';

export type TopicIris = ReturnType<typeof topicIris>;

/**
 * Coins the IRIs of one topic. Deterministic: the same names give the same IRIs. That of the topic names the graph that holds its
 * schema, those of background and concepts the graphs that hold these, and `nif` the graph of the NIF layer.
 * @param base ends in `/` or `#`; a `/` is added where neither stands
 */
export function topicIris(base: string, topic: string) {
  const root = `${/[/#]$/.test(base) ? base : `${base}/`}${encoded(topic)}`;
  return {
    topic: root,
    statistics: `${root}/statistics`,
    background: `${root}/background`,
    concepts: `${root}/concepts`,
    nif: `${root}/nif`,
    document: (id: string) => `${root}/document/${id.split('/').map(encoded).join('/')}`,
    entity: ({ lemma, tag, entityClass, iri }: Pick<KrsEntity, 'lemma' | 'tag' | 'entityClass' | 'iri'>) => {
      const meaning = iri === undefined ? '' : `.${sha256(iri).slice(0, 10)}`;
      return `${root}/entity/${encoded(lemma)}.${tag}.${entityClass}${meaning}`;
    },
    backgroundNoun: (lemma: string) => `${root}/background/${encoded(lemma)}`,
    concept: (id: string) => `${root}/concept/${encoded(id)}`,
    conceptNoun: (lemma: string) => `${root}/concepts/${encoded(lemma)}`,
  };
}

/** A damaged text may hold half of a surrogate pair, which has no encoding and is replaced. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/\p{Cs}/gu, '\uFFFD'));
}

export function expansionIri(topic: string): string {
  return `${topic}/expansion`;
}
