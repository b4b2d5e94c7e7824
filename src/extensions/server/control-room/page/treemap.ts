import type { HostRow } from './api.js';
import { h, percent, s, shown } from './dom-elements.js';

/** A rectangle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const [WIDTH, HEIGHT] = [1320, 340];
/** Hosts that have a rectangle of their own. */
const MAX = 60;
/** Steps of colour. */
const STEPS = 6;
/** Pixels that a character takes. */
const CHARACTER = 8.6;

/** Hosts as rectangles: as large as their requests, as green as the share of accepted pages, hatched where blocked. */
export function hostTreemap(hosts: readonly HostRow[], narrow: boolean): HTMLElement {
  const [width, height] = narrow ? [380, 420] : [WIDTH, HEIGHT];
  const some = hosts
    .filter(({ fetched, host }) => fetched > 0 && !host.includes(' '))
    .sort((a, b) => b.fetched - a.fetched)
    .slice(0, MAX);
  const boxes = squarified(
    some.map(({ fetched }) => fetched),
    { x: 0, y: 0, width, height },
  );
  const label = `${shown(some.length)} hosts, as large as their requests and as green as their share of accepted pages`;
  return h(
    'div',
    { class: 'treemap', role: 'group', 'aria-label': label },
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}` },
      hatch(),
      some.map((host, at) => tile(host, boxes[at])),
    ),
    h(
      'ul',
      { class: 'legend' },
      h('li', {}, swatch('yield-none'), 'nothing accepted'),
      h('li', {}, swatch(`yield-${Math.ceil(STEPS / 2)}`), 'half'),
      h('li', {}, swatch(`yield-${STEPS}`), 'all accepted'),
      h('li', {}, swatch('blocked'), 'blocked'),
      h('li', { class: 'quiet' }, 'area: requests'),
    ),
  );
}

function swatch(kind: string): SVGElement {
  return s(
    'svg',
    { viewBox: '0 0 14 14', class: 'key', 'aria-hidden': 'true' },
    s('rect', { class: kind === 'blocked' ? 'yield-none' : kind, width: 14, height: 14, rx: 2 }),
    kind === 'blocked'
      ? s('rect', { class: 'hatched', width: 14, height: 14, fill: 'url(#hatch)' })
      : undefined,
  );
}

function hatch(): SVGElement {
  return s(
    'defs',
    {},
    s(
      'pattern',
      { id: 'hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      s('line', { class: 'hatch', x1: 0, y1: 0, x2: 0, y2: 8 }),
    ),
  );
}

function tile(
  { host, fetched, accepted, blocks = [] }: HostRow,
  box: Box | undefined,
): SVGElement | undefined {
  if (box === undefined) return undefined;
  const { x, y, width, height } = box;
  const share = accepted / (fetched || 1);
  const kind = accepted === 0 ? 'yield-none' : `yield-${Math.max(1, Math.round(share * STEPS))}`;
  const inside = {
    x: x + 1,
    y: y + 1,
    width: Math.max(0, width - 2),
    height: Math.max(0, height - 2),
    rx: 3,
  };
  const isBlocked = blocks.length > 0;
  const title = `${host}: ${shown(accepted)} of ${shown(fetched)} requests accepted (${percent(share)})${isBlocked ? ', blocked' : ''}`;
  const fits = Math.floor((width - 14) / CHARACTER);
  const name = host.length > fits ? `${host.slice(0, Math.max(0, fits - 1))}…` : host;
  return s(
    'a',
    { href: `#host=${encodeURIComponent(host)}` },
    s('title', {}, title),
    s('rect', { class: kind, ...inside }),
    isBlocked ? s('rect', { class: 'hatched', fill: 'url(#hatch)', ...inside }) : undefined,
    fits >= 5 && height > 26 ? s('text', { class: 'name', x: x + 8, y: y + 19 }, name) : undefined,
    fits >= 7 && height > 46
      ? s('text', { class: 'count', x: x + 8, y: y + 36 }, `${shown(accepted)} of ${shown(fetched)}`)
      : undefined,
  );
}

/** Rectangles of these areas in a box, as square as may be (Bruls, Huizing and van Wijk 2000). @param values descending */
export function squarified(values: readonly number[], box: Box): readonly Box[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const areas = values.map((value) => (value / (total || 1)) * box.width * box.height);
  const found: Box[] = [];
  let left = box;
  for (let at = 0; at < areas.length;) {
    const side = Math.min(left.width, left.height);
    let row = areas.slice(at, at + 1);
    while (at + row.length < areas.length) {
      const longer = areas.slice(at, at + row.length + 1);
      if (worst(longer, side) > worst(row, side)) break;
      row = longer;
    }
    left = placeRow(row, left, found);
    at += row.length;
  }
  return found;
}

/** The largest ratio of sides in a row. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const thickness = sum / side;
  return Math.max(
    ...row.map((area) => Math.max(area / thickness / thickness, (thickness * thickness) / area)),
  );
}

/** Places a row at the shorter side of a box. @returns what is left of the box */
function placeRow(row: readonly number[], box: Box, found: Box[]): Box {
  const sum = row.reduce((total, area) => total + area, 0);
  const isUpright = box.width >= box.height;
  const thickness = sum / (isUpright ? box.height : box.width);
  let at = isUpright ? box.y : box.x;
  for (const area of row) {
    const length = area / thickness;
    found.push(
      isUpright
        ? { x: box.x, y: at, width: thickness, height: length }
        : { x: at, y: box.y, width: length, height: thickness },
    );
    at += length;
  }
  return isUpright
    ? { ...box, x: box.x + thickness, width: Math.max(0, box.width - thickness) }
    : { ...box, y: box.y + thickness, height: Math.max(0, box.height - thickness) };
}
