import { lookInto, type CrawlDatabase } from '../../../crawling/store/crawl-database.js';
import { isElsewhere } from '../../../crawling/store/frontier-view.js';
import { createSampled } from './accepted-curve.js';

/** Number of URLs that waited at a time, by their expected value. */
export interface QueueSample {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** One count for each band of values, the lowest first. */
  readonly counts: readonly number[];
}

/** The queue since somebody looked at it first. JSON. */
export interface QueueHistory {
  /** The values at which the bands begin, but for the lowest band. */
  readonly bounds: readonly number[];
  readonly samples: readonly QueueSample[];
}

/** Bands of values, milliseconds between two looks, and looks that are kept. */
const [BANDS, LOOK_EVERY, MAX] = [4, 3000, 200];
/** Larger values are those of seeds and of what people put first: no strategy gives them. */
const MAX_VALUE = 1e6;

/** Looks at the queue of a crawl from time to time. */
export interface QueueWatch {
  /** Looks again, unless that was done a moment ago. */
  look(now: number): QueueHistory;
}

/** Watches the queue of the crawl in a folder; that of a shared crawl is elsewhere, and has no samples. */
export function watchQueue(out: string): QueueWatch {
  const samples = createSampled<QueueSample>(MAX);
  let bounds: readonly number[] | undefined;
  let lookedAt = -Infinity;
  return {
    look(now) {
      if (now - lookedAt >= LOOK_EVERY && !isElsewhere(out)) {
        lookedAt = now;
        const { counts, bounds: found } = countQueue(out, bounds);
        if (counts.some((count) => count > 0)) bounds ??= found;
        samples.add({ time: now, counts });
      }
      return { bounds: bounds ?? [], samples: samples.all() };
    },
  };
}

/** @param known the bounds of an earlier look; undefined: quarters of the range of values */
function countQueue(
  out: string,
  known: readonly number[] | undefined,
): { readonly bounds: readonly number[]; readonly counts: readonly number[] } {
  const look = (database: CrawlDatabase): ReturnType<typeof countQueue> => {
    const range = database
      .prepare("SELECT min(value), max(value) FROM urls WHERE state = 'queued' AND abs(value) < ?")
      .first(MAX_VALUE);
    const bounds = known ?? boundsOf(Number(range?.[0] ?? 0), Number(range?.[1] ?? 0));
    const above = bounds.map((bound) => `sum(value >= ${bound})`).join(', ');
    const row = database.prepare(`SELECT count(*), ${above} FROM urls WHERE state = 'queued'`).first() ?? [];
    const atLeast = Array.from({ length: BANDS }, (_, band) => Number(row[band] ?? 0));
    return { bounds, counts: atLeast.map((count, band) => count - (atLeast[band + 1] ?? 0)) };
  };
  return lookInto(out, look, 4_000_000);
}

/** Expected relevance is from 0 to 1, and has the same bounds in each crawl. */
function boundsOf(least: number, most: number): readonly number[] {
  if (least >= 0 && most <= 1) return [0.1, 0.3, 0.6];
  const width = (most - least) / BANDS || 1;
  return Array.from({ length: BANDS - 1 }, (_, band) => least + (band + 1) * width);
}
