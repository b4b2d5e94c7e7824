import type { CrawlEvent } from '../../model/crawl-event.js';
import type { StopCondition } from './stop-condition.js';

/** Figures of a crawl that conditions ask for. */
export interface Reached {
  readonly fetched: number;
  readonly bytes: number;
  readonly seconds: number;
  /** True if a condition is met that others know of: an estimated recall. */
  readonly isMet: (condition: StopCondition) => boolean;
}

/** Watches whether a crawl has done enough. */
export interface StopWatch {
  /** Takes in an event, in the order of the events. */
  readonly note: (event: CrawlEvent) => void;
  /** The first condition that is met. */
  readonly met: (reached: Reached) => StopCondition | undefined;
}

/** A watch over these conditions; any of them is enough. */
export function createStopWatch(conditions: readonly StopCondition[] = []): StopWatch {
  const harvest = createWindow(longest(conditions, 'harvest'));
  const newNouns = createWindow(longest(conditions, 'new-nouns'));
  const nouns = new Set<string>();

  function isMet(condition: StopCondition, { fetched, bytes, seconds, isMet: others }: Reached): boolean {
    switch (condition.kind) {
      case 'recall':
        return others(condition);
      case 'harvest':
        return isBelow(condition, harvest, condition.over);
      case 'new-nouns':
        return nouns.size > 0 && isBelow(condition, newNouns, nouns.size);
      case 'pages':
        return fetched >= condition.value;
      case 'bytes':
        return bytes >= condition.value;
      case 'seconds':
        return seconds >= condition.value;
    }
  }

  return {
    note({ judgement, fetched, sample, rejudged }) {
      const accepted = rejudged?.accepted ?? judgement?.accepted ?? false;
      if (!fetched) return;
      if (sample !== true) harvest.add(Number(accepted));
      if (!accepted || judgement === undefined) return;
      const before = nouns.size;
      for (const { lemma, documents } of judgement.reason.evidence) if (documents > 0) nouns.add(lemma);
      newNouns.add(nouns.size - before);
    },
    met: (reached) => conditions.find((condition) => isMet(condition, reached)),
  };
}

/** True if the last numbers, where there are as many, are a smaller part of the whole than the condition says. */
function isBelow(
  { over, value }: { readonly over: number; readonly value: number },
  numbers: NumberWindow,
  whole: number,
): boolean {
  return numbers.size >= over && numbers.sum(over) / whole < value;
}

function longest(conditions: readonly StopCondition[], kind: 'harvest' | 'new-nouns'): number {
  return Math.max(0, ...conditions.map((one) => (one.kind === kind && 'over' in one ? one.over : 0)));
}

/** The last numbers of a sequence. */
interface NumberWindow {
  readonly size: number;
  add(value: number): void;
  /** Σ of the last `count`. */
  sum(count: number): number;
}

function createWindow(length: number): NumberWindow {
  // Running totals, so that each sum takes one step; the oldest are dropped now and then.
  let totals = [0];
  return {
    get size() {
      return totals.length - 1;
    },
    add(value) {
      if (length === 0) return;
      totals.push((totals.at(-1) ?? 0) + value);
      if (totals.length > 2 * length + 2) totals = totals.slice(-length - 1);
    },
    sum: (count) => (totals.at(-1) ?? 0) - (totals.at(-1 - count) ?? 0),
  };
}
