#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CommandDeps } from './io.js';

/** Runs a command line. Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted. Never throws for bad input. */
export async function main(argv: readonly string[], deps: CommandDeps): Promise<number> {
  const { runCommandLine } = await import('./command-line.js');
  return runCommandLine(argv, deps);
}

/** True if Node was started with this module, directly or through a link in `bin`. */
function isStarted(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url);
}

async function runProcess(): Promise<void> {
  const { collectEarly, hidePasswords, processIo } = await import('./process.js');
  hidePasswords(process);
  collectEarly();
  const code = await main(process.argv.slice(2), processIo());
  // An interrupted command may still have work pending.
  if (code === 130) process.exit(code);
  // Standard output that could not be written has set one.
  process.exitCode ||= code;
}

/** The modules are loaded here and not above: many files are open while they are, and the limit of them may be low. */
if (isStarted()) {
  try {
    await runProcess();
  } catch (thrown) {
    // Nothing else can be loaded any more, and so this is written without help.
    const { code } = Object(thrown) as { readonly code?: unknown };
    if (code !== 'EMFILE' && code !== 'ENFILE') throw thrown;
    process.stderr.write(
      'error: too many open files while sfwc was loaded\n       raise the limit of open files, for instance: ulimit -n 1024\n',
    );
    process.exitCode = 1;
  }
}
