import type { AcceptedCurve, Curve } from '../../../model/crawl-tables.js';

export type { AcceptedCurve };

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

/** A curve of a crawl without URLs. */
export function createAcceptedCurve(): AcceptedCurve {
  const curve = createCurve();
  let [requests, accepted] = [0, 0];
  return {
    add({ fetched, verdict }) {
      requests += Number(fetched);
      accepted += Number(verdict === 'accepted');
      curve.add(requests, accepted);
    },
    points: () => curve.points(),
  };
}
