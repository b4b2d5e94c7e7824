import { h, s, shown } from '../../control-room/page/dom-elements.js';

/** Points of a curve: requests, and accepted pages. */
export type Points = readonly (readonly [number, number])[];

const SPARK = { width: 120, height: 28 };

/** A small curve without axes. */
export function sparkline(points: Points): SVGElement {
  const { width, height } = SPARK;
  const [mostX, mostY] = mostOf([points]);
  const path = lineOf(
    points,
    (value) => (value / mostX) * (width - 4) + 2,
    (value) => height - 2 - (value / mostY) * (height - 4),
  );
  const [requests = 0, accepted = 0] = points.at(-1) ?? [];
  return s(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'spark',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `${shown(accepted)} pages accepted after ${shown(requests)} requests`,
    },
    points.length === 0
      ? undefined
      : s('path', { class: 'area', d: `${path}L${width - 2} ${height - 2}L2 ${height - 2}Z` }),
    s('path', { class: 'line', d: path }),
  );
}

/** Curves that have colours of their own. */
export const MAX_CURVES = 6;
const PAD = { left: 56, right: 16, top: 12, bottom: 44 };
/** Pixels of a page below which charts are drawn for a small screen. */
const NARROW = 700;

/** A curve under the name of its crawl. */
export interface NamedCurve {
  readonly name: string;
  readonly points: Points;
}

/** Curves of crawls in one picture, with axes and the names below. */
export function curvesChart(curves: readonly NamedCurve[]): HTMLElement {
  const size = window.innerWidth < NARROW ? { width: 380, height: 260 } : { width: 1120, height: 340 };
  const [mostX, mostY] = mostOf(curves.map(({ points }) => points));
  const [ticksX, ticksY] = [ticksTo(mostX), ticksTo(mostY)];
  const [right, bottom] = [size.width - PAD.right, size.height - PAD.bottom];
  const x = (value: number): number => PAD.left + (value / (ticksX.at(-1) ?? 1)) * (right - PAD.left);
  const y = (value: number): number => bottom - (value / (ticksY.at(-1) ?? 1)) * (bottom - PAD.top);
  const said = curves.map(({ name, points }) => `${name} ${endText(points)}`).join('; ');
  const picture = s(
    'svg',
    {
      viewBox: `0 0 ${size.width} ${size.height}`,
      class: 'curves',
      role: 'img',
      'aria-label': `accepted pages over requests: ${said}`,
    },
    ...axes(
      ticksX.map((tick) => [tick, x(tick)]),
      ticksY.map((tick) => [tick, y(tick)]),
      { right, bottom },
    ),
    ...curves.map(({ points }, place) =>
      s('path', { class: `curve c${place % MAX_CURVES}`, d: lineOf(points, x, y) }),
    ),
  );
  return h('div', {}, picture, legend(curves));
}

type Tick = readonly [value: number, place: number];

function axes(
  ticksX: readonly Tick[],
  ticksY: readonly Tick[],
  { right, bottom }: { readonly right: number; readonly bottom: number },
): readonly SVGElement[] {
  const [middleX, middleY] = [(PAD.left + right) / 2, (PAD.top + bottom) / 2];
  const turned = { transform: `rotate(-90 12 ${middleY})`, 'text-anchor': 'middle' };
  return [
    ...ticksY.flatMap(([value, y]) => [
      s('line', { class: 'grid', x1: PAD.left, x2: right, y1: y, y2: y }),
      s('text', { x: PAD.left - 8, y: y + 4, 'text-anchor': 'end' }, shown(value)),
    ]),
    ...ticksX.map(([value, x]) => s('text', { x, y: bottom + 18, 'text-anchor': 'middle' }, shown(value))),
    s('line', { class: 'axis', x1: PAD.left, x2: right, y1: bottom, y2: bottom }),
    s('text', { x: middleX, y: bottom + 38, 'text-anchor': 'middle' }, 'requests'),
    s('text', { x: 12, y: middleY, ...turned }, 'accepted pages'),
  ];
}

function legend(curves: readonly NamedCurve[]): HTMLElement {
  return h(
    'ul',
    { class: 'legend' },
    ...curves.map(({ name, points }, place) =>
      h(
        'li',
        {},
        s(
          'svg',
          { viewBox: '0 0 32 10', 'aria-hidden': 'true' },
          s('line', { class: `curve c${place % MAX_CURVES}`, x1: 0, x2: 32, y1: 5, y2: 5 }),
        ),
        h('strong', {}, name),
        ` ${endText(points)}`,
      ),
    ),
  );
}

function endText(points: Points): string {
  const [requests = 0, accepted = 0] = points.at(-1) ?? [];
  return `${shown(accepted)} of ${shown(requests)}`;
}

function mostOf(curves: readonly Points[]): readonly [number, number] {
  const all = curves.flat();
  return [Math.max(1, ...all.map(([a]) => a)), Math.max(1, ...all.map(([, b]) => b))];
}

function lineOf(points: Points, x: (value: number) => number, y: (value: number) => number): string {
  return points
    .map(([a, b], place) => `${place === 0 ? 'M' : 'L'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`)
    .join('');
}

/** Round numbers from 0 to at least `most`, about five. */
export function ticksTo(most: number): readonly number[] {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough,
  );
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step);
}
