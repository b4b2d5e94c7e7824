import type { CrawlActivity } from '../model/crawl-activity.js';
import type { OnWait } from '../model/wait.js';
import { lineLogger, type Logger } from '../support/logger.js';
import { terminalText } from '../support/text/terminal-text.js';
import { systemClock, type Clock } from '../support/time/clock.js';
import type { CommandIo } from './io.js';
import { activityText, secondsText } from '../crawling/engine/activity.js';

export interface Standing {
  readonly done: number;
  readonly total?: number;
  /** The unit of the counts, in the plural: 'documents'. */
  readonly unit: string;
  readonly notes?: readonly string[];
}

/** Shows what a command does, counts, and waits for: on a terminal in one line that is drawn again, elsewhere in lines. */
export interface WorkWatch {
  readonly update: (standing: Standing) => void;
  /** Names a step that is not counted, before it begins; the counts before it are over. */
  readonly wait: OnWait;
  /** Follows what pages are waited for while they are fetched. */
  readonly watchActivity: (activity: () => CrawlActivity | undefined) => void;
  readonly logger: Logger;
  readonly stop: () => void;
}

/** Names the first step of a command: its modules are loaded when it runs. */
export const LOADING = 'loading sfwc';

/** Seconds before the time remaining is shown. */
const MIN_SECONDS = 3;
/** Assumed width of a terminal that does not report one. */
const USUAL_COLUMNS = 80;
/** Milliseconds between two lines where there is no terminal, and between two drawings on one. */
const [PAUSE, REDRAW] = [5000, 100];
const CLEAR = '\r\u001b[2K';

/** Watches the work of a command. @param label what the command does: `building bees` */
export function watchWork(
  io: CommandIo,
  label: string,
  clock: Pick<Clock, 'now'> = io.clock ?? systemClock,
): WorkWatch {
  const { terminal, drawings } = io;
  let activity: () => CrawlActivity | undefined = () => undefined;
  let step: (() => string) | undefined;
  let counting = { unit: '', from: 0, since: 0 };
  let shown = { at: terminal === undefined ? clock.now() : -Infinity, line: '' };
  const clear = (): void => {
    if (terminal !== undefined && shown.line !== '') terminal.write(CLEAR);
    shown = { at: -Infinity, line: '' };
  };
  if (terminal !== undefined) drawings.add(clear);
  const draw = (isNew = false): void => {
    if (step === undefined) return;
    const waiting = activityText(activity() ?? {}, clock.now()).join('; ');
    // The last column stays free: some terminals wrap the line when it is written. Controls in the text are escaped.
    const width = terminal === undefined ? Infinity : (terminal.columns || USUAL_COLUMNS) - 1;
    const line = cut(
      terminalText([label, waiting === '' ? step() : `${waiting}, ${step()}`].join(' ')),
      width,
    );
    const isSoon = clock.now() - shown.at < (terminal === undefined ? PAUSE : REDRAW);
    if (line === shown.line || (isSoon && (!isNew || terminal === undefined))) return;
    shown = { at: clock.now(), line };
    if (terminal === undefined) io.stderr(`${line}\n`);
    else terminal.write(CLEAR + line);
  };
  // While something is waited for, nothing else happens that would draw the line.
  const redrawing = setInterval(draw, 1000).unref();
  return {
    update(standing) {
      const { unit, done } = standing;
      const isNew = counting.unit !== unit;
      // Another unit is another kind of work, at a rate of its own.
      if (isNew) counting = { unit, from: done, since: clock.now() };
      const seconds = (clock.now() - counting.since) / 1000;
      const rate = seconds < MIN_SECONDS ? 0 : (done - counting.from) / seconds;
      step = () => standingText(standing, rate);
      draw(isNew);
    },
    wait(what, detail) {
      counting = { ...counting, unit: '' };
      step = what === undefined ? undefined : () => [what, detail].filter(Boolean).join(', ');
      draw(true);
    },
    watchActivity: (ask) => void (activity = ask),
    logger: lineLogger(io.stderr),
    stop() {
      clearInterval(redrawing);
      if (terminal !== undefined) clear();
      drawings.delete(clear);
    },
  };
}

function standingText({ done, total, unit, notes = [] }: Standing, rate: number): string {
  const numbers = total === undefined ? `${done} ${unit}` : `${done}/${total} ${unit}`;
  const left =
    total === undefined || rate === 0 ? [] : [`about ${secondsText(Math.max(0, total - done) / rate)} left`];
  return [numbers, ...left, ...notes].join(', ');
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}
