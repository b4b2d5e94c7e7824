import { QueryError } from '../../model/errors.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { TooLargeError, notSparql, refusal } from './endpoint-errors.js';
import type { EndpointRequest, SendToEndpoint } from './endpoint-http.js';
import { batchSize, halves, insertData, type Batch, type BatchLimits } from './endpoint-load.js';

/** Changes the data of an endpoint. */
export interface EndpointUpdate {
  /** What {@link insert} takes at once. */
  readonly limits: BatchLimits;
  /**
   * Adds triples without blank nodes: adding them twice adds them once, so it is repeated after failures. A batch that
   * is too large for the endpoint goes in smaller ones, and so do those that come later.
   */
  insert(batch: Batch): Promise<void>;
  /**
   * Moves graphs to their places and drops others, in one request: at once where the engine runs a request as a
   * transaction; Virtuoso runs one operation after the other. Not repeated once the endpoint may have begun with it.
   *
   * @param moves pairs of source and target
   */
  move(moves: readonly (readonly [string, string])[], drops: readonly string[]): Promise<void>;
  drop(graphs: readonly string[]): Promise<void>;
}

/** By the Graph Store Protocol, one graph a request. */
const STORE_LIMITS: BatchLimits = { triples: 20_000, bytes: 4_000_000 };
/** By INSERT DATA. Virtuoso 7 compiles an update to at most 10,000 lines of SQL, some 1,400 triples. */
const UPDATE_LIMITS: BatchLimits = { triples: 1000, bytes: 400_000 };
/** An update of so few triples is refused for another reason than its size. */
const SMALL_UPDATE = 50;
/** Moving and dropping large graphs takes an engine longer than any query. */
const MOVE_PATIENCE = 10;

/** Where updates go, and by what means. */
export interface EndpointUpdateOptions {
  readonly url: string;
  readonly updateUrl?: string;
  readonly graphStore?: string;
  readonly send: SendToEndpoint;
}

/** The updates of an endpoint. Its methods throw QueryError and InputError as queries do. */
export function createEndpointUpdate({ send, ...addresses }: EndpointUpdateOptions): EndpointUpdate {
  const { graphStore } = addresses;
  const url = addresses.updateUrl ?? addresses.url;
  const run = async (update: string, how: Pick<EndpointRequest, 'repeatable' | 'patience'>): Promise<void> =>
    post(send, { url, type: 'application/sparql-update', body: update, ...how });
  const store = async (batch: Batch, address: string): Promise<void> => {
    for (const [graph, lines] of batch) {
      const target = `${address}${address.includes('?') ? '&' : '?'}graph=${encodeURIComponent(graph)}`;
      await post(send, { url: target, type: 'text/turtle', body: turtle(lines), repeatable: true });
    }
  };
  const add = (batch: Batch): Promise<void> =>
    graphStore === undefined ? run(insertData(batch), { repeatable: true }) : store(batch, graphStore);
  return {
    limits: graphStore === undefined ? UPDATE_LIMITS : STORE_LIMITS,
    insert: inSmallerBatches(add),
    move: async (moves, drops) => {
      const operations = [
        ...moves.map(([source, target]) => `MOVE GRAPH <${source}> TO GRAPH <${target}>`),
        ...drops.map((graph) => `DROP SILENT GRAPH <${graph}>`),
      ];
      if (operations.length > 0)
        await run(operations.join(' ;\n'), { repeatable: false, patience: MOVE_PATIENCE });
    },
    drop: async (graphs) => {
      const operations = graphs.map((graph) => `DROP SILENT GRAPH <${graph}>`);
      if (operations.length > 0)
        await run(operations.join(' ;\n'), { repeatable: true, patience: MOVE_PATIENCE });
    },
  };
}

/** Sends a batch in two where it is refused for what may be its size, and remembers what was too much. */
function inSmallerBatches(add: (batch: Batch) => Promise<void>): (batch: Batch) => Promise<void> {
  let fits = Infinity;
  const insert = async (batch: Batch): Promise<void> => {
    const size = batchSize(batch);
    if (size <= fits) {
      try {
        await add(batch);
        return;
      } catch (error) {
        const smallest =
          error instanceof TooLargeError ? 1 : error instanceof QueryError ? SMALL_UPDATE : size;
        if (size <= smallest) throw error;
        fits = Math.ceil(size / 2);
      }
    }
    for (const half of halves(batch)) await insert(half);
  };
  return insert;
}

/**
 * Triples as Turtle that begins with a prefix: Virtuoso 7 guesses the type of what it is sent, whatever the header
 * says, and takes triples with long strings for plain text otherwise.
 */
function turtle(lines: readonly string[]): string {
  return `@prefix sfwc: <${PREFIXES.sfwc}> .\n${lines.join('\n')}\n`;
}

interface Posted extends Pick<EndpointRequest, 'url' | 'body' | 'repeatable' | 'patience'> {
  readonly type: string;
}

async function post(send: SendToEndpoint, { type, ...request }: Posted): Promise<void> {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, Accept: 'application/json, */*;q=0.5' };
  const response = await send({ method: 'POST', headers, ...request });
  const { url } = request;
  if (response.status < 200 || response.status > 299) throw refusal(url, response);
  // Fuseki says "Update succeeded" in a small page of its own; a form or a log-in page is no answer to an update.
  if (/<(?:form|input)\b/i.test(response.text)) throw notSparql(url, response);
}
