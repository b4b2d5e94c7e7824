import { reversed } from '../../src/extensions/vocabulary/read-skos.js';
import type { Vocabulary } from '../../src/extensions/vocabulary/vocabulary.js';

/** A concept of a vocabulary that is written out. */
export interface WrittenConcept {
  readonly id: string;
  /** The preferred label first. */
  readonly labels: readonly string[];
  readonly broader?: string;
}

/** A vocabulary of English labels. */
export function smallVocabulary(concepts: readonly WrittenConcept[]): Vocabulary {
  const numbers = new Map(concepts.map(({ id }, number) => [id, number]));
  const rows = concepts.flatMap(({ labels }, concept) =>
    labels.map((text, place) => ({ text, concept, kind: place === 0 ? 0 : 1 })),
  );
  const broader = concepts.map(({ broader: above }) => {
    const number = above === undefined ? undefined : numbers.get(above);
    return number === undefined ? [] : [number];
  });
  const none = concepts.map(() => []);
  return {
    schemes: [],
    iris: concepts.map(({ id }) => id),
    languages: ['en'],
    labels: {
      texts: rows.map(({ text }) => text),
      concepts: rows.map(({ concept }) => concept),
      languages: rows.map(() => 0),
      kinds: rows.map(({ kind }) => kind),
    },
    broader,
    narrower: reversed(broader),
    related: none,
    inSchemes: none,
    matches: new Map(),
    notations: new Map(),
    notes: new Map(),
  };
}
