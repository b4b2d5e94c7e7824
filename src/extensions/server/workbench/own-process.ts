import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCrawlRunning } from '../../../crawling/store/crawl-store.js';
import { InputError, messageOf, OutputError } from '../../../model/errors.js';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { Problem } from '../http.js';

/** The file that runs the commands. */
const MAIN = packagedPath('dist/cli/main.js');
/** Bytes of standard output that are kept; more is a failure. */
const MAX_OUTPUT = 64 << 20;
/** Lines of messages that are kept, the last ones. */
const MAX_LINES = 200;
/** Milliseconds after which a command that was asked to end is ended. */
const PATIENCE = 15_000;

/** Options of running a command. */
interface CommandRun {
  /** The folder in which it runs. */
  readonly folder: string;
  /** Standard input. Default: none. */
  readonly input?: string;
  readonly signal: AbortSignal;
  /** Receives each line of its messages. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a command of sfwc in a process of its own, so that it cannot keep the server from answering, and ends as with Ctrl-C
 * when the signal is aborted.
 * @returns its standard output
 * @throws InputError with its message where it fails; OutputError where it writes too much
 */
export async function runCommand(
  words: readonly string[],
  { folder, input, signal, onLine }: CommandRun,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder, stdio: 'pipe', detached: true });
  const lines: string[] = [];
  const interrupt = (): void => {
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
  };
  signal.addEventListener('abort', interrupt, { once: true });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const messages = createInterface({ input: child.stderr });
  messages.on('line', (line) => {
    lines.push(line);
    if (lines.length > MAX_LINES) lines.shift();
    onLine?.(line);
  });
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTPUT) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    if (size > MAX_OUTPUT) throw new OutputError('the command wrote too much');
    if (code !== 0) throw new InputError(failureIn(lines));
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** The failure that a command reported: the line that says so, and the hints below it; else its last line. */
export function failureIn(lines: readonly string[]): string {
  const from = lines.findLastIndex((line) => line.startsWith('error: '));
  const [first = 'the command failed without a message', ...hints] =
    from < 0 ? lines.slice(-1) : lines.slice(from, from + 3);
  const said = hints.filter((line) => /^\s/.test(line) && !/see: sfwc/.test(line)).map((line) => line.trim());
  return [first.replace(/^error: /, ''), ...said].join('; ');
}

/**
 * Starts a command of sfwc that continues when this process ends.
 * @param log receives its output
 * @throws OutputError when it cannot be started
 */
export async function startCommand(
  words: readonly string[],
  folder: string,
  log: string,
): Promise<ChildProcess> {
  const file = await open(log, 'a').catch((cause: unknown) => {
    throw cannotWrite(log, cause);
  });
  try {
    const child = spawn(process.execPath, [MAIN, ...words], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    });
    await once(child, 'spawn');
    child.on('error', () => undefined);
    child.unref();
    return child;
  } catch (cause) {
    throw new OutputError(`the command cannot be started: ${messageOf(cause)}`, { cause });
  } finally {
    await file.close();
  }
}

/** Milliseconds between two looks whether a resumed crawl runs, and after which it is left to start alone. */
const [LOOK_EVERY, START_PATIENCE] = [100, 60_000];

/**
 * Continues a crawl in a process of its own, which does not end with this one.
 * @param maxPages pages in all, where its limit is raised
 * @returns once the crawl runs, or has ended again because nothing was left
 * @throws Problem with what the process said, where it ended with an error
 */
export async function resumeCrawl(
  out: string,
  maxPages: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly running: boolean }> {
  if (isCrawlRunning(out)) throw new Problem(409, 'the crawl is running already');
  const folder = await makeTemporaryFolder('resume');
  const log = path.join(folder.path, 'log');
  try {
    const limit = maxPages === undefined ? [] : ['--max-pages', String(maxPages)];
    const words = ['crawl', '--resume', '--out', path.resolve(out), ...limit];
    const child = await startCommand(words, process.cwd(), log);
    for (const until = Date.now() + START_PATIENCE; Date.now() < until && !signal.aborted;) {
      if (child.exitCode === 0) return { running: false };
      if (child.exitCode !== null || child.signalCode !== null) {
        const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
        throw new Problem(409, `the crawl cannot be resumed: ${failureIn(lines)}`);
      }
      if (isCrawlRunning(out)) return { running: true };
      await sleep(LOOK_EVERY);
    }
    return { running: isCrawlRunning(out) };
  } finally {
    // The process keeps its log open.
    await folder.remove();
  }
}
