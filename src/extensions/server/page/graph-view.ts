import type { Spot } from '../control-room/page/geometry.js';
import { h, s, shown, type Content } from '../control-room/page/dom-elements.js';
import { isNarrow } from '../control-room/page/page-parts.js';
import type { Term } from './answers.js';
import { iriAddress, iriText, type Showing } from './cells.js';
import type { Edge } from './columns.js';
import { layOut } from './graph-layout.js';
import { lastPart, shortIri } from './term-texts.js';

/** Nodes that are drawn, those with the most links first. */
const MAX = 60;
/** Characters of the name of a node. */
const MAX_CHARACTERS = 30;
/** Pixels of a node, and of the arrow before it. */
const [RADIUS, ARROW] = [7, 5];

interface Node {
  readonly key: string;
  readonly term: Term;
  links: number;
}

/** Links as a picture: nodes lead to what is known of them, by pointer and by keyboard. */
export function graphView(edges: readonly Edge[], showing: Showing): HTMLElement {
  const all = nodesOf(edges);
  const nodes = [...all.values()].sort((a, b) => b.links - a.links).slice(0, MAX);
  // In the order of the answer, which begins with what others follow from.
  const drawn = [...all.values()].filter((node) => nodes.includes(node));
  const places = new Map(drawn.map(({ key }, at) => [key, at]));
  const pairs = edges.flatMap(({ from, to, property }) => {
    const [begin, end] = [places.get(keyOf(from)), places.get(keyOf(to))];
    return begin === undefined || end === undefined || begin === end ? [] : [{ begin, end, property }];
  });
  const narrow = isNarrow();
  const [width, height] = narrow
    ? [380, Math.min(900, 300 + 24 * drawn.length)]
    : [1100, Math.min(640, 260 + 14 * drawn.length)];
  const [padX, padY] = narrow ? [60, 40] : [110, 50];
  const spots = layOut(
    drawn.length,
    pairs.map(({ begin, end }) => [begin, end]),
  ).map((spot): Spot => {
    // In a narrow window the longest side is upright.
    const [x, y] = narrow ? [spot[1], spot[0]] : spot;
    return [padX + x * (width - 2 * padX), padY + y * (height - 2 * padY)];
  });
  const names = placedNames(
    drawn.map(({ term }) => nameOf(term, showing)),
    spots,
    pairs,
    width,
  );
  const frequent = unnamed(pairs);
  const label = `${shown(drawn.length)} things and ${shown(pairs.length)} links between them`;
  return h(
    'div',
    { class: 'graph-view' },
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label },
      arrowHead(),
      pairs.map((pair) => edgeOf(pair, spots, !frequent.has(pair.property ?? ''), showing)),
      drawn.flatMap((node, at) => {
        const [spot, name] = [spots[at], names[at]];
        return spot === undefined || name === undefined ? [] : [nodeOf(node, spot, name, showing)];
      }),
    ),
    frequent.size > 0
      ? h(
          'p',
          { class: 'quiet' },
          `Lines without a name: ${[...frequent].map((iri) => shortIri(iri, showing.prefixes)).join(', ')}.`,
        )
      : undefined,
    all.size > MAX
      ? h('p', { class: 'quiet' }, `The ${MAX} things with the most links, of ${shown(all.size)}.`)
      : undefined,
  );
}

function keyOf({ kind, value }: Term): string {
  return `${kind} ${value}`;
}

function nodesOf(edges: readonly Edge[]): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const term of edges.flatMap(({ from, to }) => [from, to])) {
    const key = keyOf(term);
    const node = found.get(key) ?? { key, term, links: 0 };
    node.links += 1;
    found.set(key, node);
  }
  return found;
}

function arrowHead(): SVGElement {
  const size = { viewBox: '0 0 10 10', refX: 10, refY: 5, markerWidth: ARROW + 2, markerHeight: ARROW + 2 };
  const path = s('path', { class: 'arrow', d: 'M0 0L10 5L0 10Z' });
  return s('defs', {}, s('marker', { id: 'arrow', orient: 'auto', ...size }, path));
}

interface Pair {
  readonly begin: number;
  readonly end: number;
  readonly property: string | undefined;
}

