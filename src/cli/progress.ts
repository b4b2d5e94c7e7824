import { SingleBar } from 'cli-progress';
import { systemClock, type Clock } from '../support/time/clock.js';
import { terminalText } from '../support/text/terminal-text.js';
import type { CommandIo } from './io.js';

/** How far something is. */
export interface Standing {
  readonly done: number;
  /** How many there will be in the end; absent where that is not known. */
  readonly total?: number | undefined;
  /** What is counted, in the plural: 'documents'. */
  readonly unit: string;
  /** Whether so much is left that the total will be reached, so that the time remaining can be told. Default true. */
  readonly endKnown?: boolean;
  /** What else there is to say, the most important first. */
  readonly notes?: readonly string[];
}

/** Shows how far something is; on a terminal a line with a bar that is redrawn, elsewhere a line now and then. */
export interface Progress {
  update(standing: Standing): void;
  stop(): void;
}

/** Seconds between two lines where there is no terminal. */
export const LINE_INTERVAL = 5;
/** Seconds over which a rate is taken. */
const RATE_SECONDS = 30;
/** Seconds before the time remaining is told: an estimate from less is worth nothing. */
const LEAST_SECONDS = 3;
/** Characters of a bar. */
const BAR = 20;
/** Columns of a terminal that does not say how wide it is. */
const USUAL_COLUMNS = 80;

export function createProgress(io: CommandIo, label: string, clock: Clock = systemClock): Progress {
  const seconds = (): number => clock.now() / 1000;
  return io.terminal === undefined
    ? lineProgress(io, label, seconds)
    : barProgress(io.terminal, label, seconds);
}

function barProgress(stream: NodeJS.WriteStream, label: string, now: () => number): Progress {
  const bar = new SingleBar({
    format: (_options, _params, { line }: { readonly line: string }) => line,
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
  const lineOf = createLineWriter(label, now);
  let started = false;
  return {
    update(standing) {
      // The last column stays free: some terminals begin a new line when it is written.
      // The bar's own control sequences go to the stream past `io`.
      const told = { line: lineOf(standing, (stream.columns || USUAL_COLUMNS) - 1, true) };
      if (!started) bar.start(1, 0, told);
      started = true;
      bar.update(0, told);
    },
    stop: () => bar.stop(),
  };
}

function lineProgress(io: CommandIo, label: string, now: () => number): Progress {
  const lineOf = createLineWriter(label, now);
  let last = now();
  return {
    update(standing) {
      const line = lineOf(standing, Number.POSITIVE_INFINITY, false);
      if (now() - last < LINE_INTERVAL) return;
      last = now();
      io.stderr(`${line}\n`);
    },
    stop: () => undefined,
  };
}

/** Writes lines of which each knows how fast it went before. */
function createLineWriter(
  label: string,
  now: () => number,
): (standing: Standing, width: number, bar: boolean) => string {
  const rateOf = createRate(now);
  const begun = now();
  return (standing, width, bar) => {
    const { done, total, endKnown = true } = standing;
    const rate = rateOf(done);
    const known = total !== undefined && endKnown && rate > 0 && now() - begun >= LEAST_SECONDS;
    return progressLine(label, standing, {
      width,
      bar,
      ...(known ? { secondsLeft: Math.max(0, total - done) / rate } : {}),
    });
  };
}

/**
 * One line: label, bar, how many of how many, the time remaining, and as many notes as there is room for.
 * @param width columns that it may take at most
 */
export function progressLine(
  label: string,
  { done, total, unit, notes = [] }: Standing,
  {
    width,
    bar,
    secondsLeft,
  }: { readonly width: number; readonly bar: boolean; readonly secondsLeft?: number },
): string {
  // The bar's own control sequences go to the stream past `io`.
  const shown = notes.map(terminalText);
  const counted = total === undefined ? `${done} ${unit}` : `${done}/${total} ${unit}`;
  const drawn = bar && total !== undefined && total > 0 ? `${barText(done / total)} ` : '';
  const left = secondsLeft === undefined ? [] : [`${durationText(secondsLeft)} left`];
  let line = `${terminalText(label)} ${drawn}${counted}`;
  for (const part of [...left, ...shown]) {
    if (line.length + part.length + 2 > width) break;
    line += `, ${part}`;
  }
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

function barText(share: number): string {
  const full = Math.round(BAR * Math.min(1, share));
  return '■'.repeat(full) + ' '.repeat(BAR - full);
}

/** A length of time in its two largest units: `45 s`, `12 min`, `3 h 20 min`, `2 d 5 h`. */
export function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Says how many a second there were lately, of a number that grows. @param now seconds */
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
