import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { main } from '../../src/cli/main.js';
import { Interrupted } from '../../src/model/errors.js';
import { given } from '../../src/support/given.js';

/** The repository's root: tests are started from there. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.join(ROOT, 'dist/cli/main.js');

/** What a finished command left behind. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Only inside this process. */
  readonly stdoutIsTerminal?: boolean;
  /** Width of the terminal; only inside this process. */
  readonly columns?: number;
}

function environmentWith(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('SFWC_') && name !== 'NODE_OPTIONS',
  );
  // Without colours unless a test asks for them.
  return { ...Object.fromEntries(kept), TERM: 'dumb', ...extra };
}

/**
 * Runs a command line: inside this process, which spares each command half a second of loading; in a process of its own
 * where the surroundings of the process count (`cwd`, variables that are not sfwc's).
 */
export function sfwc(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const foreign = Object.keys(options.environment ?? {}).some((name) => !name.startsWith('SFWC_'));
  return options.cwd !== undefined || foreign ? runProcess(args, options) : runHere(args, options);
}

async function runHere(args: readonly string[], options: RunOptions): Promise<Finished> {
  return begin(args, options).ended;
}

/** A command that is under way inside this process. */
export interface UnderWay {
  readonly ended: Promise<Finished>;
  /** Waits until stderr matches; resolves with the first group. Rejects when the command ends before. */
  said(pattern: RegExp): Promise<string>;
  /** Ends it as Ctrl-C does; resolves with its exit code. */
  interrupt(): Promise<number>;
}

/** Starts a command inside this process. */
export function begin(
  args: readonly string[],
  { input = '', environment, stdoutIsTerminal = false, columns }: RunOptions = {},
): UnderWay {
  let [stdout, stderr] = ['', ''];
  const stopping = new AbortController();
  const heard = new EventEmitter();
  const code = main(args, {
    stdout: (text) => void (stdout += text),
    stream: async (texts) => {
      for await (const text of texts) stdout += text;
    },
    stderr: (text) => {
      stderr += text;
      heard.emit('said');
    },
    stdoutIsTerminal,
    ...given({ columns }),
    readStdin: () => Promise.resolve(Buffer.from(input)),
    readLines: async function* () {
      yield* input.split('\n');
    },
    // Threads of a crawl's own would take longer to start than its few pages to judge.
    environment: environmentWith({ SFWC_WORKERS: '1', ...environment }),
    signal: stopping.signal,
    // On a busy machine a command takes so long that it says what it waits for.
    clock: { now: () => 0 },
  });
  const ended = code.then((number) => ({ code: number, stdout, stderr }));
  return {
    ended,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(stderr);
          if (found !== null) resolve(found[1] ?? found[0]);
        };
        heard.on('said', look);
        look();
        void ended.then(() => reject(new Error(stderr)));
      }),
    interrupt: () => {
      stopping.abort(new Interrupted());
      return code;
    },
  };
}

/** Runs the built command line in a process of its own. */
export function runProcess(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [MAIN, ...args],
      { cwd: options.cwd ?? ROOT, env: environmentWith(options.environment), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
    child.stdin?.end(options.input ?? '');
  });
}

/** Starts the built command line and leaves it running. */
export function start(
  args: readonly string[],
  { environment }: Pick<RunOptions, 'environment'> = {},
): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: environmentWith(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
