/** The name of the classifier, and of the strategy, that read a thesaurus which a person wrote. */
export const THESAURUS = 'thesaurus';

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
