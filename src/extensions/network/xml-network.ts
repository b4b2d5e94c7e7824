import { escapeXml } from '../../support/text/escapes.js';
import { packageVersion } from '../../support/package-version.js';
import type { Graph, GraphAttribute, GraphEdge, GraphNode, GraphValue } from './graph.js';

/** A network as GEXF 1.3, which Gephi opens, in pieces. */
export async function* gexfOf(graph: Graph): AsyncGenerator<string> {
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gexf xmlns="http://gexf.net/1.3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ' xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">',
    `<meta><creator>sfwc ${packageVersion()}</creator><description>${escapeXml(graph.description)}</description></meta>`,
    `<graph defaultedgetype="${graph.isDirected ? 'directed' : 'undirected'}" mode="static">`,
    ...gexfAttributes('node', graph.nodeAttributes),
    ...gexfAttributes('edge', graph.edgeAttributes),
    '<nodes>\n',
  ].join('\n');
  for await (const nodes of graph.nodes())
    yield nodes
      .map(
        (node) =>
          `<node id="${node.id}" label="${escapeXml(node.label)}">${gexfValues(node.values)}</node>\n`,
      )
      .join('');
  yield '</nodes>\n<edges>\n';
  let number = 0;
  for await (const edges of graph.edges())
    yield edges
      .map(({ source, target, weight, values }) => {
        const place = `id="${number++}" source="${source}" target="${target}" weight="${weight}"`;
        const inside = gexfValues(values);
        return inside === '' ? `<edge ${place}/>\n` : `<edge ${place}>${inside}</edge>\n`;
      })
      .join('');
  yield '</edges>\n</graph>\n</gexf>\n';
}

function gexfAttributes(of: 'node' | 'edge', attributes: readonly GraphAttribute[]): readonly string[] {
  if (attributes.length === 0) return [];
  return [
    `<attributes class="${of}" mode="static">`,
    ...attributes.map(({ name, type }, place) => `<attribute id="${place}" title="${name}" type="${type}"/>`),
    '</attributes>',
  ];
}

function gexfValues(values: readonly GraphValue[]): string {
  const written = values.flatMap((value, place) =>
    value !== undefined ? [`<attvalue for="${place}" value="${escapeXml(String(value))}"/>`] : [],
  );
  return written.length === 0 ? '' : `<attvalues>${written.join('')}</attvalues>`;
}

/** A network as GraphML, in pieces. */
export async function* graphMlOf(graph: Graph): AsyncGenerator<string> {
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">',
    `<desc>${escapeXml(graph.description)}</desc>`,
    ...graphMlKeys('n', 'node', [{ name: 'label', type: 'string' }, ...graph.nodeAttributes]),
    ...graphMlKeys('e', 'edge', [{ name: 'weight', type: 'double' }, ...graph.edgeAttributes]),
    `<graph id="crawl" edgedefault="${graph.isDirected ? 'directed' : 'undirected'}">\n`,
  ].join('\n');
  for await (const nodes of graph.nodes()) yield nodes.map(graphMlNode).join('');
  for await (const edges of graph.edges()) yield edges.map(graphMlEdge).join('');
  yield '</graph>\n</graphml>\n';
}

function graphMlKeys(
  letter: string,
  of: 'node' | 'edge',
  attributes: readonly GraphAttribute[],
): readonly string[] {
  return attributes.map(({ name, type }, place) => {
    const kind = type === 'integer' ? 'int' : type;
    return `<key id="${letter}${place}" for="${of}" attr.name="${name}" attr.type="${kind}"/>`;
  });
}

function graphMlNode({ id, label, values }: GraphNode): string {
  return `<node id="${id}">${graphMlData('n', [label, ...values])}</node>\n`;
}

function graphMlEdge({ source, target, weight, values }: GraphEdge): string {
  return `<edge source="${source}" target="${target}">${graphMlData('e', [weight, ...values])}</edge>\n`;
}

function graphMlData(letter: string, values: readonly GraphValue[]): string {
  return values
    .map((value, place) =>
      value !== undefined ? `<data key="${letter}${place}">${escapeXml(String(value))}</data>` : '',
    )
    .join('');
}
