/** Bins at most: when there are more, each two become one. */
const MAX_BINS = 128;
const FIRST_WIDTH = 10;

/** Number of accepted pages in each of the consecutive stretches of a crawl. */
export interface AcceptanceCurve {
  /** Requests of a stretch. */
  readonly width: number;
  /** Accepted pages per stretch, the oldest first; the last one may be incomplete. */
  readonly accepted: readonly number[];
  /** Requests in all. */
  readonly requests: number;
}

/** Counts what requests bring, such as acceptances, in bounded memory. */
export interface CurveCounter {
  request(brought: number): void;
  curve(): AcceptanceCurve;
}

/** @param first requests of a stretch at first; it is doubled as often as necessary */
export function createCurveCounter(first = FIRST_WIDTH): CurveCounter {
  let width = first;
  let bins: number[] = [];
  let requests = 0;
  return {
    request(brought) {
      const place = Math.floor(requests / width);
      bins[place] = (bins[place] ?? 0) + brought;
      requests += 1;
      if (requests < width * MAX_BINS) return;
      bins = Array.from(
        { length: MAX_BINS / 2 },
        (_, pair) => (bins[2 * pair] ?? 0) + (bins[2 * pair + 1] ?? 0),
      );
      width *= 2;
    },
    curve: () => ({ width, accepted: [...bins], requests }),
  };
}
