import type { AcceptedCurve, Curve } from '../../../model/crawl-tables.js';

export type { AcceptedCurve };

/** Items of which at most so many are kept, evenly spread, and the last one. */
export interface Sampled<Item> {
  add(item: Item): void;
  all(): readonly Item[];
}

/** Keeps at most `most` items, evenly spread: where there are more, every second one is dropped from then on. */
export function createSampled<Item>(most = 400): Sampled<Item> {
  let items: Item[] = [];
  let step = 1;
  let seen = 0;
  let last: readonly [Item] | undefined;
  return {
    add(item) {
      last = [item];
      if (seen % step === 0) items.push(item);
      seen += 1;
      if (items.length <= most) return;
      items = items.filter((_, place) => place % 2 === 0);
      step *= 2;
    },
    all: () => (last === undefined || items.at(-1) === last[0] ? items : [...items, ...last]),
  };
}

/** A curve without points, of at most `most` points. */
export function createCurve(most = 400): Curve {
  const points = createSampled<readonly [number, number]>(most);
  return { add: (x, y) => points.add([x, y]), points: () => points.all() };
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
