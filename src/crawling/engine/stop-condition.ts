import { UsageError } from '../../model/errors.js';

/** Condition that ends a crawl. */
export type StopCondition = {
  /** As the user wrote it. */
  readonly text: string;
} & (
  | {
      /** The estimated share of relevant pages that were found has reached the value. */
      readonly kind: 'recall';
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
  | { readonly kind: 'pages' | 'bytes' | 'seconds'; readonly value: number }
);

const FORMS = [
  'recall=0.9',
  'harvest<0.02 over 500',
  'new-nouns<1% over 50',
  'pages=5000',
  'bytes=2GB',
  'seconds=3600',
  'time=2h',
] as const;

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
 * @throws UsageError that says what is wrong with it
 */
export function readStopCondition(text: string): StopCondition {
  const parts = /^([a-z-]+)\s*(>=|=|<)\s*(\S.*)$/i.exec(text.trim());
  if (parts === null) throw unreadable('it is not a name, = or <, and a value');
  const [, name = '', operator = '', value = ''] = parts;
  const read = Object.hasOwn(READERS, name.toLowerCase()) ? READERS[name.toLowerCase()] : undefined;
  if (read === undefined) throw unreadable(`'${name}' is not known`);
  const isBelow = name.toLowerCase() in USUAL_OVER;
  if (isBelow !== (operator === '<')) throw unreadable(`${name} needs ${isBelow ? '<' : '='}`);
  return { text, ...read(value) };
}

type Read = (value: string) => DistributedOmit<StopCondition, 'text'>;
type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const READERS: Readonly<Record<string, Read>> = {
  recall: (value) => ({ kind: 'recall', value: shareOf(value) }),
  harvest: (value) => ({ kind: 'harvest', ...shareOver(value, 'harvest') }),
  'new-nouns': (value) => ({ kind: 'new-nouns', ...shareOver(value, 'new-nouns') }),
  pages: (value) => ({ kind: 'pages', value: countOf(value) }),
  bytes: (value) => ({ kind: 'bytes', value: amountOf(value, UNITS.bytes) }),
  seconds: (value) => ({ kind: 'seconds', value: amountOf(value, UNITS.seconds) }),
  time: (value) => ({ kind: 'seconds', value: amountOf(value, UNITS.time) }),
};

/** `0.02 over 500`. */
function shareOver(
  written: string,
  kind: keyof typeof USUAL_OVER,
): { readonly value: number; readonly over: number } {
  const [share = '', ...overs] = written.replace(/\s+/g, ' ').split(/(?: |^)over(?: |$)/i);
  const over = overs.length === 0 ? undefined : overs.join(' over ');
  return { value: shareOf(share), over: windowOf(over) ?? USUAL_OVER[kind] };
}

/** Settings name the value themselves. */
function unreadable(why: string): UsageError {
  return new UsageError(`is not a condition: ${why}`, {
    hint: `write it like one of these: ${FORMS.join(', ')}`,
  });
}

/** 0.02, 2% or 2 %. */
function shareOf(written: string): number {
  const [, digits, percent] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(written) ?? [];
  const share = Number(digits) / (percent === '%' ? 100 : 1);
  if (share > 0 && share <= 1) return share;
  if (written === '') throw unreadable('the share is missing');
  throw unreadable(`'${written}' is not a share between 0 and 1 or a percentage`);
}

function windowOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (written === '') throw unreadable("the number after 'over' is missing");
  const over = countOf(written);
  if (over > MAX_OVER) throw unreadable(`at most the last ${MAX_OVER} count`);
  return over;
}

function countOf(written: string): number {
  const count = Number(written);
  if (Number.isInteger(count) && count > 0) return count;
  throw unreadable(`'${written}' is not a whole number above 0`);
}

function amountOf(written: string, units: Readonly<Record<string, number>>): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)$/i.exec(written) ?? [];
  const factor = units[unit.toLowerCase()];
  if (digits !== undefined && factor !== undefined && Number(digits) > 0) return Number(digits) * factor;
  const named = Object.keys(units).filter((one) => one !== '');
  throw unreadable(`'${written}' is not a number with a unit (${named.join(', ')})`);
}
