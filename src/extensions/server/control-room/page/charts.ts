import type { Histogram, HostLink, HostRow } from './api.js';
import { percent, s, shown } from './dom-elements.js';

const WIDTH = 480;
const HEIGHT = 220;
const PAD = { left: 44, right: 10, top: 10, bottom: 24 };

function axes(left: number, bottom: number): SVGElement[] {
  return [
    s('line', { class: 'axis', x1: left, y1: PAD.top, x2: left, y2: bottom }),
    s('line', { class: 'axis', x1: left, y1: bottom, x2: WIDTH - PAD.right, y2: bottom }),
  ];
}

/** Scores of judged pages; heights are on a square-root scale, so that few pages are seen next to many. */
export function scoreChart({ bins, to, threshold }: Histogram, tried?: number): SVGElement {
  const from = bins[0]?.from ?? 0;
  const span = to - from || 1;
  const top = Math.max(1, ...bins.map(({ accepted, rejected }) => Math.sqrt(accepted + rejected)));
  const x = (score: number): number => PAD.left + ((score - from) / span) * (WIDTH - PAD.left - PAD.right);
  const height = (count: number): number => (Math.sqrt(count) / top) * (HEIGHT - PAD.top - PAD.bottom);
  const ground = HEIGHT - PAD.bottom;
  const bars = bins.flatMap(({ from: begin, accepted, rejected }, place) => {
    const end = bins[place + 1]?.from ?? to;
    const width = Math.max(1, x(end) - x(begin) - 1);
    const all = height(accepted + rejected);
    const part = (all * accepted) / (accepted + rejected || 1);
    return [
      s('rect', { class: 'bar-accepted', x: x(begin), y: ground - part, width, height: part }),
      s('rect', {
        class: 'bar-rejected',
        x: x(begin),
        y: ground - all,
        width,
        height: Math.max(0, all - part),
      }),
    ];
  });
  const line = (score: number, dashed: boolean): SVGElement =>
    s('line', {
      class: 'threshold',
      x1: x(score),
      x2: x(score),
      y1: PAD.top,
      y2: ground,
      'stroke-dasharray': dashed ? '4 3' : undefined,
    });
  const inside = (score: number | null | undefined): score is number =>
    score !== null && score !== undefined && score >= from && score <= to;
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label':
        threshold === null
          ? 'scores of judged pages'
          : `scores of judged pages; accepted from ${shown(threshold, 3)}`,
    },
    axes(PAD.left, ground),
    bars,
    inside(threshold) ? line(threshold, false) : undefined,
    inside(tried) ? line(tried, true) : undefined,
    s('text', { x: PAD.left, y: HEIGHT - 6 }, shown(from, 2)),
    s('text', { x: WIDTH - PAD.right, y: HEIGHT - 6, 'text-anchor': 'end' }, shown(to, 2)),
  );
}

/** Next to the circle of hosts, for their names. */
const ROOM = 80;

/** Hosts on a circle, as large as the pages accepted there, and the links that led to these. */
export function hostMap(hosts: readonly HostRow[], links: readonly HostLink[]): SVGElement {
  const some = hosts.filter(({ accepted }) => accepted > 0).slice(0, 30);
  const size = 480;
  const [centre, radius] = [size / 2, size / 2 - 90];
  const places = new Map(
    some.map(({ host }, place) => {
      const angle = (2 * Math.PI * place) / some.length - Math.PI / 2;
      return [host, [centre + radius * Math.cos(angle), centre + radius * Math.sin(angle), angle] as const];
    }),
  );
  const most = Math.max(1, ...some.map(({ accepted }) => accepted));
  const strongest = Math.max(1, ...links.map(({ pages }) => pages));
  const edges = links.flatMap(({ from, to, pages }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined || from === to) return [];
    const bend = `Q${centre} ${centre} ${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
    const width = 0.5 + (4 * pages) / strongest;
    return [
      s(
        'path',
        {
          class: 'edge',
          fill: 'none',
          'stroke-width': width,
          d: `M${a[0].toFixed(1)} ${a[1].toFixed(1)}${bend}`,
        },
        s('title', {}, `${from} → ${to}: ${shown(pages)} pages`),
      ),
    ];
  });
  const nodes = some.flatMap(({ host, accepted, fetched }) => {
    const [x = 0, y = 0, angle = 0] = places.get(host) ?? [];
    const r = 3 + 12 * Math.sqrt(accepted / most);
    const isLeft = Math.cos(angle) < 0;
    const title = `${host}: ${shown(accepted)} of ${shown(fetched)} pages accepted (${percent(accepted / (fetched || 1))})`;
    return [
      s('circle', { class: 'node', cx: x, cy: y, r }, s('title', {}, title)),
      s(
        'text',
        {
          x: x + (isLeft ? -1 : 1) * (r + 3),
          y: y + 4,
          'text-anchor': isLeft ? 'end' : 'start',
        },
        host.length > 22 ? `${host.slice(0, 21)}…` : host,
      ),
    ];
  });
  const label = `${some.length} hosts with accepted pages and the links between them`;
  return s(
    'svg',
    { viewBox: `${-ROOM} 0 ${size + 2 * ROOM} ${size}`, role: 'img', 'aria-label': label },
    edges,
    nodes,
  );
}
