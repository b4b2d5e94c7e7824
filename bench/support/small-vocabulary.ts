import {
  vocabularyOf,
  type Concept,
  type Vocabulary,
} from '../../src/extensions/thesaurus/skos/vocabulary.js';

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
  return vocabularyOf(
    [],
    concepts.map(({ id, labels, broader }): Concept => {
      const above = broader === undefined ? undefined : numbers.get(broader);
      return {
        iri: id,
        labels: labels.map((text, place) => ({
          ...{ text, language: 'en' },
          kind: place === 0 ? 'preferred' : 'alternative',
        })),
        broader: above === undefined ? [] : [above],
        ...{ related: [], schemes: [], matches: [], notes: [] },
      };
    }),
  );
}
