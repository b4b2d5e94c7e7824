import { transformSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cli/run.js';
import { writeFiles } from './small-corpus.js';

/** Compiles a module of `examples/`, which imports sfwc as it is built. @returns the path of the JavaScript */
export async function compiledExample(name: string, folder: string): Promise<string> {
  const source = readFileSync(path.join(ROOT, 'examples', `${name}.ts`), 'utf8');
  const { code } = transformSync(source, { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } });
  const entries: Readonly<Record<string, string>> = { sfwc: 'index.js', 'sfwc/parts': 'cli/api/parts.js' };
  const linked = code.replace(/(['"])(sfwc(?:\/parts)?)\1/g, (_, quote: string, entry: string) => {
    const url = pathToFileURL(path.join(ROOT, 'dist', entries[entry] ?? '')).href;
    return quote + url + quote;
  });
  const file = `${path.basename(name)}.mjs`;
  return path.join(await writeFiles(path.join(folder, 'examples'), { [file]: linked }), file);
}
