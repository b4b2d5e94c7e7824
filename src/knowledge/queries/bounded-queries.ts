import type { QueryKind } from './query-text.js';

/** Source and limits of queries. */
export interface BoundedQueriesPlan {
  /** Knowledge bases: folders, or files of single topics. */
  readonly places: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  /** Seconds for a query. */
  readonly timeout: number;
  /** Megabytes of memory for a query, in addition to what the data takes. */
  readonly queryMemory: number;
  /** The compiled worker; for tests. */
  readonly script?: URL | undefined;
  /** Called with messages for the operator. */
  readonly onNote: (note: string) => void;
}

/** A query over all graphs together. */
export interface BoundedQuery {
  readonly query: string;
  /** Base for relative IRIs. */
  readonly base: string;
  /** Oxigraph media type of the answer for each query form. */
  readonly mediaTypes: Readonly<Record<QueryKind, string>>;
  /** Maximum number of rows (SELECT) or triples (CONSTRUCT, DESCRIBE). */
  readonly maxRows: number;
}

/** Knowledge bases in the memory of a thread, which is ended where a query takes too long. Nothing can be changed. */
export interface BoundedQueries {
  /** @returns the answer, and whether there was more than may be returned @throws QueryError, ServiceError */
  ask(
    query: BoundedQuery,
    signal: AbortSignal,
  ): Promise<{ readonly body: Uint8Array; readonly cut: boolean; readonly form?: QueryKind }>;
  close(): void;
}
