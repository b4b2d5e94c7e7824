import type { CrawlEvent } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { RemainingPages } from '../../model/remaining-pages.js';
import { collapseWhitespace } from '../../web/page/whitespace.js';

/** Condition that ends a crawl. */
export interface StopCondition {
  /** As the user wrote it. */
  readonly text: string;
  /** recall: the share of relevant pages that were found. harvest: of accepted pages among the last `over` requests. */
  readonly kind: 'recall' | 'harvest';
  readonly value: number;
  readonly over: number;
}

/** Requests over which a harvest is taken unless the condition says otherwise, and at most. */
const [USUAL_OVER, MAX_OVER] = [500, 100_000];

/** Reads a condition: `recall=0.9`, `harvest<2% over 500`. @throws UsageError; settings name the value */
export function readStopCondition(text: string): StopCondition {
  const form = /^(?:(recall) ?>?=|(harvest) ?<) ?(\d+(?:\.\d+)?|\.\d+) ?(%?)(?: over (\d+))?$/i;
  const [, recall, harvest, digits, percent, window] = form.exec(collapseWhitespace(text)) ?? [];
  const kind = (recall ?? harvest)?.toLowerCase() as StopCondition['kind'] | undefined;
  const value = Number(digits) / (percent === '%' ? 100 : 1);
  const over = Number(window ?? USUAL_OVER);
  const isFit = kind !== undefined && (kind !== 'recall' || window === undefined);
  if (isFit && value > 0 && value <= 1 && over > 0 && over <= MAX_OVER) return { text, kind, value, over };
  throw new UsageError('is not a condition', {
    hint: 'write it like one of these: recall=0.9 or harvest<0.02 over 500',
  });
}

/** Watches whether a crawl has done enough. */
export type StopWatch = ReturnType<typeof createStopWatch>;

/** A watch over these conditions; any of them is enough. */
export function createStopWatch(conditions: readonly StopCondition[] = []) {
  /** Accepted pages after each of the last requests, so that each sum takes one step. */
  let totals = [0];
  const longest = Math.max(0, ...conditions.map(({ over }) => over));
  const isMet = ({ kind, over, value }: StopCondition, estimate: RemainingPages | undefined): boolean => {
    if (kind === 'recall') return estimate?.notKnown === undefined && (estimate?.recall ?? 0) >= value;
    return totals.length > over && ((totals.at(-1) ?? 0) - (totals.at(-1 - over) ?? 0)) / over < value;
  };
  return {
    /** Takes in an event, in the order of the events. */
    note: ({ judgement, fetched, sample, rejudged }: CrawlEvent): void => {
      if (!fetched || sample === true || conditions.length === 0) return;
      totals.push((totals.at(-1) ?? 0) + Number(rejudged?.accepted ?? judgement?.accepted ?? false));
      if (totals.length > 2 * longest + 2) totals = totals.slice(-longest - 1);
    },
    /** The first condition that is met. @param remaining the last estimate of how many relevant pages are left */
    met: (remaining?: RemainingPages) => conditions.find((condition) => isMet(condition, remaining)),
  };
}
