import { SingleBar } from 'cli-progress';
import { systemClock, type Clock } from '../support/time/clock.js';
import { coloured } from './colours.js';
import type { CommandIo } from './io.js';
import { createLineWriter, type Standing } from './progress-line.js';

/** Shows progress: on a terminal as a bar, elsewhere as a line now and then. */
export interface Progress {
  readonly update: (standing: Standing) => void;
  readonly stop: () => void;
}

/** Seconds between lines where there is no terminal. */
export const LINE_INTERVAL = 5;
/** Assumed width of a terminal that does not report one. */
const USUAL_COLUMNS = 80;

export function createProgress(
  io: CommandIo,
  label: string,
  clock: Pick<Clock, 'now'> = systemClock,
): Progress {
  const seconds = (): number => clock.now() / 1000;
  return io.terminal === undefined
    ? lineProgress(io, label, seconds)
    : barProgress(io.terminal, io, label, seconds);
}

function barProgress(
  stream: NodeJS.WriteStream,
  { colours, drawings }: Pick<CommandIo, 'colours' | 'drawings'>,
  label: string,
  now: () => number,
): Progress {
  const bar = lineBar(stream, colours.stderr);
  const lineOf = createLineWriter(label, now);
  let started = false;
  let before: Standing | undefined;
  // The bar hides the cursor and keeps lines from being wrapped until it is stopped.
  const clear = (): void => {
    if (started) bar.stop();
    started = false;
  };
  drawings.add(clear);
  process.once('exit', clear);
  return {
    update(standing) {
      // The last column stays free: some terminals wrap the line when it is written.
      // The bar's control sequences bypass `io`, which would escape them.
      const told = { line: lineOf(standing, (stream.columns || USUAL_COLUMNS) - 1, true) };
      // Another step is drawn at once, since it may keep the thread busy; the rest, ten times a second at most.
      if (before?.occupation !== standing.occupation || before?.unit !== standing.unit) clear();
      before = standing;
      if (!started) bar.start(1, 0, told);
      started = true;
      bar.update(0, told);
    },
    stop() {
      clear();
      drawings.delete(clear);
      process.off('exit', clear);
    },
  };
}

/** A bar that shows a line as it is written, and its full part in colour. */
function lineBar(stream: NodeJS.WriteStream, hasColours: boolean): SingleBar {
  return new SingleBar({
    format: (_options, _params, { line }: { readonly line: string }) =>
      line.replace(/■+/, (full) => coloured('good', full, hasColours)),
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
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
