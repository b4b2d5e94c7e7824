import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { transformSync } from '@swc/core';
import { SWC_OPTIONS } from '../../scripts/compile-changed.js';

const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const SOURCES = new URL('../../src', import.meta.url).href;
const BUILT = new URL('../../dist/', import.meta.url).href;
let cache = '';

/** Node calls this with the folder where compiled tests are kept. */
export function initialize({ folder }) {
  cache = folder;
}

/**
 * What tests import from `src/` is the built file, which threads and processes run as well. Elsewhere `x.js` is `x.ts`,
 * where there is one.
 */
export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || context.parentURL?.endsWith('.ts') !== true)
    return next(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  if (href.startsWith(SOURCES)) return next(BUILT + href.slice(SOURCES.length), context);
  const source = href.replace(/\.js$/, '.ts');
  return next(existsSync(new URL(source)) ? source : href, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = readFileSync(compiledTest(fileURLToPath(url), cache), 'utf8');
  return { format: 'module', source, shortCircuit: true };
}

/** The compiled form of a file, in this folder; its source map has the same name and `.map`. */
export function compiledTest(file, folder) {
  const source = readFileSync(file, 'utf8');
  const name = createHash('sha256').update(`${file}\0${source}`).digest('hex').slice(0, 32);
  const target = path.join(folder, `${name}.js`);
  if (existsSync(target)) return target;
  const { code, map } = transformSync(source, { ...SWC_OPTIONS, filename: file });
  mkdirSync(folder, { recursive: true });
  for (const [to, text] of [
    [`${target}.map`, map],
    [target, code],
  ]) {
    writeFileSync(`${to}.${process.pid}`, text);
    renameSync(`${to}.${process.pid}`, to);
  }
  return target;
}
