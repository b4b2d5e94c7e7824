import type { State } from './api.js';
import { h, s, shown } from './dom-elements.js';

/** From a value to a place in a picture. */
type Scale = (value: number) => number;

/** A linear scale. */
function linear(from: number, to: number, begin: number, end: number): Scale {
  const span = to - from || 1;
  return (value) => begin + ((value - from) / span) * (end - begin);
}

/** Round values of an axis from 0 on, about so many. */
export function ticks(most: number, count = 4): readonly number[] {
  if (!(most > 0)) return [0];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, place) => place * step);
}

/** Points of a picture or of a curve. */
export type Points = readonly (readonly [number, number])[];

/** A line through points. */
export function linePath(points: Points): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Room around charts, for their axes. */
const PAD = { left: 52, right: 16, top: 22, bottom: 40 };

/** Axes from 0 on with their names, round values and lines across. */
function axes(
  x: Scale,
  y: Scale,
  [mostX, mostY]: readonly [number, number],
  [width, height]: readonly [number, number],
) {
  const [right, ground] = [width - PAD.right, height - PAD.bottom];
  return [
    ...ticks(mostY).flatMap((value) => [
      s('line', { class: 'grid', x1: PAD.left, x2: right, y1: y(value), y2: y(value) }),
      s('text', { x: PAD.left - 8, y: y(value) + 4, 'text-anchor': 'end' }, shown(value)),
    ]),
    ...ticks(mostX, Math.max(2, Math.round(width / 130))).map((value) =>
      s('text', { x: x(value), y: ground + 18, 'text-anchor': 'middle' }, shown(value)),
    ),
    s('text', { class: 'name', x: right, y: height - 4, 'text-anchor': 'end' }, 'requests'),
    s('text', { class: 'name', x: 4, y: 12 }, 'accepted pages'),
  ];
}

/** A small curve without axes. @param label absent where its figures stand next to it */
export function sparkline(points: Points, label?: string): SVGElement {
  const [x, y] = scalesOf([points], [2, 118], [26, 2]);
  const attributes = label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label };
  return s(
    'svg',
    { viewBox: '0 0 120 28', class: 'spark', preserveAspectRatio: 'none', ...attributes },
    s('path', { class: 'line', d: linePath(points.map(([a, b]) => [x(a), y(b)])) }),
  );
}

type Ends = readonly [number, number];

function scalesOf(
  curves: readonly Points[],
  across: Ends,
  up: Ends,
): readonly [x: Scale, y: Scale, most: Ends] {
  const all = curves.flat();
  const [mostX, mostY] = [Math.max(1, ...all.map(([a]) => a)), Math.max(0.01, ...all.map(([, b]) => b))];
  return [linear(0, mostX, ...across), linear(0, mostY, ...up), [mostX, mostY]];
}

/** Curves that have colours of their own. */
export const MAX_CURVES = 6;

/** A curve under the name of its crawl: accepted pages over requests. */
export interface NamedCurve {
  readonly name: string;
  readonly points: Points;
}

/** Curves of crawls in one picture, with axes and the names below. @param level a value that is marked by a dashed line */
export function curvesChart(curves: readonly NamedCurve[], narrow: boolean, level?: number): HTMLElement {
  const [width, height] = narrow ? [380, 260] : [1120, 340];
  const [x, y, most] = scalesOf(
    [...curves.map(({ points }) => points), [[0, level ?? 0]]],
    [PAD.left, width - PAD.right],
    [height - PAD.bottom, PAD.top],
  );
  const said = curves.map(({ name, points }) => `${name} ${endText(points)}`).join('; ');
  const keys = curves.map(({ name, points }, place) => {
    const line = s('line', { class: `curve c${place % MAX_CURVES}`, x1: 0, x2: 32, y1: 5, y2: 5 });
    const key = s('svg', { viewBox: '0 0 32 10', 'aria-hidden': 'true' }, line);
    return h('li', {}, key, h('strong', {}, name), ` ${endText(points)}`);
  });
  return h(
    'div',
    {},
    s(
      'svg',
      {
        ...{ viewBox: `0 0 ${width} ${height}`, class: 'curves', role: 'img' },
        'aria-label': `accepted pages over requests: ${said}`,
      },
      axes(x, y, most, [width, height]),
      curves.map(({ points }, place) =>
        s('path', {
          class: `curve c${place % MAX_CURVES}`,
          d: linePath(points.map(([a, b]) => [x(a), y(b)])),
        }),
      ),
      level === undefined
        ? undefined
        : s('line', { class: 'estimate', x1: x(0), x2: width - PAD.right, y1: y(level), y2: y(level) }),
    ),
    h('ul', { class: 'legend' }, keys),
  );
}

/** Accepted pages of requests at the end of a curve. */
export function endText(points: Points): string {
  const [requests = 0, accepted = 0] = points.at(-1) ?? [];
  return `${shown(accepted)} of ${shown(requests)}`;
}

/** Scores of judged pages; heights are on a square-root scale, so that few pages are seen next to many. */
export function scoreChart({ bins, to, threshold }: State['histogram'], tried?: number): SVGElement {
  const [width, height, ground] = [480, 220, 196];
  const from = bins[0]?.from ?? 0;
  const x = linear(from, to, 10, width - 10);
  const top = Math.max(1, ...bins.map(({ accepted, rejected }) => Math.sqrt(accepted + rejected)));
  const tall = linear(0, top, 0, ground - 10);
  const bars = bins.flatMap(({ from: begin, accepted, rejected }, place) => {
    const across = { x: x(begin), width: Math.max(1, x(bins[place + 1]?.from ?? to) - x(begin) - 1) };
    const all = tall(Math.sqrt(accepted + rejected));
    const part = (all * accepted) / (accepted + rejected || 1);
    return [
      s('rect', { class: 'bar-accepted', y: ground - part, height: part, ...across }),
      s('rect', { class: 'bar-rejected', y: ground - all, height: Math.max(0, all - part), ...across }),
    ];
  });
  const line = (score: number | null | undefined, dashes?: string): SVGElement | undefined =>
    score === null || score === undefined || score < from || score > to
      ? undefined
      : s('line', {
          ...{ class: 'threshold', 'stroke-dasharray': dashes },
          ...{ x1: x(score), x2: x(score), y1: 10, y2: ground },
        });
  const text = threshold === null ? '' : `; accepted from ${shown(threshold, 3)}`;
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `scores of judged pages${text}` },
    s('line', { class: 'axis', x1: 10, y1: ground, x2: width - 10, y2: ground }),
    bars,
    line(threshold),
    line(tried, '4 3'),
    s('text', { x: 10, y: height - 6 }, shown(from, 2)),
    s('text', { x: width - 10, y: height - 6, 'text-anchor': 'end' }, shown(to, 2)),
  );
}
