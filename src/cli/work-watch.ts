import type { CrawlActivity } from '../model/crawl-activity.js';
import type { OnWait } from '../model/wait.js';
import { lineLogger, type Logger } from '../support/logger.js';
import { terminalText } from '../support/text/terminal-text.js';
import { systemClock, type Clock } from '../support/time/clock.js';
import { type CommandIo, coloured } from './io.js';
import { activityText, secondsText } from '../crawling/engine/activity.js';

export interface Standing {
  readonly done: number;
  readonly total?: number;
  /** The unit of the counts, in the plural: 'documents'; empty where nothing is counted. */
  readonly unit: string;
  /** True if the total will certainly be reached; if not, the time remaining is an upper bound. Default: true. */
  readonly endKnown?: boolean;
  /** Present occupation instead of the work, if nothing of it is done: comes before the counts. */
  readonly occupation?: string;
  readonly notes?: readonly string[];
}

/** Shows what a command does, counts, and waits for: on a terminal in one line that is drawn again, elsewhere in lines. */
export interface WorkWatch {
  readonly update: (standing: Standing) => void;
  /** Names a step that is not counted, before it begins; the counts before it are over. */
  readonly wait: OnWait;
  /** Follows what pages are waited for while they are fetched; as `WatchParts.watchActivity`. */
  readonly watchActivity: (activity: () => CrawlActivity | undefined) => void;
  readonly logger: Logger;
  readonly stop: () => void;
}

/** Names the first step of a command: its modules are loaded when it runs. */
export const LOADING = 'loading sfwc';

const RATE_SECONDS = 30;
/** Seconds before the time remaining is shown: earlier estimates are useless. */
const MIN_SECONDS = 3;
/** Width of a bar, and that of the narrowest terminal that has one, in columns. */
const [BAR, MIN_WIDTH] = [20, 72];
/** Assumed width of a terminal that does not report one. */
const USUAL_COLUMNS = 80;
/** Milliseconds of silence before another step is named, before one that continues is, and before one is named again. */
const [SILENCE, GOES_ON, AGAIN] = [2000, 5000, 10_000];
/** Milliseconds after which a step is named again at the latest. */
const HOUR = 3_600_000;

/** Shows a line, which belongs to a step. @param busy milliseconds for which nothing can be shown after it */
interface Shown {
  show(step: string, line: string, busy: number): void;
  heard(): void;
  stop(): void;
}

/**
 * Watches the work of a command. Where there is no terminal, each step that takes more than two seconds gets a line, and a
 * further line every five seconds while its counts change; what lasts is named again, ever more rarely.
 * @param label what the command does: `building bees`
 */
export async function watchWork(
  io: CommandIo,
  label: string,
  clock: Pick<Clock, 'now'> = io.clock ?? systemClock,
): Promise<WorkWatch> {
  const { terminal } = io;
  const shown = terminal === undefined ? inLines(io, clock) : await onTerminal(terminal, io);
  const lineOf = createLineWriter(label, () => clock.now() / 1000);
  let activity: () => CrawlActivity | undefined = () => undefined;
  let last: Standing | undefined;
  const draw = (standing: Standing, busy = 0): void => {
    last = standing;
    const occupation =
      activityText(activity() ?? {}, clock.now()).join('; ') || standing.occupation || undefined;
    // The last column stays free: some terminals wrap the line when it is written.
    const width = terminal === undefined ? Infinity : (terminal.columns || USUAL_COLUMNS) - 1;
    shown.show(occupation ?? standing.unit, lineOf({ ...standing, occupation }, width), busy);
  };
  // While something is waited for, nothing else happens that would draw the line.
  const redrawing = setInterval(() => last !== undefined && draw(last), 1000).unref();
  return {
    update: draw,
    wait: (what, { detail, busy } = {}) => {
      if (what === undefined) last = undefined;
      else draw({ done: 0, unit: '', occupation: detail === undefined ? what : `${what}, ${detail}` }, busy);
    },
    watchActivity: (ask) => void (activity = ask),
    logger: lineLogger((line) => {
      io.stderr(line);
      shown.heard();
    }),
    stop() {
      clearInterval(redrawing);
      shown.stop();
    },
  };
}

