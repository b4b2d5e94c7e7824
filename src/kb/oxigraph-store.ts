import oxigraph from 'oxigraph';
import { QueryError, messageOf } from '../model/errors.js';
import type { Bindings, KnowledgeBase, QueryScope, ResultFormat } from '../model/rdf.js';
import { givesGraph, namesDataset, queryKind } from './query-text.js';
import { parseBindings, parseBoolean } from './result-json.js';
import { toTable } from './result-table.js';
import { rowFormat } from './result-text.js';

/**
 * Lines per call of `load`. One large load grows worse than linearly; pieces of this size without a transaction take
 * about 350,000 triples a second.
 */
const LINES_PER_LOAD = 10_000;

const MEDIA_TYPES: Readonly<Record<Exclude<ResultFormat, 'table'>, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/sparql-results+json',
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
};

/** An empty knowledge base in this process, on Oxigraph. */
export function createOxigraphStore(): KnowledgeBase {
  const store = new oxigraph.Store();
  return {
    select: (query, scope) => Promise.resolve().then(() => select(store, query, scope)),
    answer: (query, format, scope) => Promise.resolve().then(() => answer(store, query, format, scope)),
    load: (nquads) => load(store, nquads),
    size: () => Promise.resolve(store.size),
  };
}

/** Oxigraph's own store. */
export type Store = InstanceType<typeof oxigraph.Store>;

/** Without this the default graph is the unnamed one; with it, FROM in the query would be passed over. */
export const UNION = { use_default_graph_as_union: true } as const;

function select(store: Store, query: string, scope: QueryScope = {}): Bindings {
  const json = run(store, query, MEDIA_TYPES.json, scope);
  return parseBindings(json);
}

function answer(store: Store, query: string, format: ResultFormat, scope: QueryScope = {}): string {
  const kind = queryKind(query);
  if (givesGraph(kind)) {
    // A graph has no columns: whoever does not ask for N-Triples gets Turtle.
    return run(store, query, format === 'ntriples' ? MEDIA_TYPES.ntriples : MEDIA_TYPES.turtle, scope);
  }
  const rows = rowFormat(kind, format);
  if (rows !== 'table') {
    // Oxigraph has no CSV or TSV form for ASK: the specification defines none.
    if (kind === 'ASK' && rows !== 'json')
      return `${parseBoolean(run(store, query, MEDIA_TYPES.json, scope))}\n`;
    const body = run(store, query, MEDIA_TYPES[rows], scope);
    return body.endsWith('\n') ? body : `${body}\n`;
  }
  const json = run(store, query, MEDIA_TYPES.json, scope);
  return kind === 'ASK' ? `${parseBoolean(json)}\n` : toTable(parseBindings(json));
}

function run(store: Store, query: string, mediaType: string, scope: QueryScope): string {
  const graphs = scope.defaultGraphs?.map((graph) => oxigraph.namedNode(graph));
  try {
    const result = store.query(query, {
      results_format: mediaType,
      ...(graphs !== undefined ? { default_graph: graphs } : namesDataset(query) ? {} : UNION),
    });
    // With a result format the answer is always text.
    return typeof result === 'string' ? result : '';
  } catch (error) {
    throw new QueryError(`the query cannot be run: ${messageOf(error)}`, {
      hint: 'SPARQL 1.1; prefixes must be declared in the query',
      cause: error,
    });
  }
}

/**
 * Loads N-Quads piece by piece. Lines with blank nodes come last and together: each call of `load` gives blank nodes new
 * names, which would make two nodes of one that stands in two pieces.
 */
export async function load(store: Store, nquads: AsyncIterable<string> | Iterable<string>): Promise<void> {
  let lines: string[] = [];
  const withBlankNodes: string[] = [];
  const flush = (batch: readonly string[]): void => {
    if (batch.length === 0) return;
    store.load(`${batch.join('\n')}\n`, { format: 'application/n-quads', no_transaction: true });
  };
  for await (const piece of nquads) {
    for (const line of piece.split('\n')) {
      if (BLANK_NODE.test(line)) withBlankNodes.push(line);
      else if (line !== '') lines.push(line);
      if (lines.length < LINES_PER_LOAD) continue;
      flush(lines);
      lines = [];
    }
  }
  flush(lines);
  flush(withBlankNodes);
}

/** Finds every line with a blank node, and some whose literals only look like one. */
const BLANK_NODE = /(?:^|[\s>])_:/;
