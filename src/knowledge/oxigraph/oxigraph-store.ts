import { createRequire } from 'node:module';
import type oxigraph from 'oxigraph';
import { QueryError } from '../../model/errors.js';
import type { KnowledgeBase, LoadOptions, NQuads, QueryScope, ResultFormat } from '../../model/rdf.js';
import { once } from '../../support/once.js';
import { patternError, queryError, QuerySyntaxError } from '../queries/query-error.js';
import { asksService, constantPatterns, givesGraph, namesDataset, queryKind } from '../queries/query-text.js';
import { parseBindings, resultText } from '../formats/result-text.js';
import { explainLoading, isEngineFailure, MAX_QUADS, tooLarge } from './store-limit.js';

/** Minimum bytes per `load` call. The cost of one load grows faster than linearly, and each call has overhead. */
const BYTES_PER_LOAD = 262_144;

const RESULTS = 'application/sparql-results+json';

/** Oxigraph, which takes two megabytes of WebAssembly: it is loaded when the first store is made. */
export const oxigraphModule = once(() => createRequire(import.meta.url)('oxigraph') as typeof oxigraph);

/** A knowledge base in this process, on Oxigraph. */
export function createOxigraphStore(
  most: number = MAX_QUADS,
  store: Store = new (oxigraphModule().Store)(),
): KnowledgeBase {
  return {
    select: async (query, scope) => Promise.resolve(parseBindings(run(store, query, RESULTS, scope))),
    answer: async (query, format, scope) => Promise.resolve(answer(store, query, format, scope)),
    load: (nquads, options) => load(store, nquads, options, most),
    size: () => Promise.resolve(store.size),
  };
}

export type Store = InstanceType<typeof oxigraph.Store>;

/** Without this the default graph is the unnamed one; with it, FROM in the query is ignored. */
export const UNION = { use_default_graph_as_union: true } as const;

function answer(store: Store, query: string, format: ResultFormat, scope?: QueryScope): string {
  const kind = queryKind(query);
  if (!givesGraph(kind)) return resultText(run(store, query, RESULTS, scope), kind, format);
  // Graphs have no tabular form: other formats become Turtle.
  return run(store, query, format === 'ntriples' ? 'application/n-triples' : 'text/turtle', scope);
}

function run(store: Store, query: string, mediaType: string, scope: QueryScope = {}): string {
  const graphs = scope.defaultGraphs?.map((graph) => oxigraphModule().namedNode(graph));
  try {
    const result = store.query(query, {
      results_format: mediaType,
      ...(graphs !== undefined ? { default_graph: graphs } : namesDataset(query) ? {} : UNION),
    });
    // Oxigraph answers some queries with SERVICE, as within EXISTS, as though it matched nothing or all.
    if (asksService(query)) throw queryError(query, new Error('SERVICE is not supported here'));
    // Oxigraph takes a regular expression that it refuses for one that matches nothing.
    const refused = constantPatterns(query).find(
      ({ call }) => store.query(`ASK { BIND(${call} AS ?m) FILTER(BOUND(?m)) }`) === false,
    );
    if (refused !== undefined) throw patternError(query, refused.at);
    // With a result format the answer is always text.
    return typeof result === 'string' ? result : '';
  } catch (error) {
    if (error instanceof QueryError) throw error;
    if (isEngineFailure(error)) {
      throw new QueryError('the query needs more memory than there is', {
        hint: 'ask for less: a LIMIT, fewer variables, no product of unrelated patterns',
        cause: error,
      });
    }
    throw queryError(query, error);
  }
}

/** The error of our own SPARQL 1.1 parser with its position; undefined for a valid query. @throws QueryError */
export async function syntaxError(query: string): Promise<QuerySyntaxError | undefined> {
  try {
    await createOxigraphStore().answer(query, 'table');
    return undefined;
  } catch (error) {
    if (error instanceof QueryError && isEngineFailure(error.cause)) throw error;
    // Other errors, such as an unreachable SERVICE, are not about the syntax.
    return error instanceof QuerySyntaxError ? error : undefined;
  }
}

/** Loads N-Quads piece by piece, lines with blank nodes last and together: each call renames these. @throws InputError */
export async function load(
  store: Store,
  nquads: NQuads,
  { trusted = false }: LoadOptions = {},
  most: number = MAX_QUADS,
): Promise<void> {
  const format = { format: 'application/n-quads', no_transaction: true, lenient: trusted };
  const withBlankNodes: string[] = [];
  // An upper bound: duplicate lines and comments count here too. Only the store knows the exact number, but counting is slow.
  let held = store.size;
  const loadLines = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    try {
      store.load(bytes, format);
    } catch (error) {
      throw explainLoading(error, held, most);
    }
    held += countLines(bytes);
    if (held > most) held = store.size;
    if (held > most) throw tooLarge('there is more to be loaded', most);
  };
  let batch: Uint8Array[] = [];
  let length = 0;
  for await (const piece of nquads) {
    const bytes = withoutBlankNodes(typeof piece === 'string' ? Buffer.from(piece) : piece, withBlankNodes);
    batch.push(bytes);
    length += bytes.length;
    if (length < BYTES_PER_LOAD) continue;
    loadLines(Buffer.concat(batch));
    [batch, length] = [[], 0];
  }
  loadLines(Buffer.concat(batch));
  loadLines(Buffer.from(withBlankNodes.join('')));
}

const NEWLINE = 0x0a;

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Matches every line with a blank node, and some literals that look like one. */
const BLANK_NODE = /(?:^|[\s>])_:/;

/** Removes lines that may have a blank node. @param found receives them */
function withoutBlankNodes(bytes: Uint8Array, found: string[]): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes('_:')) return bytes;
  const others: string[] = [];
  for (const line of buffer.toString().split('\n'))
    (BLANK_NODE.test(line) ? found : others).push(`${line}\n`);
  return Buffer.from(others.join(''));
}
