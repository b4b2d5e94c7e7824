import { s, shown } from '../../control-room/page/dom-elements.js';

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
      role: 'img',
      'aria-label': `${shown(accepted)} pages accepted after ${shown(requests)} requests`,
    },
    points.length === 0
      ? undefined
      : s('path', { class: 'area', d: `${path}L${width - 2} ${height - 2}L2 ${height - 2}Z` }),
    s('path', { class: 'line', d: path }),
  );
}

const CHART = { width: 760, height: 320, left: 52, right: 130, top: 16, bottom: 44 };
/** Curves that have colours of their own. */
export const MOST_CURVES = 6;

/** Curves of crawls in one picture, with axes, each under its name. */
export function curvesChart(
  curves: readonly { readonly name: string; readonly points: Points }[],
): SVGElement {
  const { width, height, left, right, top, bottom } = CHART;
  const [mostX, mostY] = mostOf(curves.map(({ points }) => points));
  const [ticksX, ticksY] = [ticksTo(mostX), ticksTo(mostY)];
  const [endX, endY] = [Math.max(mostX, ticksX.at(-1) ?? 0), Math.max(mostY, ticksY.at(-1) ?? 0)];
  const x = (value: number): number => left + (value / endX) * (width - left - right);
  const y = (value: number): number => height - bottom - (value / endY) * (height - top - bottom);
  const names = apart(curves.map(({ points }) => y(points.at(-1)?.[1] ?? 0)));
  return s(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      class: 'curves',
      role: 'img',
      'aria-label': `accepted pages over requests: ${curves.map(({ name, points }) => `${name} ${shown(points.at(-1)?.[1] ?? 0)} of ${shown(points.at(-1)?.[0] ?? 0)}`).join('; ')}`,
    },
    ...ticksY.flatMap((tick) => [
      s('line', { class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
      s('text', { x: left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, shown(tick)),
    ]),
    ...ticksX.map((tick) =>
      s('text', { x: x(tick), y: height - bottom + 18, 'text-anchor': 'middle' }, shown(tick)),
    ),
    s('line', { class: 'axis', x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
    s('text', { x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle' }, 'requests'),
    s(
      'text',
      {
        x: 12,
        y: (top + height - bottom) / 2,
        'text-anchor': 'middle',
        transform: `rotate(-90 12 ${(top + height - bottom) / 2})`,
      },
      'accepted pages',
    ),
    ...curves.flatMap(({ name, points }, place) => {
      const [lastX = 0] = points.at(-1) ?? [];
      return [
        s('path', { class: `curve c${place % MOST_CURVES}`, d: lineOf(points, x, y) }),
        s(
          'text',
          { class: `c${place % MOST_CURVES}`, x: x(lastX) + 6, y: (names[place] ?? 0) + 4 },
          name.slice(0, 18),
        ),
      ];
    }),
  );
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

/** Places of labels that do not cover each other. */
function apart(wanted: readonly number[]): readonly number[] {
  const order = wanted.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  const result = [...wanted];
  let last = Number.NEGATIVE_INFINITY;
  for (const { place, index } of order) {
    last = Math.max(place, last + 14);
    result[index] = last;
  }
  return result;
}
