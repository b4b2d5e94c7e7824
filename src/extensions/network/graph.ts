import { cutAt } from '../../support/text/cut-text.js';

/** A value of a node or edge; undefined where there is none. */
export type GraphValue = string | number | boolean | undefined;

/** What is said of each node, or of each edge. */
export interface GraphAttribute {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'double' | 'boolean';
}

/** A node; its values are in the order of the attributes. */
export interface GraphNode {
  readonly id: number;
  readonly label: string;
  readonly values: readonly GraphValue[];
}

/** An edge between the nodes of two ids; its values are in the order of the attributes. */
export interface GraphEdge {
  readonly source: number;
  readonly target: number;
  /** How often it occurs, 1 or more. */
  readonly weight: number;
  readonly values: readonly GraphValue[];
}

/** Many values, some at a time. */
export type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** A network. Nodes and edges come in batches, and are made again at each call: a large network is never in memory. */
export interface Graph {
  readonly isDirected: boolean;
  /** One sentence. */
  readonly description: string;
  readonly nodeAttributes: readonly GraphAttribute[];
  readonly edgeAttributes: readonly GraphAttribute[];
  /** Each id once. */
  readonly nodes: () => Batches<GraphNode>;
  /** Between these nodes, each pair once. */
  readonly edges: () => Batches<GraphEdge>;
  /** Addresses of the nodes that were found and not crawled, the most linked first. */
  readonly found: readonly string[];
}

/** The longest title or anchor text of a network, in UTF-16 units. Some pages have megabytes. */
const LONGEST = 200;

/** A text of the Web in one line, without control characters and halves of surrogate pairs, cut where it is long. */
export function lineOf(text: string): string {
  // The longest text that could still be blanks at the beginning is cut before it is searched.
  const plain = text
    .slice(0, 20 * LONGEST)
    .replace(/[\p{Cc}\p{Cs}\s\uFFFD-\uFFFF]+/gu, ' ')
    .trim();
  return plain.length <= LONGEST ? plain : `${plain.slice(0, cutAt(plain, LONGEST - 1))}…`;
}
