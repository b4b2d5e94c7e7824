import type { Bindings, QueryScope } from '../../model/rdf.js';
import { GRAPHLESS } from './endpoint-load.js';
import { asksNamedGraphs, namesDataset } from '../../knowledge/queries/query-text.js';

/** Prefix of the graphs in which new versions are prepared; queries never see them, see {@link stagingGraph}. */
const STAGING = 'urn:x-sfwc:staging:';

/** The graph in which the new version of a graph is prepared. */
export function stagingGraph(graph: string): string {
  return `${STAGING}${encodeURIComponent(graph)}`;
}

/** Virtuoso's internal graphs. */
const SYSTEM_GRAPHS: ReadonlySet<string> = new Set([
  'http://www.openlinksw.com/schemas/virtrdf#',
  'http://www.w3.org/ns/ldp#',
  'http://www.w3.org/2002/07/owl#',
  'http://localuriqaserver/sparql',
  'http://localhost:8890/DAV/',
  'http://localhost:8890/sparql',
  'urn:activitystreams-owl:map',
]);

/** SPARQL protocol parameters that define the dataset. */
export type DatasetParameters = readonly (readonly ['default-graph-uri' | 'named-graph-uri', string])[];

/**
 * The dataset of a query.
 *
 * Without a dataset, a query sees the union of all graphs in Virtuoso (system graphs included), GraphDB and
 * Blazegraph, and an empty graph in Fuseki, Oxigraph and others. So graphs are always named: those of the scope or,
 * for the union, all that the endpoint lists. If the query uses GRAPH, all graphs are listed as named graphs too,
 * since the protocol leaves none otherwise. A query with `FROM` has its own dataset.
 *
 * @param listGraphs asks the endpoint for its graphs; called when the query needs them
 */
export async function datasetFor(
  query: string,
  { defaultGraphs }: QueryScope,
  listGraphs: () => Promise<readonly string[]>,
): Promise<DatasetParameters> {
  if (defaultGraphs === undefined && namesDataset(query)) return [];
  const named = asksNamedGraphs(query);
  const all = named || defaultGraphs === undefined ? await listGraphs() : [];
  return [...uses('default-graph-uri', defaultGraphs ?? all), ...(named ? uses('named-graph-uri', all) : [])];
}

function uses(name: DatasetParameters[number][0], graphs: readonly string[]): DatasetParameters {
  // Without a graph, the endpoint would choose its own.
  return (graphs.length === 0 ? [GRAPHLESS] : graphs).map((graph) => [name, graph]);
}

/** Fast on engines that index graph names; Virtuoso answers with a row without a name. */
const NAMED_GRAPHS = 'SELECT ?g WHERE { GRAPH ?g { } } ORDER BY ?g';
/** Works everywhere, but counts; DISTINCT takes Virtuoso 7 half a minute for 80,000 triples, this 20 ms. */
const GRAPHS_OF_TRIPLES =
  'SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g';

/** The graphs of an endpoint with data, sorted; without system graphs and those of unfinished loads. */
export async function listGraphs(select: (query: string) => Promise<Bindings>): Promise<readonly string[]> {
  const names = graphsOf(await select(NAMED_GRAPHS));
  const all = names.length > 0 ? names : graphsOf(await select(GRAPHS_OF_TRIPLES));
  return [...new Set(all)].filter((graph) => !SYSTEM_GRAPHS.has(graph) && !graph.startsWith(STAGING)).sort();
}

function graphsOf({ rows }: Bindings): string[] {
  return rows.flatMap((row) => (row['g']?.termType === 'NamedNode' ? [row['g'].value] : []));
}
