import type { EntityClass, NounKind, NounTag } from './noun.js';

/** Pages that were read, and those of them that hold a term. */
export interface TermShare {
  readonly pages: number;
  readonly of: number;
}

/** A noun that accepted pages of a crawl share and the corpus of the topic lacks. */
export interface NewTerm {
  /** Its lemma, as the annotator gives it. */
  readonly term: string;
  readonly kind: NounKind;
  readonly tag: NounTag;
  readonly entityClass: EntityClass;
  readonly accepted: TermShare;
  readonly rejected: TermShare;
  /** Registered domains with accepted pages that hold it. */
  readonly sites: number;
  /** Log-likelihood ratio (G²) of its votes in accepted pages against rejected ones. */
  readonly strength: number;
  /** Addresses of accepted pages with the term, those of different sites first. */
  readonly examples: readonly string[];
}

/** What a person said of a proposed term. */
export interface TermAnswer extends NewTerm {
  /** Whether it belongs to the topic; false: it is never proposed again. */
  readonly taken: boolean;
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** IRI of the crawl that taught it. */
  readonly crawl: string;
}

/** What a crawl teaches a topic. JSON. */
export interface TermReport {
  readonly topic: string;
  /** Terms that nobody has answered about, the strongest first. */
  readonly proposed: readonly NewTerm[];
  /** Why none is proposed, where the crawl is too small for it. */
  readonly whyNot?: string;
  readonly taken: readonly TermAnswer[];
  readonly refused: readonly TermAnswer[];
  /** How a trained classifier learns the answers, after an answer; absent where none is trained. */
  readonly learns?: string;
}

/** What a person says of proposed terms. */
export interface TermAnswers {
  readonly topic?: string;
  readonly take?: readonly string[];
  readonly refuse?: readonly string[];
  /** Default: the name of the user. */
  readonly by?: string;
}
