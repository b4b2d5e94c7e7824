import type { CrawlEvent } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';

/** Condition that ends a crawl. */
export interface StopCondition {
  /** As the user wrote it. */
  readonly text: string;
  /**
   * recall: the share of relevant pages that were found. harvest: of accepted pages among the last `over` requests. new-nouns: of
   * those that only the last `over` accepted pages brought among the nouns of accepted pages.
   */
  readonly kind: 'recall' | 'harvest' | 'new-nouns';
  readonly value: number;
  readonly over: number;
}

/** Requests or accepted pages over which a share is taken unless the condition says otherwise, and at most. */
const [USUAL_OVER, MAX_OVER] = [{ recall: 1, harvest: 500, 'new-nouns': 50 }, 100_000];

/** Reads a condition: `recall=0.9`, `harvest<2% over 500`, `new-nouns<1 %`. @throws UsageError; settings name the value */
export function readStopCondition(text: string): StopCondition {
  const form = /^(?:(recall)\s*>?=|(harvest|new-nouns)\s*<)\s*(\d*\.?\d+)\s*(%?)(?:\s+over\s+(\d+))?$/i;
  const [, recall, share, digits, percent, window] = form.exec(text.trim()) ?? [];
  const kind = (recall ?? share)?.toLowerCase() as StopCondition['kind'] | undefined;
  const value = Number(digits) / (percent === '%' ? 100 : 1);
  const over = Number(window ?? (kind && USUAL_OVER[kind]));
  const isFit = kind !== undefined && (kind !== 'recall' || window === undefined);
  if (isFit && value > 0 && value <= 1 && over > 0 && over <= MAX_OVER) return { text, kind, value, over };
  throw new UsageError('is not a condition', {
    hint: 'write it like one of these: recall=0.9, harvest<0.02 over 500, new-nouns<1% over 50',
  });
}

/** Watches whether a crawl has done enough. */
export type StopWatch = ReturnType<typeof createStopWatch>;

/** A watch over these conditions; any of them is enough. */
export function createStopWatch(conditions: readonly StopCondition[] = []) {
  /** Running totals of accepted pages by request, and of nouns by accepted page, so that each sum takes one step. */
  const totals = { harvest: [0], 'new-nouns': [0] };
  const nouns = new Set<string>();
  const longest = Math.max(0, ...conditions.map(({ over }) => over));

  function add(kind: keyof typeof totals, value: number): void {
    const before = totals[kind];
    before.push((before.at(-1) ?? 0) + value);
    if (before.length > 2 * longest + 2) totals[kind] = before.slice(-longest - 1);
  }
  /** True if the last values, where there are as many, are a smaller part of the whole than the condition says. */
  function isBelow({ kind, over, value }: StopCondition): boolean {
    if (kind === 'recall') return false;
    const all = totals[kind];
    const sum = (all.at(-1) ?? 0) - (all.at(-1 - over) ?? 0);
    return all.length > over && sum / (kind === 'harvest' ? over : nouns.size) < value;
  }
  return {
    /** Takes in an event, in the order of the events. */
    note: ({ judgement, fetched, sample, rejudged }: CrawlEvent): void => {
      const accepted = rejudged?.accepted ?? judgement?.accepted ?? false;
      if (!fetched || conditions.length === 0) return;
      if (sample !== true) add('harvest', Number(accepted));
      if (!accepted || judgement === undefined) return;
      const before = nouns.size;
      for (const { lemma, documents } of judgement.reason.evidence) if (documents > 0) nouns.add(lemma);
      add('new-nouns', nouns.size - before);
    },
    /** The first condition that is met. @param isMet true if features say that a condition is: an estimated recall */
    met: (isMet: (condition: StopCondition) => boolean) =>
      conditions.find((condition) => isBelow(condition) || isMet(condition)),
  };
}
