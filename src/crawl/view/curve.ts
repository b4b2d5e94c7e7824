/** A curve through points that come one after the other, of bounded size. */
export interface Curve {
  add(x: number, y: number): void;
  points(): readonly (readonly [x: number, y: number])[];
}

/** Keeps at most `most` points, evenly spread: where there are more, every second one is dropped from then on. */
export function createCurve(most = 400): Curve {
  let points: (readonly [number, number])[] = [];
  let step = 1;
  let seen = 0;
  let last: readonly [number, number] | undefined;
  return {
    add(x, y) {
      last = [x, y];
      if (seen % step === 0) points.push(last);
      seen += 1;
      if (points.length <= most) return;
      points = points.filter((_, place) => place % 2 === 0);
      step *= 2;
    },
    points: () => (last === undefined || points.at(-1) === last ? points : [...points, last]),
  };
}