function inLines(io: CommandIo, clock: Pick<Clock, 'now'>): Shown {
  let said = { at: clock.now(), step: '', line: '', times: 0 };
  return {
    show(step, line, busy) {
      const isSame = step === said.step;
      const again = line === said.line ? Math.min(HOUR, AGAIN * 3 ** (said.times - 1)) : GOES_ON;
      if (clock.now() - said.at + (isSame ? 0 : busy) < (isSame ? again : SILENCE)) return;
      said = { at: clock.now(), step, line, times: isSame ? said.times + 1 : 1 };
      io.stderr(`${line}\n`);
    },
    heard: () => void (said = { ...said, at: clock.now(), step: '' }),
    stop: () => undefined,
  };
}

/** A line that is drawn again. The bar hides the cursor and keeps lines from being wrapped until it is stopped. */
async function onTerminal(
  stream: NodeJS.WriteStream,
  { colours, drawings }: Pick<CommandIo, 'colours' | 'drawings'>,
): Promise<Shown> {
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    format: (_options, _params, { line }: { readonly line: string }) =>
      line.replace(/■+/, (full) => coloured('good', full, colours.stderr)),
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
  let drawn: string | undefined;
  const clear = (): void => {
    if (drawn !== undefined) bar.stop();
    drawn = undefined;
  };
  drawings.add(clear);
  process.once('exit', clear);
  return {
    show(step, line) {
      // Another step is drawn at once, since it may keep the thread busy; the rest, ten times a second at most.
      if (drawn !== step) clear();
      if (drawn === undefined) bar.start(1, 0, { line });
      drawn = step;
      bar.update(0, { line });
    },
    heard: () => undefined,
    stop() {
      clear();
      drawings.delete(clear);
      process.off('exit', clear);
    },
  };
}

/** Writes lines, each with the rate so far. @param now seconds */
function createLineWriter(label: string, now: () => number): (standing: Standing, width: number) => string {
  let stage: { unit: string; begun: number; rateOf: (count: number) => number } | undefined;
  return (standing, width) => {
    const { done, total, unit, occupation } = standing;
    // Another unit is another kind of work, at a rate of its own.
    if (stage?.unit !== unit) stage = { unit, begun: now(), rateOf: createRate(now) };
    const rate = stage.rateOf(done);
    const isKnown = occupation === undefined && rate > 0 && now() - stage.begun >= MIN_SECONDS;
    const left = total === undefined || !isKnown ? undefined : Math.max(0, total - done) / rate;
    return progressLine(label, standing, width, left);
  };
}

/**
 * One line: label, bar, count and total, the time remaining, and as many notes as fit.
 * @param width maximum number of columns; finite on a terminal alone, which has a bar
 */
export function progressLine(
  label: string,
  { done, total, unit, endKnown = true, occupation, notes = [] }: Standing,
  width: number,
  secondsLeft?: number,
): string {
  const numbers = total === undefined ? `${done} ${unit}` : `${done}/${total} ${unit}`;
  const bar = occupation === undefined ? barText(done, total, width) : '';
  const left =
    secondsLeft === undefined ? [] : [`${endKnown ? '' : 'at most '}${secondsText(secondsLeft)} left`];
  const counted = occupation === undefined ? [numbers] : [occupation, ...(unit === '' ? [] : [numbers])];
  // The bar's control sequences bypass `io`, which would escape them.
  const [first = '', ...parts] = [...counted, ...left, ...notes].map(terminalText);
  let line = `${terminalText(label)} ${bar}${first}`;
  for (const part of parts) {
    if (line.length + part.length + 2 > width) break;
    line += `, ${part}`;
  }
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

function barText(done: number, total: number | undefined, width: number): string {
  if (!Number.isFinite(width) || width < MIN_WIDTH || total === undefined) return '';
  return `${'■'.repeat(Math.round(BAR * Math.min(1, done / Math.max(1, total)))).padEnd(BAR)} `;
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
