import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { Interrupted, messageOf, OutputError } from '../model/errors.js';
import { once } from '../support/once.js';
import { ReaderGone, type CommandDeps } from './io.js';

/** Shows no arguments in lists of processes (`ps`) where one of them is an address with a password. */
export function hidePasswords(process: { readonly argv: readonly string[]; title: string }): void {
  if (process.argv.some((word) => /:\/\/[^/\s@:]*:[^/\s@]*@|[?&]password=/.test(word)))
    process.title = 'sfwc';
}

/**
 * Has V8 collect the garbage of a heap that grew by two fifths since the last time; by itself it lets large ones grow
 * fourfold. A crawl takes 190 MB less for it, and no more of the processor that could be measured.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

export function processIo(): CommandDeps {
  // The listeners stay after a failure: the work is finished or undone as a whole, and more failures may follow.
  let isStreaming = false;
  let isListening = false;
  const gone = new AbortController();
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The command receives it.
    if (isStreaming) return;
    const failure = outputFailure(error);
    if (!(failure instanceof ReaderGone)) {
      if (process.exitCode !== failure.exitCode) stderr(`error: ${failure.message}\n`);
      process.exitCode = failure.exitCode;
    } else if (isListening) gone.abort(failure);
    // `sfwc query … | head` closes the pipe early, which is not an error.
    else process.exit();
  });
  // Messages that nobody can read any more, as after `2>&1 | head` or at a terminal that was closed, end no work.
  process.stderr.on('error', () => undefined);
  const stderr = (data: string): void => void process.stderr.write(data);
  // nohup gives /dev/null as input. Node forgets at its start that SIGHUP is to be ignored.
  const ignoresHangup = !isatty(0) && fstatSync(0).isCharacterDevice();
  const signal = once(() => {
    isListening = true;
    const stopped = signalOf(process, stderr, (code) => process.exit(code), ignoresHangup);
    return AbortSignal.any([stopped, gone.signal]);
  });
  if (ignoresHangup) process.on('SIGHUP', () => undefined);
  return {
    stdout: (data) => void process.stdout.write(data),
    stream: async (texts) => {
      isStreaming = true;
      await writeAll(process.stdout, texts);
      isStreaming = false;
    },
    stderr,
    stdoutIsTerminal: process.stdout.isTTY,
    ...(process.stdout.isTTY && process.stdout.columns > 0 ? { columns: process.stdout.columns } : {}),
    readStdin: () => buffer(process.stdin),
    readLines: () => linesOf(process.stdin),
    environment: process.env,
    ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
    get signal() {
      return signal();
    },
  };
}

/** Writes texts to a stream that stays open, with back-pressure. @throws ReaderGone; OutputError; whatever `texts` throws */
export async function writeAll(stream: Writable, texts: AsyncIterable<string>): Promise<void> {
  let failure: Error | undefined;
  const note = (error: Error): void => void (failure = outputFailure(error));
  stream.once('error', note);
  try {
    await pipeline(texts, stream, { end: false });
  } catch (thrown) {
    throw failure ?? thrown;
  } finally {
    stream.off('error', note);
  }
}

function outputFailure(error: NodeJS.ErrnoException): ReaderGone | OutputError {
  // EIO: the terminal was closed.
  if (error.code === 'EPIPE' || error.code === 'EIO') return new ReaderGone();
  return new OutputError(`standard output cannot be written: ${messageOf(error)}`, { cause: error });
}

/**
 * Aborted at the first Ctrl-C, SIGTERM or SIGHUP (a terminal was closed, which may send several); a second Ctrl-C or SIGTERM ends
 * the process. Unfinished files are removed in all cases: see `support/files/unfinished.ts`.
 */
export function signalOf(
  process: Pick<NodeJS.EventEmitter, 'on'>,
  stderr: (text: string) => void,
  exit: (code: number) => void,
  ignoresHangup = false,
): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      exit(new Interrupted().exitCode);
      return;
    }
    // First: what is drawn on the terminal is cleared.
    controller.abort(new Interrupted());
    stderr('\nstopping; press Ctrl-C again to quit at once\n');
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.on('SIGHUP', () => {
    if (!ignoresHangup && !controller.signal.aborted) interrupt();
  });
  return controller.signal;
}

/** Lines as they come in. The input is paused when the loop is left, so that it does not keep the process alive. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  const lines = createInterface({ input });
  try {
    yield* lines;
  } finally {
    lines.close();
  }
}
