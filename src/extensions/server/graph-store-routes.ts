import type { Hono } from 'hono';
import { DEFAULT_GRAPH } from './datasets/served-knowledge-base.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { DATASET_FORMATS, GRAPH_FORMATS } from './result-formats.js';
import { Problem } from './problem.js';
import { answer, chooseFormat, type Service } from './service.js';

/** Path of the graph store; paths below it are graphs with their own address. */
export const DATA_PATH = '/data';

/**
 * Reading by the SPARQL 1.1 Graph Store HTTP Protocol: `?graph=IRI`, `?default`, or the request's own address for a
 * graph below `/data/`. `/data` alone is the dataset.
 */
export function addGraphStoreRoutes(app: Hono, { pool }: Service): void {
  for (const path of [DATA_PATH, `${DATA_PATH}/*`])
    app.get(path, async ({ req }) => {
      const graph = graphOf(new URL(req.url));
      const offer = graph === undefined ? DATASET_FORMATS : GRAPH_FORMATS;
      const name = req.query('format') ?? req.query('output');
      const { format, contentType } = chooseFormat(req.header('accept'), name, offer);
      const { mediaType } = format;
      const outcome = await pool.ask(
        graph === undefined ? { kind: 'dataset', mediaType } : { kind: 'graph', graph, mediaType },
        req.raw.signal,
      );
      if (outcome.kind !== 'text') throw new Problem(404, `there is no graph ${graph ?? ''}`);
      return answer(outcome.body, contentType);
    });
}

/** @returns undefined for the dataset itself */
function graphOf(url: URL): string | undefined {
  const named = url.searchParams.getAll('graph');
  const isDefault = url.searchParams.has('default');
  if (named.length > 1 || (named.length === 1 && isDefault))
    throw new Problem(400, 'name one graph, not several');
  const [graph] = named;
  if (graph !== undefined) {
    if (!isIri(graph)) throw new Problem(400, `graph: not an absolute IRI: ${graph}`);
    return graph;
  }
  if (isDefault) return DEFAULT_GRAPH;
  const isStore = url.pathname === DATA_PATH || url.pathname === `${DATA_PATH}/`;
  return isStore ? undefined : `${url.origin}${url.pathname}`;
}
