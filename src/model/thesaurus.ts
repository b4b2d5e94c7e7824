/** The name of the classifier, and of the strategy, that read a thesaurus which a person wrote. */
export const THESAURUS = 'thesaurus';

/** A word or an expression of a thesaurus. */
export interface ThesaurusEntry {
  readonly label: string;
  /** Other words for it: they count as the entry itself, so that two of them are not twice as diverse as one. */
  readonly synonyms?: readonly string[];
  /** The tree it stands in: one aspect of the topic. */
  readonly facet: string;
  /** 0 at the root of its tree. */
  readonly depth: number;
  readonly iri?: string;
}

/** Thesaurus as classifiers and strategies read it: a forest, written flat, and words and expressions to avoid. */
export interface TopicThesaurus {
  readonly entries: readonly ThesaurusEntry[];
  readonly negatives: readonly string[];
}

export interface ThesaurusConcept {
  readonly iri: string;
  readonly label: string;
  /** Alternative labels, and hidden ones such as misspellings. */
  readonly synonyms: readonly string[];
  /** IRIs of the direct broader concepts; empty at the top of a facet. */
  readonly broader: readonly string[];
  /** 0 at the top of its facet; by the shortest path. */
  readonly depth: number;
  /** True for a generated proposal that has not been reviewed. */
  readonly proposed: boolean;
}

/** An aspect of a topic: a concept scheme with its concepts. */
export interface Facet {
  readonly iri: string;
  readonly label: string;
  /** In the order of the file. */
  readonly concepts: readonly ThesaurusConcept[];
}

/** The words of a topic by facet (Badia, Muezzinoglu, Nasraoui 2006). */
export interface Thesaurus {
  readonly facets: readonly Facet[];
  /** Words and expressions to avoid. */
  readonly negatives: readonly string[];
}

export interface ThesaurusProblem {
  /** IRI of the concept or scheme; absent for problems of the whole. */
  readonly about?: string;
  readonly message: string;
}

/** A thesaurus as far as it can be read, with its problems; usable without problems. */
export interface CheckedThesaurus {
  readonly thesaurus: Thesaurus;
  readonly problems: readonly ThesaurusProblem[];
}

export interface ThesaurusFile extends CheckedThesaurus {
  readonly file: string;
}
