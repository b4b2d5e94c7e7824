import { elementsNamed, xmlTree, type XmlElement } from './xml-tree.js';

/** A network that was found valid. */
export interface CheckedNetwork {
  readonly isDirected: boolean;
  /** By id, with the values of the attributes by name. */
  readonly nodes: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    readonly weight: number;
    readonly values: Readonly<Record<string, string>>;
  }[];
}

function demand(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Error(`not a valid network: ${rule}`);
}

/** What an element may have: attributes, of which those with `!` are required, and children in their order, each any number of times. */
interface ElementRule {
  readonly attributes: readonly string[];
  readonly children: readonly string[];
}

const SCHEMA_LOCATION = ['xmlns', 'xmlns:xsi', 'xsi:schemaLocation'];

/** The elements of GEXF 1.3 (gexf.xsd) as far as a static network has them. */
const GEXF: Readonly<Record<string, ElementRule>> = {
  gexf: { attributes: [...SCHEMA_LOCATION, 'version!'], children: ['meta', 'graph'] },
  meta: { attributes: ['lastmodifieddate'], children: ['creator', 'keywords', 'description'] },
  creator: { attributes: [], children: [] },
  description: { attributes: [], children: [] },
  graph: {
    attributes: ['defaultedgetype', 'mode', 'idtype', 'timeformat', 'timerepresentation', 'start', 'end'],
    children: ['attributes', 'nodes', 'edges'],
  },
  attributes: { attributes: ['class!', 'mode'], children: ['attribute'] },
  attribute: { attributes: ['id!', 'title!', 'type!'], children: ['default', 'options'] },
  nodes: { attributes: ['count'], children: ['node'] },
  node: { attributes: ['id!', 'label', 'pid'], children: ['attvalues'] },
  edges: { attributes: ['count'], children: ['edge'] },
  edge: {
    attributes: ['id', 'source!', 'target!', 'weight', 'type', 'label', 'kind'],
    children: ['attvalues'],
  },
  attvalues: { attributes: [], children: ['attvalue'] },
  attvalue: { attributes: ['for!', 'value!'], children: [] },
};

/** The elements of GraphML 1.0 (graphml.xsd, graphml-attributes.xsd) as far as a simple network has them. */
const GRAPHML: Readonly<Record<string, ElementRule>> = {
  graphml: { attributes: SCHEMA_LOCATION, children: ['desc', 'key', 'graph'] },
  desc: { attributes: [], children: [] },
  key: { attributes: ['id!', 'for', 'attr.name', 'attr.type'], children: ['desc', 'default'] },
  graph: { attributes: ['id', 'edgedefault!'], children: ['desc', 'data', 'node', 'edge'] },
  node: { attributes: ['id!'], children: ['desc', 'data'] },
  edge: { attributes: ['id', 'source!', 'target!', 'directed'], children: ['desc', 'data'] },
  data: { attributes: ['key!', 'id'], children: [] },
};

function checkElement(element: XmlElement, rules: Readonly<Record<string, ElementRule>>): void {
  const rule = rules[element.name];
  demand(rule !== undefined, `<${element.name}> is unknown`);
  const names = rule.attributes.map((name) => name.replace('!', ''));
  for (const name of Object.keys(element.attributes))
    demand(names.includes(name), `<${element.name}> has no attribute ${name}`);
  for (const name of rule.attributes.filter((one) => one.endsWith('!')))
    demand(name.slice(0, -1) in element.attributes, `<${element.name}> needs ${name}`);
  if (element.children.length > 0) demand(rule.children.length > 0, `<${element.name}> holds text alone`);
  let place = 0;
  for (const child of element.children) {
    const next = rule.children.indexOf(child.name);
    demand(next >= place, `<${child.name}> may not be there in <${element.name}>`);
    place = next;
    checkElement(child, rules);
  }
}

/** Whether a value is one of a type, by the names that GEXF and GraphML have for it. */
function fits(type: string, value: string): boolean {
  if (type === 'integer' || type === 'int') return /^-?\d{1,10}$/.test(value);
  if (type === 'double') return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(value);
  if (type === 'boolean') return value === 'true' || value === 'false';
  return type === 'string';
}

interface Declared {
  readonly name: string;
  readonly type: string;
}

function valuesOf(
  given: readonly (readonly [key: string, value: string])[],
  declared: ReadonlyMap<string, Declared>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [key, value] of given) {
    const attribute = declared.get(key);
    demand(attribute !== undefined, `the attribute ${key} is not declared`);
    demand(!(attribute.name in values), `the attribute ${attribute.name} has two values`);
    demand(fits(attribute.type, value), `'${value}' is not of type ${attribute.type}`);
    values[attribute.name] = value;
  }
  return values;
}

