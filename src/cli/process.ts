import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { messageOf, OutputError } from '../model/errors.js';
import { ReaderGone, type CommandIo } from './io.js';

/** The process's own streams and signals. */
export function processIo(): CommandIo {
  // Stays so where the stream fails: the command ends then, and more failures may follow.
  let isStreaming = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The command is told.
    if (isStreaming) return;
    const failure = outputFailure(error);
    // `sfwc query … | head` closes the pipe early: that is no error.
    if (failure instanceof ReaderGone) process.exit();
    process.stderr.write(`error: ${failure.message}\n`);
    process.exit(1);
  });
  return {
    stdout: (data) => void process.stdout.write(data),
    stream: async (texts) => {
      isStreaming = true;
      await writeAll(process.stdout, texts);
      isStreaming = false;
    },
    stderr: (data) => void process.stderr.write(data),
    readStdin: () => buffer(process.stdin),
    readLines: () => createInterface({ input: process.stdin }),
    environment: process.env,
    ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
    signal: interruptSignal(),
  };
}

/**
 * Writes texts to a stream that stays open. A text is made only when there is room for it.
 * @throws ReaderGone where nobody reads the stream any more; OutputError where it cannot be written; what the texts throw
 */
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
  if (error.code === 'EPIPE') return new ReaderGone();
  return new OutputError(`standard output cannot be written: ${messageOf(error)}`, { cause: error });
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
