import { QueryError } from '../model/errors.js';
import { notSparql, refusal } from './endpoint-errors.js';
import type { SendToEndpoint } from './endpoint-http.js';
import { batchSize, halves, insertData, type Batch, type BatchLimits } from './endpoint-load.js';

/** Changes the data of an endpoint. */
export interface EndpointUpdate {
  /** What {@link insert} takes at once. */
  readonly limits: BatchLimits;
  /** Adds triples without blank nodes: adding them twice adds them once, so it is repeated after failures. */
  insert(batch: Batch): Promise<void>;
  /**
   * Moves graphs to their places and drops others, in one request: at once where the engine runs a request as a
   * transaction (Oxigraph, Fuseki with TDB2, GraphDB, Blazegraph); Virtuoso runs one operation after the other.
   * Not repeated, since a graph that is not there any more cannot be moved: when no answer comes, `done` looks.
   *
   * @param moves pairs of source and target
   */
  replace(
    moves: readonly (readonly [string, string])[],
    drops: readonly string[],
    done: () => Promise<boolean>,
  ): Promise<void>;
  drop(graphs: readonly string[]): Promise<void>;
}

/** By the Graph Store Protocol, one graph a request. */
const STORE_LIMITS: BatchLimits = { triples: 20_000, bytes: 4_000_000 };
/** By INSERT DATA. Virtuoso 7 compiles an update to at most 10,000 lines of SQL, some 1,400 triples. */
const UPDATE_LIMITS: BatchLimits = { triples: 1000, bytes: 400_000 };
/** An update of so few triples is refused for another reason than its size. */
const SMALL_UPDATE = 50;

/** Where updates go, and by what means. */
export interface EndpointUpdateOptions {
  readonly url: string;
  readonly updateUrl?: string;
  readonly graphStore?: string;
  readonly send: SendToEndpoint;
}

/** The updates of an endpoint. Its methods throw QueryError and InputError as queries do. */
export function createEndpointUpdate(options: EndpointUpdateOptions): EndpointUpdate {
  const { send, graphStore } = options;
  const url = options.updateUrl ?? options.url;
  const run = async (update: string, repeatable: boolean): Promise<void> => {
    await post(send, url, 'application/sparql-update', update, repeatable);
  };
  const insert = async (batch: Batch): Promise<void> => {
    try {
      await run(insertData(batch), true);
    } catch (error) {
      if (!(error instanceof QueryError) || batchSize(batch) <= SMALL_UPDATE) throw error;
      for (const half of halves(batch)) await insert(half);
    }
  };
  const store = async (batch: Batch, address: string): Promise<void> => {
    for (const [graph, lines] of batch) {
      const target = `${address}${address.includes('?') ? '&' : '?'}graph=${encodeURIComponent(graph)}`;
      await post(send, target, 'application/n-triples', `${lines.join('\n')}\n`, true);
    }
  };
  return {
    limits: graphStore === undefined ? UPDATE_LIMITS : STORE_LIMITS,
    insert: (batch) => (graphStore === undefined ? insert(batch) : store(batch, graphStore)),
    replace: async (moves, drops, done) => {
      const operations = [
        ...moves.map(([source, target]) => `MOVE GRAPH <${source}> TO GRAPH <${target}>`),
        ...drops.map((graph) => `DROP SILENT GRAPH <${graph}>`),
      ];
      try {
        await run(operations.join(' ;\n'), false);
      } catch (error) {
        if (error instanceof QueryError || !(await done().catch(() => false))) throw error;
      }
    },
    drop: async (graphs) => {
      if (graphs.length > 0) await run(graphs.map((graph) => `DROP SILENT GRAPH <${graph}>`).join(' ;\n'), true);
    },
  };
}

async function post(
  send: SendToEndpoint,
  url: string,
  type: string,
  body: string,
  repeatable: boolean,
): Promise<void> {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, Accept: 'application/json, */*;q=0.5' };
  const response = await send({ method: 'POST', url, headers, body, repeatable });
  if (response.status < 200 || response.status > 299) throw refusal(url, response);
  // Fuseki says "Update succeeded" in a small page of its own; a form or a log-in page is no answer to an update.
  if (/<(?:form|input)\b/i.test(response.text)) throw notSparql(url, response);
}
