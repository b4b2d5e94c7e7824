import type { HostRow } from './api.js';
import { h, percent, s, shown } from './dom-elements.js';
import { squarified, type Box } from './geometry.js';

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
