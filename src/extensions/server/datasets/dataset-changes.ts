import { createHash } from 'node:crypto';
import { QueryError } from '../../../model/errors.js';
import {
  createDataset,
  DEFAULT_GRAPH,
  engine,
  graphTerm,
  holdsTriples,
  namedGraphs,
} from './dataset-store.js';
import type { Store } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { graphsNamedIn, withUsing, type UsingGraphs } from './update-request.js';

/** RDF sent by a client. */
export interface RdfBody {
  readonly bytes: Uint8Array;
  /** A type that Oxigraph reads: Turtle, N-Triples, RDF/XML, JSON-LD; TriG and N-Quads for several graphs. */
  readonly mediaType: string;
  readonly base: string;
}

/** A SPARQL update or an operation of the graph store protocol. */
export type DatasetChange =
  | { readonly kind: 'update'; readonly update: string; readonly using: UsingGraphs; readonly base: string }
  | { readonly kind: 'put' | 'post'; readonly graph: string; readonly bodies: readonly RdfBody[] }
  | { readonly kind: 'delete'; readonly graph: string }
  | { readonly kind: 'add-quads'; readonly body: RdfBody };

/** The effect of a change. */
export interface ChangeReport {
  /** Graphs whose content changed. */
  readonly changed: readonly string[];
  /** For a change of one graph: whether the graph existed. */
  readonly existed: boolean;
}

/** Longer updates are mostly data and are not tokenised. */
const LONGEST_UPDATE_TO_READ = 1_000_000;

/**
 * Applies a change completely or not at all. A named graph without triples does not exist.
 * @throws QueryError for a malformed update or malformed data
 */
export function applyChange(store: Store, change: DatasetChange): ChangeReport {
  const report = apply(store, change);
  for (const graph of report.changed) {
    if (graph !== DEFAULT_GRAPH && !holdsTriples(store, graph)) store.update(`DROP SILENT GRAPH <${graph}>`);
  }
  return report;
}

function apply(store: Store, change: DatasetChange): ChangeReport {
  switch (change.kind) {
    case 'update':
      return update(store, change);
    case 'put':
    case 'post':
      return write(store, change);
    case 'delete': {
      const existed = holdsTriples(store, change.graph);
      clear(store, change.graph);
      return { changed: existed ? [change.graph] : [], existed };
    }
    case 'add-quads':
      return addQuads(store, change.body);
  }
}

function update(store: Store, change: DatasetChange & { readonly kind: 'update' }): ChangeReport {
  const named = change.update.length > LONGEST_UPDATE_TO_READ ? undefined : graphsNamedIn(change.update);
  const candidates = (): string[] => [DEFAULT_GRAPH, ...(named ?? namedGraphs(store))];
  const before = new Map(candidates().map((graph) => [graph, fingerprint(store, graph)]));
  const text = withUsing(change.update, change.using);
  engine('update', text, () => store.update(text, { base_iri: change.base }));
  const all = new Set([...before.keys(), ...candidates()]);
  const changed = [...all].filter((graph) => fingerprint(store, graph) !== (before.get(graph) ?? EMPTY));
  return { changed, existed: true };
}

function write(store: Store, change: DatasetChange & { readonly kind: 'put' | 'post' }): ChangeReport {
  const { graph, bodies } = change;
  const to_graph_name = graphTerm(graph);
  const read = (into: Store): void => {
    for (const { bytes, mediaType, base } of bodies) {
      into.load(bytes, { format: mediaType, base_iri: base, to_graph_name });
    }
  };
  // Read into an empty dataset first, so that the second read cannot fail.
  engine('data', '', () => read(createDataset()));
  const existed = holdsTriples(store, graph);
  if (change.kind === 'put') clear(store, graph);
  read(store);
  return { changed: [graph], existed };
}

function addQuads(store: Store, { bytes, mediaType, base }: RdfBody): ChangeReport {
  const trial = createDataset();
  const options = { format: mediaType, base_iri: base };
  engine('data', '', () => trial.load(bytes, options));
  const graphs = namedGraphs(trial);
  const odd = graphs.find((graph) => !graph.includes(':'));
  if (odd !== undefined) throw new QueryError('a graph is named by a blank node: give it an IRI');
  store.load(bytes, options);
  return { changed: holdsTriples(trial, DEFAULT_GRAPH) ? [DEFAULT_GRAPH, ...graphs] : graphs, existed: true };
}

function clear(store: Store, graph: string): void {
  if (graph === DEFAULT_GRAPH) store.update('CLEAR DEFAULT');
  else store.update(`DROP SILENT GRAPH <${graph}>`);
}

const EMPTY = digest('');

/** Differs when the graph differs, within one store and thread. */
function fingerprint(store: Store, graph: string): string {
  return digest(store.dump({ format: 'application/n-triples', from_graph_name: graphTerm(graph) }));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Replaces graphs by N-Quads, read together so that blank nodes stay shared. */
export function replaceGraphs(store: Store, graphs: readonly string[], nquads: readonly string[]): void {
  for (const graph of graphs) clear(store, graph);
  if (nquads.length > 0) store.load(nquads.join(''), { format: 'application/n-quads', no_transaction: true });
}
