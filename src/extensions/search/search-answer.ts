/** A text with the places in it that match, in UTF-16 code units; end exclusive, in their order. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly (readonly [begin: number, end: number])[];
}

/** A part of a passage of a page, with the number of the passage, from 0 on. */
export interface FoundPassage extends MarkedText {
  readonly number: number;
}

/** A page of an answer. Its texts come from the Web and have no control characters; escape them before they become HTML. */
export interface FoundPage {
  /** The address under which the crawl knows it. */
  readonly id: string;
  /** The address after redirects. */
  readonly url: string;
  readonly title: MarkedText;
  readonly host: string;
  /** The topic that it was accepted for; of several the one that it is most about. */
  readonly topic: string;
  /** By the topic, on the scale of the classifier. */
  readonly score: number;
  /** The reason for its verdict by this topic, in words. */
  readonly why: string;
  /** Time at which its present text was fetched, ISO 8601, UTC; absent for a page of a web in files. */
  readonly fetched?: string;
  /** Date of publication, ISO 8601, by its own statement; absent if unknown. */
  readonly published?: string;
  /** Relevance to the query; comparable within one collection. */
  readonly relevance: number;
  /** Words of the query that it does not have. */
  readonly missing: readonly string[];
  /** Its best passages, the best one first. */
  readonly passages: readonly FoundPassage[];
}

/** Number of pages that have something. */
export interface Count {
  readonly name: string;
  readonly pages: number;
}

/** Facets: properties that the pages of an answer share. */
export interface Facets {
  readonly hosts: readonly Count[];
  readonly topics: readonly Count[];
  /** The nouns that speak for the most pages. */
  readonly nouns: readonly (Count & { readonly iri?: string })[];
  /** Years of publication and languages, if known. */
  readonly years: readonly Count[];
  readonly languages: readonly Count[];
}

/** Other names that were searched for as well. */
export interface Widening {
  /** The words of the query that they stand for. */
  readonly term: string;
  readonly by: readonly string[];
  /** The IRI that the knowledge base links all of them to. */
  readonly iri: string;
}

export interface SearchHit extends FoundPage {
  readonly out: string;
}

/** Pages that were entered, or whose text or verdict has changed; and accepted pages whose text is not in the folder. */
export type IndexUpdate = Readonly<Record<'entered' | 'removed' | 'missing', number>>;

export interface SearchedCollection extends IndexUpdate {
  readonly out: string;
  readonly pages: number;
}

export interface SearchAnswer {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** Pages with all words of the query, and with some of them only. */
  readonly all: number;
  readonly some: number;
  /** Other names that were searched as well, from the knowledge bases of the topics. */
  readonly widened: readonly Widening[];
  /** Of the pages with all words; of the others where there are none. */
  readonly facets: Facets;
  readonly collections: readonly SearchedCollection[];
  /** Suggestions if no page was found. */
  readonly advice: readonly string[];
}
