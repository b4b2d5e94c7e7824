import { PREFIXES } from '../../model/vocabulary.js';
import { notSparql, refusal } from './endpoint-errors.js';
import type { EndpointRequest, SendToEndpoint } from '../../knowledge/endpoint/endpoint-request.js';
import { insertData, type Batch, type BatchLimits } from './endpoint-load.js';

/** Changes the data of an endpoint. */
export interface EndpointUpdate {
  /** Maximum batch for {@link insert}. */
  readonly limits: BatchLimits;
  /** Adds triples without blank nodes. Idempotent, so it is retried after failures. */
  insert(batch: Batch): Promise<void>;
  /**
   * Moves graphs and drops others in one request: atomic where the engine runs requests as transactions; Virtuoso
   * runs one operation after the other. Not retried once the endpoint may have started.
   *
   * @param moves pairs of source and target
   */
  move(moves: readonly (readonly [string, string])[], drops: readonly string[]): Promise<void>;
  drop(graphs: readonly string[]): Promise<void>;
}

/** For the Graph Store Protocol, one graph per request. Proxies take a megabyte by default. */
const STORE_LIMITS: BatchLimits = { triples: 20_000, bytes: 900_000 };
/** For INSERT DATA. Virtuoso 7 compiles an update to at most 10,000 lines of SQL, about 1,400 triples. */
const UPDATE_LIMITS: BatchLimits = { triples: 1000, bytes: 400_000 };
/** Moving and dropping large graphs takes longer than queries. */
const MOVE_PATIENCE = 10;

/** Addresses for updates. */
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
  const dropping = (graph: string): string => `DROP SILENT GRAPH <${graph}>`;
  const runAll = async (operations: readonly string[], repeatable: boolean): Promise<void> => {
    if (operations.length > 0) await run(operations.join(' ;\n'), { repeatable, patience: MOVE_PATIENCE });
  };
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
    insert: add,
    move: (moves, drops) =>
      runAll(
        [
          ...moves.map(([source, target]) => `MOVE GRAPH <${source}> TO GRAPH <${target}>`),
          ...drops.map(dropping),
        ],
        false,
      ),
    drop: (graphs) => runAll(graphs.map(dropping), true),
  };
}

/**
 * Triples as Turtle that starts with a prefix: Virtuoso 7 guesses the format regardless of the header, and takes
 * triples with long strings for plain text otherwise.
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
  // Fuseki says "Update succeeded" in an HTML page; a page with a form is not a response to an update.
  if (/<(?:form|input)\b/i.test(response.text)) throw notSparql(url, response);
}