function distinct(ids: readonly string[], what: string): void {
  demand(new Set(ids).size === ids.length, `ids of ${what} occur twice`);
}

/**
 * Checks a network in GEXF 1.3: well-formed, the elements and attributes of its schema in their order, declared attributes with
 * values of their types, ids that occur once, edges between nodes that are there.
 */
export function checkGexf(document: string): CheckedNetwork {
  const root = xmlTree(document);
  checkElement(root, GEXF);
  const { attributes } = root;
  demand(attributes['xmlns'] === 'http://gexf.net/1.3' && attributes['version'] === '1.3', 'version 1.3');
  const declared = (of: string): ReadonlyMap<string, Declared> => {
    const lists = elementsNamed(root, 'attributes').filter((one) => one.attributes['class'] === of);
    demand(lists.length <= 1, `two lists of attributes of ${of}`);
    const all = lists.flatMap(({ children }) => children.map((child) => child.attributes));
    distinct(
      all.map(({ id = '' }) => id),
      'attributes',
    );
    return new Map(all.map(({ id = '', title = '', type = '' }) => [id, { name: title, type }]));
  };
  const given = (element: XmlElement): (readonly [string, string])[] =>
    elementsNamed(element, 'attvalue').map(({ attributes: { for: key = '', value = '' } }) => [key, value]);
  const [ofNodes, ofEdges] = [declared('node'), declared('edge')];
  const nodes = elementsNamed(root, 'node');
  const edges = elementsNamed(root, 'edge');
  distinct(
    edges.flatMap((edge) => edge.attributes['id'] ?? []),
    'edges',
  );
  const type = elementsNamed(root, 'graph')[0]?.attributes['defaultedgetype'];
  demand(type === 'directed' || type === 'undirected', 'edges are directed or undirected');
  return linked({
    isDirected: type === 'directed',
    nodes: nodes.map((node) => ({
      id: node.attributes['id'] ?? '',
      values: { label: node.attributes['label'] ?? '', ...valuesOf(given(node), ofNodes) },
    })),
    edges: edges.map((edge) => ({
      source: edge.attributes['source'] ?? '',
      target: edge.attributes['target'] ?? '',
      weight: Number(edge.attributes['weight'] ?? 1),
      values: valuesOf(given(edge), ofEdges),
    })),
  });
}

/** The same for GraphML. */
export function checkGraphMl(document: string): CheckedNetwork {
  const root = xmlTree(document);
  checkElement(root, GRAPHML);
  demand(root.attributes['xmlns'] === 'http://graphml.graphdrawing.org/xmlns', 'the namespace');
  const keys = elementsNamed(root, 'key').map(({ attributes }) => attributes);
  distinct(
    keys.map(({ id = '' }) => id),
    'keys',
  );
  const declared = (of: string): ReadonlyMap<string, Declared> =>
    new Map(
      keys
        .filter((key) => key['for'] === of)
        .map((key) => [key['id'] ?? '', { name: key['attr.name'] ?? '', type: key['attr.type'] ?? '' }]),
    );
  const given = (element: XmlElement): (readonly [string, string])[] =>
    element.children.map(({ attributes, text }) => [attributes['key'] ?? '', text]);
  const [ofNodes, ofEdges] = [declared('node'), declared('edge')];
  const type = elementsNamed(root, 'graph')[0]?.attributes['edgedefault'];
  demand(type === 'directed' || type === 'undirected', 'edges are directed or undirected');
  return linked({
    isDirected: type === 'directed',
    nodes: elementsNamed(root, 'node').map((node) => ({
      id: node.attributes['id'] ?? '',
      values: valuesOf(given(node), ofNodes),
    })),
    edges: elementsNamed(root, 'edge').map((edge) => {
      const { weight = '1', ...values } = valuesOf(given(edge), ofEdges);
      const { source = '', target = '' } = edge.attributes;
      return { source, target, weight: Number(weight), values };
    }),
  });
}

interface FoundNetwork extends Omit<CheckedNetwork, 'nodes'> {
  readonly nodes: readonly { readonly id: string; readonly values: Readonly<Record<string, string>> }[];
}

function linked({ isDirected, nodes, edges }: FoundNetwork): CheckedNetwork {
  const byId = new Map(nodes.map(({ id, values }) => [id, values]));
  demand(byId.size === nodes.length, 'ids of nodes occur twice');
  for (const { source, target, weight } of edges) {
    demand(byId.has(source) && byId.has(target), `an edge from ${source} to ${target}, which is not there`);
    demand(Number.isFinite(weight) && weight > 0, `the weight ${weight}`);
  }
  return { isDirected, nodes: byId, edges };
}
