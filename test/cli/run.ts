import { execFile, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

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
}

function environmentWith(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('SFWC_') && name !== 'NODE_OPTIONS',
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/** Runs the built command line in a process of its own. */
export function sfwc(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
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
export function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: environmentWith(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
