import oxigraph from 'oxigraph';
import { QueryError, messageOf } from '../model/errors.js';
import type { Bindings, KnowledgeBase, QueryScope, ResultFormat, Term } from '../model/rdf.js';
import { toTable } from './result-table.js';

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
const GRAPH_FORMATS: readonly ResultFormat[] = ['turtle', 'ntriples'];

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

type Store = InstanceType<typeof oxigraph.Store>;

function select(store: Store, query: string, scope: QueryScope = {}): Bindings {
  const json = run(store, query, MEDIA_TYPES.json, scope);
  return parseBindings(json);
}

function answer(store: Store, query: string, format: ResultFormat, scope: QueryScope = {}): string {
  const wantsGraph = GRAPH_FORMATS.includes(format);
  const kind = queryKind(query);
  const givesGraph = kind === 'CONSTRUCT' || kind === 'DESCRIBE';
  if (givesGraph) {
    // A graph has no columns: whoever does not ask for N-Triples gets Turtle.
    return run(store, query, format === 'ntriples' ? MEDIA_TYPES.ntriples : MEDIA_TYPES.turtle, scope);
  }
  if (wantsGraph) {
    throw new QueryError(`a ${kind} query has rows, which cannot be written as ${format}`, {
      hint: 'use --format table, csv, tsv or json, or write a CONSTRUCT query',
    });
  }
  if (format !== 'table') {
    // Oxigraph has no CSV or TSV form for ASK: the specification defines none.
    if (kind === 'ASK' && format !== 'json') return `${askResult(run(store, query, MEDIA_TYPES.json, scope))}\n`;
    const body = run(store, query, MEDIA_TYPES[format], scope);
    return body.endsWith('\n') ? body : `${body}\n`;
  }
  const json = run(store, query, MEDIA_TYPES.json, scope);
  return kind === 'ASK' ? `${askResult(json)}\n` : toTable(parseBindings(json));
}

function run(store: Store, query: string, mediaType: string, scope: QueryScope): string {
  const graphs = scope.defaultGraphs?.map((graph) => oxigraph.namedNode(graph));
  try {
    const result = store.query(query, {
      results_format: mediaType,
      ...(graphs === undefined ? { use_default_graph_as_union: true } : { default_graph: graphs }),
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

/** The query's form: the first of the four keywords outside comments, IRIs, strings and prologue. */
export function queryKind(query: string): 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE' {
  const bare = query.replace(/<[^<>\s]*>|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, ' ').replace(/#[^\n]*/g, ' ');
  const prologue = bare.replace(/\bprefix\s+[^\s:]*:/gi, ' ');
  const found = /\b(select|ask|construct|describe)\b/i.exec(prologue)?.[1]?.toUpperCase();
  return found === 'ASK' || found === 'CONSTRUCT' || found === 'DESCRIBE' ? found : 'SELECT';
}

interface JsonTerm {
  readonly type: string;
  readonly value: string | object;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}
interface JsonResults {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

function parseBindings(json: string): Bindings {
  const parsed = JSON.parse(json) as JsonResults;
  if (parsed.results === undefined) throw new QueryError('a SELECT query is needed here');
  return {
    variables: parsed.head.vars ?? [],
    rows: parsed.results.bindings.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, term]) => [name, toTerm(term)])),
    ),
  };
}

function askResult(json: string): boolean {
  return (JSON.parse(json) as JsonResults).boolean === true;
}

function toTerm(term: JsonTerm): Term {
  const value = typeof term.value === 'string' ? term.value : JSON.stringify(term.value);
  switch (term.type) {
    case 'uri':
      return { termType: 'NamedNode', value };
    case 'bnode':
      return { termType: 'BlankNode', value };
    case 'literal':
    case 'typed-literal':
      return {
        termType: 'Literal',
        value,
        ...(term.datatype === undefined ? {} : { datatype: term.datatype }),
        ...(term['xml:lang'] === undefined ? {} : { language: term['xml:lang'] }),
      };
    default:
      return { termType: 'Quad', value };
  }
}

async function load(store: Store, nquads: AsyncIterable<string> | Iterable<string>): Promise<void> {
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length === 0) return;
    store.load(`${lines.join('\n')}\n`, { format: 'application/n-quads', no_transaction: true });
    lines = [];
  };
  for await (const piece of nquads) {
    for (const line of piece.split('\n')) {
      if (line !== '') lines.push(line);
      if (lines.length >= LINES_PER_LOAD) flush();
    }
  }
  flush();
}

