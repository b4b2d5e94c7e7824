import { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { CommandIo } from './io.js';

/** Shows how far something is; on a terminal a bar that is redrawn, elsewhere a line now and then. */
export interface Progress {
  update(done: number, total: number, note: string): void;
  stop(): void;
}

/** Seconds between two lines where there is no terminal. */
const LINE_INTERVAL = 5;

export function createProgress(io: CommandIo, label: string): Progress {
  return io.interactive ? barProgress(io, label) : lineProgress(io, label);
}

function barProgress(io: CommandIo, label: string): Progress {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      io.stderr(chunk.toString());
      next();
    },
  });
  const bar = new SingleBar(
    {
      format: `${label} {bar} {value}/{total} {note}`,
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
      if (!started) bar.start(total, done, { note });
      started = true;
      bar.setTotal(total);
      bar.update(done, { note });
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
      io.stderr(`${label} ${done}/${total} ${note}\n`);
    },
    stop: () => undefined,
  };
}