function edgeOf(
  { begin, end, property }: Pair,
  spots: readonly Spot[],
  isNamed: boolean,
  { prefixes }: Showing,
): Content {
  const [[x1, y1], [x2, y2]] = [spots[begin] ?? [0, 0], spots[end] ?? [0, 0]];
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / far, (y2 - y1) / far];
  const gap = RADIUS + 2;
  const line = {
    ...{ x1: x1 + gap * dx, y1: y1 + gap * dy, x2: x2 - gap * dx, y2: y2 - gap * dy },
    ...{ class: 'edge', 'marker-end': 'url(#arrow)' },
  };
  if (property === undefined) return s('line', line);
  const middle = { x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 3, 'text-anchor': 'middle' };
  return [
    s('line', line, s('title', {}, shortIri(property, prefixes))),
    isNamed ? s('text', { class: 'property', ...middle }, lastPart(property)) : undefined,
  ];
}

/** Properties of more lines than this are named once, below the picture. */
const MAX_NAMED = 3;

/** The properties whose lines have no names in the picture. */
function unnamed(pairs: readonly Pair[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { property } of pairs)
    if (property !== undefined) counts.set(property, (counts.get(property) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > MAX_NAMED).map(([property]) => property));
}

function nodeOf({ term }: Node, [x, y]: Spot, name: PlacedName, showing: Showing): SVGElement {
  const text = s('text', { x: name.x, y: name.y, 'text-anchor': name.anchor }, name.short);
  const kind = term.kind === 'iri' && showing.facts.get(term.value)?.isPage === true ? 'node page' : 'node';
  const circle = s('circle', { class: kind, cx: x, cy: y, r: RADIUS });
  const title = s('title', {}, term.kind === 'iri' ? `${name.whole} · ${term.value}` : name.whole);
  if (term.kind !== 'iri') return s('g', {}, title, circle, text);
  return s('a', { href: iriAddress(term.value, showing) }, title, circle, text);
}

/** The name of a node in the picture. */
interface PlacedName {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly short: string;
  readonly whole: string;
}

/** Pixels of a character, and of a line of text. */
const [CHARACTER, LINE] = [7, 18];

/** Names next to their nodes: on the side without links, or on the other one where that one is taken. */
function placedNames(
  names: readonly string[],
  spots: readonly Spot[],
  pairs: readonly Pair[],
  width: number,
): readonly PlacedName[] {
  const taken: (readonly [left: number, right: number, y: number])[] = [];
  const byPlace = [...spots.keys()].sort((a, b) => (spots[a]?.[0] ?? 0) - (spots[b]?.[0] ?? 0));
  const found: PlacedName[] = [];
  for (const [order, node] of byPlace.entries()) {
    const [x, y] = spots[node] ?? [0, 0];
    const whole = names[node] ?? '';
    const short = whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1)}…` : whole;
    const half = (short.length * CHARACTER) / 2;
    const anchor = x - half < 4 ? 'start' : x + half > width - 4 ? 'end' : 'middle';
    const edge =
      anchor === 'start' ? Math.max(4, x - RADIUS) : anchor === 'end' ? Math.min(width - 4, x + RADIUS) : x;
    const left = anchor === 'start' ? edge : anchor === 'end' ? edge - 2 * half : edge - half;
    const pull = pairs.reduce((sum, { begin, end }) => {
      const other = begin === node ? end : end === node ? begin : undefined;
      return sum + (other === undefined ? 0 : (spots[other]?.[1] ?? y) - y);
    }, 0);
    const isAbove = Math.abs(pull) < LINE ? order % 2 === 0 : pull > 0;
    const [up, down] = [y - RADIUS - 6, y + RADIUS + 15];
    const sides = isAbove ? [up, down] : [down, up];
    const free = sides.find((at) =>
      taken.every(([l, r, t]) => Math.abs(t - at) >= LINE || r < left || l > left + 2 * half),
    );
    const at = free ?? sides[0] ?? up;
    taken.push([left, left + 2 * half, at]);
    found[node] = { x: edge, y: at, anchor, short, whole };
  }
  return found;
}

function nameOf(term: Term, showing: Showing): string {
  if (term.kind === 'blank') return `_:${term.value}`;
  const label = showing.facts.get(term.value)?.label;
  const text = iriText(term.value, showing);
  return label ?? (text.length > MAX_CHARACTERS ? lastPart(term.value) : text);
}
