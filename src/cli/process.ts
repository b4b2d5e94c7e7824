import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Surroundings } from './io.js';

/** The process's own streams and signals. */
export function processIo(): Surroundings {
  // `sfwc query … | head` closes the pipe early: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    stdout: (data) => void process.stdout.write(data),
    stderr: (data) => void process.stderr.write(data),
    stdoutIsTerminal: process.stdout.isTTY,
    readStdin: () => buffer(process.stdin),
    readLines: () => createInterface({ input: process.stdin }),
    environment: process.env,
    ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
    signal: interruptSignal(),
  };
}

/** Aborted at the first Ctrl-C or SIGTERM; the second one ends the process at once. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}

/** Whether the module is the one that Node was started with (through a link in `bin`, too). */
export function isMainModule(moduleUrl: string): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
}
