import { csvRow } from '../../support/text/csv-row.js';
import type { Graph } from './graph.js';

/** The nodes of a network as CSV, with the columns that Gephi reads. */
export async function* csvNodes(graph: Graph): AsyncGenerator<string> {
  yield csvRow(['Id', 'Label', ...graph.nodeAttributes.map(({ name }) => name)]);
  for await (const nodes of graph.nodes())
    yield nodes.map(({ id, label, values }) => csvRow([id, label, ...values])).join('');
}

/** The edges of a network as CSV, with the columns that Gephi reads. */
export async function* csvEdges(graph: Graph): AsyncGenerator<string> {
  const type = graph.isDirected ? 'Directed' : 'Undirected';
  yield csvRow(['Source', 'Target', 'Type', 'Weight', ...graph.edgeAttributes.map(({ name }) => name)]);
  for await (const edges of graph.edges())
    yield edges
      .map(({ source, target, weight, values }) => csvRow([source, target, type, weight, ...values]))
      .join('');
}
