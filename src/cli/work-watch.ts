import { activityText } from '../crawling/engine/activity.js';
import type { CrawlActivity } from '../model/crawl-activity.js';
import type { OnWait } from '../model/wait.js';
import { lineLogger, type Logger } from '../support/logger.js';
import { systemClock, type Clock } from '../support/time/clock.js';
import type { CommandIo } from './io.js';
import { createLineWriter, type Standing } from './progress-line.js';
import type { Progress } from './progress.js';
import { createWaits } from './waits.js';

/** Shows what a command does, counts, and waits for: on a terminal in one line that is drawn again, elsewhere in lines. */
export interface WorkWatch extends Progress {
  /** Names a step that is not counted, before it begins; the counts before it are over. */
  readonly wait: OnWait;
  /** Follows what pages are waited for while they are fetched; as `WatchParts.watchActivity`. */
  readonly watchActivity: (activity: () => CrawlActivity | undefined) => void;
  /** Writes messages; what is waited for after one is named again. */
  readonly logger: Logger;
}

/** Names the first step of a command: its modules are loaded when it runs. */
export const LOADING = 'loading sfwc';

/** Milliseconds between two looks whether a line on a terminal has to say what is waited for. */
const REDRAW_EVERY = 1000;

/**
 * Watches the work of a command. Where there is no terminal, each step that takes more than two seconds gets a line, and a further
 * line every five seconds while it continues.
 * @param label what the command does: `building bees`
 */
export async function watchWork(
  io: CommandIo,
  label: string,
  clock: Pick<Clock, 'now'> = io.clock ?? systemClock,
): Promise<WorkWatch> {
  if (io.terminal === undefined) return inLines(io, label, clock);
  // Only terminals have a bar.
  const { createProgress } = await import('./progress.js');
  return onTerminal(io, createProgress(io, label, clock), clock);
}

type Ask = () => CrawlActivity | undefined;

function inLines(io: CommandIo, label: string, clock: Pick<Clock, 'now'>): WorkWatch {
  let activity: Ask = () => undefined;
  const lineOf = createLineWriter(label, () => clock.now() / 1000);
  const waits = createWaits((line) => io.stderr(`${line}\n`), {
    clock,
    ask: () => {
      const occupation = occupationOf(activity, clock);
      return occupation && `${label}: ${occupation}`;
    },
  });
  return {
    update: (standing) =>
      waits.set(standing.unit, { text: lineOf(standing, Number.POSITIVE_INFINITY, false) }),
    wait: (what, { detail, busy } = {}) =>
      waits.set(what, { text: what && `${label}: ${stepText(what, detail)}`, busy }),
    watchActivity: (ask) => void (activity = ask),
    logger: lineLogger((line) => {
      io.stderr(line);
      waits.heard();
    }),
    stop: () => waits.stop(),
  };
}

function onTerminal(io: CommandIo, progress: Progress, clock: Pick<Clock, 'now'>): WorkWatch {
  let activity: Ask = () => undefined;
  let last: Standing | undefined;
  const draw = (standing: Standing): void => {
    last = standing;
    const occupation = occupationOf(activity, clock) ?? standing.occupation;
    progress.update({ ...standing, occupation });
  };
  // While pages are waited for, nothing happens that would draw the line.
  const redrawing = setInterval(() => last !== undefined && draw(last), REDRAW_EVERY).unref();
  return {
    update: draw,
    wait: (what, { detail } = {}) => {
      if (what === undefined) last = undefined;
      else draw({ done: 0, unit: '', occupation: stepText(what, detail) });
    },
    watchActivity: (ask) => void (activity = ask),
    logger: lineLogger(io.stderr),
    stop() {
      clearInterval(redrawing);
      progress.stop();
    },
  };
}

function stepText(what: string, detail: string | undefined): string {
  return detail === undefined ? what : `${what}, ${detail}`;
}

function occupationOf(activity: Ask, clock: Pick<Clock, 'now'>): string | undefined {
  return activityText(activity() ?? {}, clock.now()).join('; ') || undefined;
}
