import type { Subject } from './subject.js';

/** A noun that accepted pages share and the vocabulary of the topic lacks, for its keeper. */
export interface VocabularyCandidate {
  readonly term: string;
  /** Accepted pages with the term, of those that were read. */
  readonly accepted: { readonly pages: number; readonly of: number };
  readonly sites: number;
  /** Addresses of pages with the term. */
  readonly pages: readonly string[];
  /** Sentences with the term. */
  readonly contexts: readonly string[];
  /** The concept that is the subject of most pages with the term, compared with all pages. */
  readonly nearest?: Pick<Subject, 'iri' | 'label'>;
}

/** What the keeper of a vocabulary said of a candidate. */
export interface CandidateAnswer extends VocabularyCandidate {
  /** Whether it belongs into the vocabulary; false: it is never proposed again. */
  readonly taken: boolean;
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** What a crawl proposes for the vocabulary of a topic. JSON. */
export interface CandidateReport {
  readonly topic: string;
  /** Candidates that nobody has answered about. */
  readonly proposed: readonly VocabularyCandidate[];
  /** Why none is proposed, where the crawl is too small for it. */
  readonly whyNot?: string;
  readonly taken: readonly CandidateAnswer[];
  readonly declined: readonly CandidateAnswer[];
}

/** What a person says of candidates. */
export interface CandidateAnswers {
  readonly topic: string;
  readonly take: readonly string[];
  readonly decline: readonly string[];
  readonly by: string;
}
