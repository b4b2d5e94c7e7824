import { terminalText } from '../support/text/terminal-text.js';

/** A part of some work, in any unit. */
export interface Work {
  readonly done: number;
  readonly total: number;
}

/** The progress of some work. */
export interface Standing {
  readonly done: number;
  /** The total; absent if unknown. */
  readonly total?: number;
  /** The unit of the counts, in the plural: 'documents'; empty where nothing is counted. */
  readonly unit: string;
  /** True if the total will certainly be reached; if not, the time remaining is an upper bound. Default: true. */
  readonly endKnown?: boolean;
  /** Share of the work that is done, if it says more of the time remaining than the counts do: characters of texts. */
  readonly work?: Work;
  /** Present occupation instead of the work, if nothing of it is done: comes before the counts; no time remaining is shown. */
  readonly occupation?: string;
  /** A remark that comes before all others and before the time remaining, however narrow the terminal. */
  readonly foremost?: string;
  /** Further remarks, the most important first. */
  readonly notes?: readonly string[];
}

/** Seconds over which a rate is measured. */
const RATE_SECONDS = 30;
/** Seconds before the time remaining is shown: earlier estimates are useless. */
const MIN_SECONDS = 3;
/** Width of a bar, in columns. */
const BAR = 20;
/** A shorter bar shows nothing. */
const MIN_BAR = 5;
/** The widest that the time remaining can be, in columns. */
const LEFT = ', at most 47 h 59 min left'.length;

/** Work whose counts have one unit. */
interface Stage {
  readonly unit: string;
  readonly begun: number;
  readonly rateOf: (count: number) => number;
}

/** Writes lines, each with the rate so far. @param now seconds */
export function createLineWriter(
  label: string,
  now: () => number,
): (standing: Standing, width: number, bar: boolean) => string {
  let stage: Stage | undefined;
  return (standing, width, bar) => {
    const { unit } = standing;
    // Another unit is another kind of work, at a rate of its own.
    if (stage?.unit !== unit) stage = { unit, begun: now(), rateOf: createRate(now) };
    const { done, total } = standing.work ?? standing;
    const rate = stage.rateOf(done);
    const known =
      standing.occupation === undefined &&
      total !== undefined &&
      rate > 0 &&
      now() - stage.begun >= MIN_SECONDS;
    return progressLine(label, standing, {
      width,
      bar,
      ...(known ? { secondsLeft: Math.max(0, total - done) / rate } : {}),
    });
  };
}

/**
 * One line: label, bar, count and total, the foremost remark, the time remaining, and as many notes as fit.
 * @param width maximum number of columns
 */
export function progressLine(
  label: string,
  { done, total, unit, endKnown = true, foremost, occupation, notes = [] }: Standing,
  {
    width,
    bar,
    secondsLeft,
  }: { readonly width: number; readonly bar: boolean; readonly secondsLeft?: number },
): string {
  // The bar's control sequences bypass `io`, which would escape them.
  const shown = notes.map(terminalText);
  const numbers = total === undefined ? `${done} ${unit}` : `${done}/${total} ${unit}`;
  if (occupation !== undefined) {
    const first = [foremost, occupation].filter((part) => part !== undefined).map(terminalText);
    const counts = unit === '' ? [] : [numbers];
    return joined(`${terminalText(label)} ${first.join(', ')}`, [...counts, ...shown], width);
  }
  const counted = withForemost(numbers, foremost, width - terminalText(label).length - 1);
  // Counts and the time remaining, which is known later, come before the bar where there is not room for both.
  const columns = Math.min(BAR, width - `${terminalText(label)}  ${counted}`.length - LEFT);
  const drawn =
    bar && total !== undefined && total > 0 && columns >= MIN_BAR ? `${barText(done / total, columns)} ` : '';
  const left =
    secondsLeft === undefined ? [] : [`${endKnown ? '' : 'at most '}${durationText(secondsLeft)} left`];
  return joined(`${terminalText(label)} ${drawn}${counted}`, [...left, ...shown], width);
}

/** As many parts as there is room for; the beginning is cut where there is none for it. */
function joined(beginning: string, parts: readonly string[], width: number): string {
  let line = beginning;
  for (const part of parts) {
    if (line.length + part.length + 2 > width) break;
    line += `, ${part}`;
  }
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

/** If there is not room for both, the foremost remark comes first. */
function withForemost(numbers: string, foremost: string | undefined, room: number): string {
  if (foremost === undefined) return numbers;
  const both = `${numbers}, ${terminalText(foremost)}`;
  return both.length <= room ? both : `${terminalText(foremost)}, ${numbers}`;
}

function barText(share: number, columns: number): string {
  const full = Math.round(columns * Math.min(1, share));
  return '■'.repeat(full) + ' '.repeat(columns - full);
}

/** A duration in its two largest units: `45 s`, `12 min`, `3 h 20 min`, `2 d 5 h`. */
export function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Measures the recent rate per second of a growing number. @param now seconds */
export function createRate(now: () => number): (count: number) => number {
  const seen: { readonly at: number; readonly count: number }[] = [];
  return (count) => {
    const at = now();
    seen.push({ at, count });
    while (seen.length > 2 && at - (seen[1]?.at ?? at) >= RATE_SECONDS) seen.shift();
    const first = seen[0];
    return first === undefined || at === first.at ? 0 : (count - first.count) / (at - first.at);
  };
}
