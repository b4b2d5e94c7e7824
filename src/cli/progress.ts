import { Presets, SingleBar } from 'cli-progress';
import { terminalText } from '../support/terminal-text.js';
import type { CommandIo } from './io.js';

/** Shows how far something is; on a terminal a bar that is redrawn, elsewhere a line now and then. */
export interface Progress {
  /** @param total undefined where it is not known */
  update(done: number, total: number | undefined, note: string): void;
  stop(): void;
}

/** Seconds between two lines where there is no terminal. */
export const LINE_INTERVAL = 5;

export function createProgress(io: CommandIo, label: string): Progress {
  return io.terminal === undefined ? lineProgress(io, label) : barProgress(io.terminal, label);
}

function barProgress(stream: NodeJS.WriteStream, label: string): Progress {
  const bar = new SingleBar(
    {
      format: `${terminalText(label)} {bar} {note}`,
      stream,
      hideCursor: true,
      clearOnComplete: true,
      barsize: 24,
    },
    Presets.rect,
  );
  let started = false;
  return {
    update: (done, total, note) => {
      // The bar's own control sequences go to the stream past `io`.
      const told = { note: terminalText(`${standing(done, total)} ${note}`) };
      if (!started) bar.start(total ?? done, done, told);
      started = true;
      bar.setTotal(total ?? done);
      bar.update(done, told);
    },
    stop: () => bar.stop(),
  };
}

function lineProgress(io: CommandIo, label: string): Progress {
  let last = performance.now();
  return {
    update: (done, total, note) => {
      if (performance.now() - last < LINE_INTERVAL * 1000) return;
      last = performance.now();
      io.stderr(`${label} ${standing(done, total)} ${note}\n`);
    },
    stop: () => undefined,
  };
}

function standing(done: number, total: number | undefined): string {
  return total === undefined ? String(done) : `${done}/${total}`;
}
