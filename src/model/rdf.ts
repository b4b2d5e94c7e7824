/** An RDF term as plain data. `datatype` and `language` belong to literals. */
export interface Term {
  readonly termType: 'NamedNode' | 'BlankNode' | 'Literal' | 'DefaultGraph' | 'Quad';
  readonly value: string;
  readonly datatype?: string;
  readonly language?: string;
}

/** Rows of a SELECT query. An unbound variable is absent from its row. */
export interface Bindings {
  readonly variables: readonly string[];
  readonly rows: readonly Readonly<Record<string, Term>>[];
}

/** Formats of the answer of a query. `table` is for people. */
export type ResultFormat = 'table' | 'csv' | 'tsv' | 'json' | 'turtle' | 'ntriples';

/**
 * Subjects of a query, if its author knows them: of the nouns, only those with one of the values, and of these
 * only the predicates named; of everything else, all. It changes no answer; a store that reads its file on demand need
 * not read the rest. `values` may be empty for a query that asks about no noun at all.
 */
export interface QueryFocus {
  /** A predicate with plain strings: `nif:anchorOf` or `sfwc:linkedBy`. */
  readonly property: string;
  readonly values: readonly string[];
  readonly predicates: readonly string[];
}

/** Default graph of a query: the named graphs listed, or the union of all when absent. */
export interface QueryScope {
  readonly defaultGraphs?: readonly string[];
  /** See {@link QueryFocus}; absent: the query may ask about anything. */
  readonly focus?: QueryFocus;
}

/** N-Quads in pieces, of which every one ends at the end of a line; bytes are UTF-8. */
export type NQuads = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Facts about quads that are loaded. */
export interface LoadOptions {
  /** They are as this program wrote them, so that a store need not look at each term again. */
  readonly trusted?: boolean;
}

/**
 * Port: a store of RDF that answers SPARQL. Everything above `kb/` sees this and nothing of the engine behind it.
 * Queries throw QueryError with the engine's own words on a malformed query.
 */
export interface KnowledgeBase {
  /** Runs a SELECT query. */
  select(query: string, scope?: QueryScope): Promise<Bindings>;
  /** Runs any read-only query and writes its answer in the format; see {@link ResultFormat}. */
  answer(query: string, format: ResultFormat, scope?: QueryScope): Promise<string>;
  /** Adds quads. */
  load(nquads: NQuads, options?: LoadOptions): Promise<void>;
  /** Number of quads held. */
  size(): Promise<number>;
}
