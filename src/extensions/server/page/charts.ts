import type { State } from './api.js';
import { s, shown } from './dom-elements.js';

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

/** Points of a curve: accepted pages over requests. */
type Points = readonly (readonly [number, number])[];

/** A line through points of a picture. */
function linePath(points: Points): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

function lineOf(points: Points, x: Scale, y: Scale): SVGElement {
  return s('path', { class: 'line', d: linePath(points.map(([a, b]) => [x(a), y(b)])) });
}

/** A small curve without axes. */
export function sparkline(points: Points, label: string): SVGElement {
  const [requests, accepted] = points.at(-1) ?? [1, 1];
  const [x, y] = [linear(0, requests, 2, 118), linear(0, accepted, 26, 2)];
  const attributes = { class: 'spark', preserveAspectRatio: 'none', role: 'img', 'aria-label': label };
  return s('svg', { viewBox: '0 0 120 28', ...attributes }, lineOf(points, x, y));
}

/** Accepted pages of requests at the end of a curve. */
export function endText(points: Points): string {
  const [requests = 0, accepted = 0] = points.at(-1) ?? [];
  return `${shown(accepted)} of ${shown(requests)}`;
}

/** A curve with axes. @param level a number of accepted pages that is marked */
export function courseChart(points: Points, narrow: boolean, level = 0): SVGElement {
  const [width, height] = narrow ? [380, 260] : [1120, 340];
  const [left, right, top, ground] = [52, width - 16, 22, height - 40];
  const [requests, accepted] = points.at(-1) ?? [1, 1];
  const [x, y] = [linear(0, requests, left, right), linear(0, Math.max(accepted, level), ground, top)];
  const label = `accepted pages over requests: ${endText(points)}`;
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'curves', role: 'img', 'aria-label': label },
    ticks(Math.max(accepted, level)).flatMap((value) => [
      s('line', { class: 'grid', x1: left, x2: right, y1: y(value), y2: y(value) }),
      s('text', { x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, shown(value)),
    ]),
    ticks(requests, Math.max(2, Math.round(width / 130))).map((value) =>
      s('text', { x: x(value), y: ground + 18, 'text-anchor': 'middle' }, shown(value)),
    ),
    s('text', { class: 'name', x: right, y: height - 4, 'text-anchor': 'end' }, 'requests'),
    s('text', { class: 'name', x: 4, y: 12 }, 'accepted pages'),
    level === 0
      ? undefined
      : s('line', { class: 'estimate', x1: left, x2: right, y1: y(level), y2: y(level) }),
    lineOf(points, x, y),
  );
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
  const line = (score: number | null | undefined, dashes?: string): SVGElement | undefined => {
    if (score === null || score === undefined || score < from || score > to) return undefined;
    const across = { x1: x(score), x2: x(score), y1: 10, y2: ground };
    return s('line', { class: 'threshold', 'stroke-dasharray': dashes, ...across });
  };
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
