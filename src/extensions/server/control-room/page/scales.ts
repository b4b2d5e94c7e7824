/** From a value to a place in a picture. */
export type Scale = (value: number) => number;

/** A linear scale. */
export function linear(from: number, to: number, begin: number, end: number): Scale {
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

/** A line through points. */
export function linePath(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
