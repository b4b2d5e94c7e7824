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

/** Default graph of a query: the named graphs listed, or the union of all when absent. */
export interface QueryScope {
  readonly defaultGraphs?: readonly string[];
}

/** N-Quads in pieces, of which every one ends at the end of a line; bytes are UTF-8. */
export type NQuads = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface LoadOptions {
  /** They are as this program wrote them, so that a store need not look at each term again. */
  readonly trusted?: boolean;
}

/** Port: a store of RDF that answers SPARQL. Malformed queries throw QueryError with the engine's own words. */
export interface KnowledgeBase {
  select(query: string, scope?: QueryScope): Promise<Bindings>;
  /** Runs any read-only query and writes its answer in the format; see {@link ResultFormat}. */
  answer(query: string, format: ResultFormat, scope?: QueryScope): Promise<string>;
  load(nquads: NQuads, options?: LoadOptions): Promise<void>;
  size(): Promise<number>;
}
