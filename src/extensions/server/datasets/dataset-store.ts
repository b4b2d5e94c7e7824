import type oxigraph from 'oxigraph';
import { QueryError } from '../../../model/errors.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';
import type { LoadOptions, NQuads } from '../../../model/rdf.js';
import { parseBindings } from '../../../knowledge/formats/result-text.js';
import { load, oxigraphModule, UNION, type Store } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { queryError } from '../../../knowledge/queries/query-error.js';
import { cutRows, cutTriples, type CutText } from './row-limit.js';
import { isEngineFailure } from '../../../knowledge/oxigraph/store-limit.js';
import { namesDataset, queryKind, withLimit, type QueryKind } from '../../../knowledge/queries/query-text.js';

/** Names the unnamed graph where graphs are identified by IRIs. */
export const DEFAULT_GRAPH = '';

/** The RDF dataset of a query in the SPARQL protocol. Without either list the query sees all graphs. */
export interface DatasetScope {
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

/** A query with everything that determines its answer. */
export interface DatasetQuery {
  readonly query: string;
  readonly scope: DatasetScope;
  /** Base for relative IRIs. */
  readonly base: string;
  /** Oxigraph media type of the answer for each query form. A query of another form is not run. */
  readonly mediaTypes: Readonly<Partial<Record<QueryKind, string>>>;
  /** Maximum number of rows (SELECT) or triples (CONSTRUCT, DESCRIBE). */
  readonly maxRows: number;
}

/** An answer, cut after the allowed rows; without text when the form has no media type. */
export type DatasetAnswer =
  | { readonly form: QueryKind; readonly text: string; readonly cut: boolean }
  | { readonly form: QueryKind; readonly text?: undefined };

/** An empty RDF dataset. */
export function createDataset(): Store {
  const { Store: Oxigraph } = oxigraphModule();
  return new Oxigraph();
}

/** Adds N-Quads. @throws InputError when the store cannot hold them */
export function loadQuads(store: Store, nquads: NQuads, options?: LoadOptions): Promise<void> {
  return load(store, nquads, options);
}

/**
 * Answers a query by the SPARQL protocol. A dataset in the request overrides the query's own FROM. SELECT gets a
 * LIMIT, so that the engine stops there; graphs are cut afterwards.
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
  try {
    const result = store.query(query, {
      results_format: mediaType,
      base_iri: base,
      ...(defaultGraphs.length + namedGraphs.length === 0 ? own : given),
    });
    return typeof result === 'string' ? result : '';
  } catch (error) {
    // Errors that are not about the request, such as exhausted memory, pass through.
    if (error instanceof QueryError || isEngineFailure(error)) throw error;
    throw queryError('query', query, error);
  }
}

/** N-Triples in another RDF format, without duplicate triples. */
export function rewriteTriples(ntriples: string, mediaType: string): string {
  const graph = createDataset();
  graph.load(ntriples, { format: 'application/n-triples', no_transaction: true });
  return graph.dump({ format: mediaType, from_graph_name: oxigraphModule().defaultGraph() });
}

/** A graph in an RDF format; undefined when a named graph has no triples. */
export function readGraph(store: Store, graph: string, mediaType: string): string | undefined {
  if (graph !== DEFAULT_GRAPH && !holdsTriples(store, graph)) return undefined;
  return store.dump({ format: mediaType, from_graph_name: graphTerm(graph) });
}

/** True if there is a triple in the graph. */
function holdsTriples(store: Store, graph: string): boolean {
  const pattern = graph === DEFAULT_GRAPH ? '{ ?s ?p ?o }' : `{ GRAPH <${graph}> { ?s ?p ?o } }`;
  return store.query(`ASK ${pattern}`) === true;
}

/** The named graphs, including empty ones. */
export function namedGraphs(store: Store): string[] {
  const json = store.query('SELECT ?g { GRAPH ?g {} }', {
    results_format: 'application/sparql-results+json',
  });
  return parseBindings(typeof json === 'string' ? json : '{}').rows.map(({ g }) => g?.value ?? '');
}

/** The term that names a graph. @throws QueryError for a name that is not an absolute IRI */
function graphTerm(graph: string): ReturnType<typeof namedGraph | typeof oxigraph.defaultGraph> {
  return graph === DEFAULT_GRAPH ? oxigraphModule().defaultGraph() : namedGraph(graph);
}

function namedGraph(graph: string): ReturnType<typeof oxigraph.namedNode> {
  if (!isIri(graph)) throw new QueryError(`not an absolute IRI: ${graph}`);
  return oxigraphModule().namedNode(graph);
}
