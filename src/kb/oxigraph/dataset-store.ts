import oxigraph from 'oxigraph';
import { QueryError, messageOf } from '../../model/errors.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import type { LoadOptions, NQuads } from '../../model/rdf.js';
import { load, UNION, type Store } from './oxigraph-store.js';
import { queryError } from '../queries/query-error.js';
import { cutRows, cutTriples, type CutText } from './row-limit.js';
import { isEngineFailure } from './store-limit.js';
import { namesDataset, queryKind, withLimit, type QueryKind } from '../queries/query-text.js';
import { escapeRegExp } from '../../support/text/escapes.js';

/** Stands for the unnamed graph where graphs are named by their IRIs. */
export const DEFAULT_GRAPH = '';

/** The dataset of a query as the SPARQL protocol gives it. Without either list the query sees all graphs. */
export interface DatasetScope {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

/** A query with all that decides about its answer. */
export interface DatasetQuery {
  readonly query: string;
  readonly scope: DatasetScope;
  /** What relative IRIs are relative to. */
  readonly base: string;
  /**
   * Media type of the answer for each form that the query may have, as Oxigraph knows it. A query whose form is not
   * there is not run.
   */
  readonly mediaTypes: Readonly<Partial<Record<QueryKind, string>>>;
  /** Rows (SELECT) or triples (CONSTRUCT, DESCRIBE) at most. */
  readonly maxRows: number;
}

/** An answer to a query of some form: whole, cut after the rows that are allowed, or none for want of a media type. */
export type DatasetAnswer =
  | { readonly form: QueryKind; readonly text: string; readonly cut: boolean }
  | { readonly form: QueryKind; readonly text?: undefined };

/** An empty RDF dataset in this thread. */
export function createDataset(): Store {
  return new oxigraph.Store();
}

/** Adds N-Quads. @throws InputError when the store cannot hold them */
export function loadQuads(store: Store, nquads: NQuads, options?: LoadOptions): Promise<void> {
  return load(store, nquads, options);
}

/**
 * Answers a query as the SPARQL protocol wants it. A dataset in the request takes the place of the query's own FROM.
 * SELECT gets a LIMIT, so that the engine stops there; of a graph the first triples are kept.
 * @throws QueryError for a malformed query
 */
export function answerQuery(store: Store, request: DatasetQuery): DatasetAnswer {
  const form = queryKind(request.query);
  const mediaType = request.mediaTypes[form];
  if (mediaType === undefined) return { form };
  return { form, ...answerForm(store, request, form, mediaType) };
}

function answerForm(store: Store, request: DatasetQuery, form: QueryKind, mediaType: string): CutText {
  const { query, maxRows } = request;
  if (form === 'ASK') return { text: run(store, request, mediaType), cut: false };
  if (form === 'SELECT') {
    const limited = { ...request, query: withLimit(query, maxRows + 1) };
    return cutRows(run(store, limited, mediaType), mediaType, maxRows);
  }
  const triples = cutTriples(run(store, request, 'application/n-triples'), maxRows);
  if (mediaType === 'application/n-triples') return triples;
  return { text: rewriteTriples(triples.text, mediaType), cut: triples.cut };
}

function run(store: Store, { query, scope, base }: DatasetQuery, mediaType: string): string {
  const { defaultGraphs, namedGraphs } = scope;
  const own = namesDataset(query) ? {} : UNION;
  const given = { default_graph: defaultGraphs.map(namedGraph), named_graphs: namedGraphs.map(namedGraph) };
  return engine('query', query, () => {
    const result = store.query(query, {
      results_format: mediaType,
      base_iri: base,
      ...(defaultGraphs.length + namedGraphs.length === 0 ? own : given),
    });
    return typeof result === 'string' ? result : '';
  });
}

/** N-Triples in another RDF format; a triple that stands there twice stands there once afterwards. */
export function rewriteTriples(ntriples: string, mediaType: string): string {
  const graph = createDataset();
  graph.load(ntriples, { format: 'application/n-triples', no_transaction: true });
  return graph.dump({ format: mediaType, from_graph_name: oxigraph.defaultGraph() });
}

/** A graph in an RDF format, or undefined when it holds nothing. The unnamed graph always is something. */
export function readGraph(store: Store, graph: string, mediaType: string): string | undefined {
  if (graph !== DEFAULT_GRAPH && !holdsTriples(store, graph)) return undefined;
  return store.dump({ format: mediaType, from_graph_name: graphTerm(graph) });
}

/** All graphs in TriG, N-Quads or JSON-LD. */
export function readDataset(store: Store, mediaType: string): string {
  return store.dump({ format: mediaType });
}

/** Whether there is a triple in the graph. */
export function holdsTriples(store: Store, graph: string): boolean {
  const pattern = graph === DEFAULT_GRAPH ? '{ ?s ?p ?o }' : `{ GRAPH <${graph}> { ?s ?p ?o } }`;
  return store.query(`ASK ${pattern}`) === true;
}

/** The named graphs, also those that hold nothing any more. */
export function namedGraphs(store: Store): string[] {
  const json = store.query('SELECT ?g { GRAPH ?g {} }', {
    results_format: 'application/sparql-results+json',
  });
  const { results } = JSON.parse(typeof json === 'string' ? json : '{}') as {
    readonly results: { readonly bindings: readonly { readonly g: { readonly value: string } }[] };
  };
  return results.bindings.map(({ g }) => g.value);
}

/**
 * A graph as N-Quads, in pieces of whole lines. What it says of itself comes first: readers of a topic's file look for
 * the topic's description there.
 */
export function* graphQuads(store: Store, graph: string): Generator<string> {
  const ntriples = store.dump({ format: 'application/n-triples', from_graph_name: graphTerm(graph) });
  if (graph === DEFAULT_GRAPH) {
    yield* linePieces(ntriples);
    return;
  }
  const ownLine = new RegExp(String.raw`^${escapeRegExp(`<${graph}> `)}.*\n`, 'gm');
  const inGraph = (lines: string): string => lines.replaceAll(' .\n', ` <${graph}> .\n`);
  const own = ntriples.match(ownLine);
  if (own !== null) yield inGraph(own.join(''));
  for (const piece of linePieces(ntriples)) {
    const others = own === null ? piece : piece.replace(ownLine, '');
    if (others !== '') yield inGraph(others);
  }
}

function* linePieces(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', Math.min(start + PIECE, text.length - 1)) + 1 || text.length;
    yield text.slice(start, end);
    start = end;
  }
}

/** Characters of a piece, roughly. */
const PIECE = 1_000_000;

/** The term that names a graph. @throws QueryError when the name is no absolute IRI */
export function graphTerm(graph: string): ReturnType<typeof namedGraph | typeof oxigraph.defaultGraph> {
  return graph === DEFAULT_GRAPH ? oxigraph.defaultGraph() : namedGraph(graph);
}

function namedGraph(graph: string): ReturnType<typeof oxigraph.namedNode> {
  if (!isIri(graph)) throw new QueryError(`not an absolute IRI: ${graph}`);
  return oxigraph.namedNode(graph);
}

/**
 * Lets the engine work and says what is wrong, and where. Errors that are not about the request (memory at its end) go
 * through as they are.
 * @param text the query or update, to show the place
 */
export function engine<T>(what: 'query' | 'update' | 'data', text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof QueryError || isEngineFailure(error)) throw error;
    if (what !== 'data') throw queryError(what, text, error);
    throw new QueryError(`the data cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
