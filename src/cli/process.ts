import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Interrupted } from '../model/errors.js';
import { once } from '../support/once.js';
import type { CommandIo } from './io.js';

/** The process's own streams and signals. */
export function processIo(): CommandIo {
  // `sfwc query … | head` closes the pipe early: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const stderr = (data: string): void => void process.stderr.write(data);
  const signal = once(() => signalOf(process, stderr, (code) => process.exit(code)));
  return {
    stdout: (data) => void process.stdout.write(data),
    stderr,
    readStdin: () => buffer(process.stdin),
    readLines: () => linesOf(process.stdin),
    environment: process.env,
    ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
    get signal() {
      return signal();
    },
  };
}

/**
 * Aborted at the first Ctrl-C or SIGTERM, which is acknowledged at once; the second one ends the process. What is half made
 * is removed then, too: see `support/unfinished.ts`.
 *
 * @param process where signals arrive
 * @param exit ends the process
 */
export function signalOf(
  process: Pick<NodeJS.EventEmitter, 'on'>,
  stderr: (text: string) => void,
  exit: (code: number) => void,
): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      exit(new Interrupted().exitCode);
      return;
    }
    stderr('\nstopping; Ctrl-C again ends at once\n');
    controller.abort(new Interrupted());
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}

/** Lines as they come in. When they are no longer wanted, the input is paused, so that it does not keep the process alive. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  const lines = createInterface({ input });
  try {
    yield* lines;
  } finally {
    lines.close();
  }
}

/** Whether the module is the one that Node was started with (through a link in `bin`, too). */
export function isMainModule(moduleUrl: string): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
}
