import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli/run.js';

/** What is wrong with the call of a benchmark: it does not exist, or does not have the options (of `parseArgs`). */
export function benchProblem(name: string, options: readonly string[]): string | undefined {
  const file = path.join(ROOT, 'bench', `${name}.ts`);
  if (name !== 'NAME' && !existsSync(file)) return `benchmark ${name} does not exist`;
  const unknown = options.filter((word) => word.startsWith('--') && !hasOption(file, word.slice(2)));
  return unknown.length === 0 ? undefined : `benchmark ${name} does not read ${unknown.join(' ')}`;
}

/** Whether a file reads an option with `parseArgs`. */
export function hasOption(file: string, name: string): boolean {
  return new RegExp(`\\b${name}'?: \\{ ?type:`).test(readFileSync(file, 'utf8'));
}
