import type { CrawlEvent } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';

/** Condition that ends a crawl. */
export type StopCondition = {
  /** As the user wrote it. */
  readonly text: string;
} & (
  | {
      /** recall: the estimated share of relevant pages that were found has reached the value. */
      readonly kind: 'recall' | 'pages' | 'bytes' | 'seconds';
      readonly value: number;
    }
  | {
      /**
       * harvest: the share of accepted pages among the last `over` requests is below the value. new-nouns: among the
       * topic's nouns met in accepted pages, the share of those that only the last `over` accepted pages brought is.
       */
      readonly kind: 'harvest' | 'new-nouns';
      readonly value: number;
      readonly over: number;
    }
);

const FORMS =
  'recall=0.9, harvest<0.02 over 500, new-nouns<1% over 50, pages=5000, bytes=2GB, seconds=3600, time=2h';
/** Requests or accepted pages over which a share is taken unless the condition says otherwise. */
const USUAL_OVER = { harvest: 500, 'new-nouns': 50 } as const;
/** The longest window. */
const MAX_OVER = 100_000;
const UNITS: Readonly<Record<'bytes' | 'seconds' | 'time', Readonly<Record<string, number>>>> = {
  bytes: { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
  seconds: { '': 1, s: 1 },
  time: { s: 1, m: 60, min: 60, h: 3600, d: 86_400 },
};

/**
 * Reads a condition: `recall=0.9`, `harvest<2% over 500`, `new-nouns<1 %`, `pages=5000`, `bytes=2GB`, `time=2h`.
 * @throws UsageError
 */
export function readStopCondition(text: string): StopCondition {
  const [, named = '', operator = '', value = ''] =
    /^([a-z-]+)\s*(>=|=|<)\s*(\S.*)$/i.exec(text.trim()) ?? [];
  const name = named.toLowerCase();
  const isShare = name === 'harvest' || name === 'new-nouns';
  if (isShare && operator === '<') return { text, kind: name, ...shareOver(value, name) };
  if (isShare || operator === '<') throw unreadable();
  switch (name) {
    case 'recall':
      return { text, kind: name, value: shareOf(value) };
    case 'pages':
      return { text, kind: name, value: countOf(value) };
    case 'bytes':
      return { text, kind: name, value: amountOf(value, UNITS.bytes) };
    case 'seconds':
    case 'time':
      return { text, kind: 'seconds', value: amountOf(value, UNITS[name]) };
    default:
      throw unreadable();
  }
}

/** Settings name the value themselves. */
function unreadable(): UsageError {
  return new UsageError('is not a condition', { hint: `write it like one of these: ${FORMS}` });
}

/** `0.02 over 500`. */
function shareOver(
  written: string,
  kind: keyof typeof USUAL_OVER,
): { readonly value: number; readonly over: number } {
  const [share = '', over, ...more] = written.split(/\sover\s/i).map((part) => part.trim());
  const window = over === undefined ? USUAL_OVER[kind] : countOf(over);
  if (more.length > 0 || window > MAX_OVER) throw unreadable();
  return { value: shareOf(share), over: window };
}

/** 0.02, 2% or 2 %. */
function shareOf(written: string): number {
  const [, digits, percent] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(written) ?? [];
  const share = Number(digits) / (percent === '%' ? 100 : 1);
  if (share > 0 && share <= 1) return share;
  throw unreadable();
}

function countOf(written: string): number {
  const count = Number(written);
  if (Number.isInteger(count) && count > 0) return count;
  throw unreadable();
}

function amountOf(written: string, units: Readonly<Record<string, number>>): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)$/i.exec(written) ?? [];
  const factor = units[unit.toLowerCase()];
  if (digits !== undefined && factor !== undefined && Number(digits) > 0) return Number(digits) * factor;
  throw unreadable();
}

/** Figures of a crawl that conditions ask for. */
export interface Reached {
  readonly fetched: number;
  readonly bytes: number;
  readonly seconds: number;
  /** True if a condition is met that others know of: an estimated recall. */
  readonly isMet: (condition: StopCondition) => boolean;
}

/** Watches whether a crawl has done enough. */
export type StopWatch = ReturnType<typeof createStopWatch>;

/** A watch over these conditions; any of them is enough. */
export function createStopWatch(conditions: readonly StopCondition[] = []) {
  const harvest = createWindow(longest(conditions, 'harvest'));
  const newNouns = createWindow(longest(conditions, 'new-nouns'));
  const nouns = new Set<string>();
  const isMet = (condition: StopCondition, reached: Reached): boolean => {
    switch (condition.kind) {
      case 'recall':
        return reached.isMet(condition);
      case 'harvest':
        return harvest.isBelow(condition, condition.over);
      case 'new-nouns':
        return nouns.size > 0 && newNouns.isBelow(condition, nouns.size);
      case 'pages':
        return reached.fetched >= condition.value;
      default:
        return reached[condition.kind] >= condition.value;
    }
  };
  return {
    /** Takes in an event, in the order of the events. */
    note: ({ judgement, fetched, sample, rejudged }: CrawlEvent): void => {
      const accepted = rejudged?.accepted ?? judgement?.accepted ?? false;
      if (!fetched) return;
      if (sample !== true) harvest.add(Number(accepted));
      if (!accepted || judgement === undefined) return;
      const before = nouns.size;
      for (const { lemma, documents } of judgement.reason.evidence) if (documents > 0) nouns.add(lemma);
      newNouns.add(nouns.size - before);
    },
    /** The first condition that is met. */
    met: (reached: Reached) => conditions.find((condition) => isMet(condition, reached)),
  };
}

function longest(conditions: readonly StopCondition[], kind: 'harvest' | 'new-nouns'): number {
  return Math.max(0, ...conditions.map((one) => (one.kind === kind && 'over' in one ? one.over : 0)));
}

/** The last numbers of a sequence. */
function createWindow(length: number) {
  // Running totals, so that each sum takes one step; the oldest are dropped now and then.
  let totals = [0];
  return {
    add(value: number): void {
      if (length === 0) return;
      totals.push((totals.at(-1) ?? 0) + value);
      if (totals.length > 2 * length + 2) totals = totals.slice(-length - 1);
    },
    /** True if the last numbers, where there are as many, are a smaller part of the whole than the condition says. */
    isBelow({ over, value }: { readonly over: number; readonly value: number }, whole: number): boolean {
      const sum = (totals.at(-1) ?? 0) - (totals.at(-1 - over) ?? 0);
      return totals.length - 1 >= over && sum / whole < value;
    },
  };
}
