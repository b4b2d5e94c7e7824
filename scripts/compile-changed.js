import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { transformFile } from '@swc/core';

/** How this repository's TypeScript becomes JavaScript. */
export const SWC_OPTIONS = {
  swcrc: false,
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
  sourceMaps: true,
};

/** A file with this ending becomes one file with all packages that it imports; their licences lie next to it. */
const BUNDLED = '.bundle.ts';
/** Newer than a bundle where its packages are others. */
const LOCK = 'package-lock.json';

/** Compiles those TypeScript files in folders of `root` that are newer than what was compiled from them into `out`. */
export async function compileChanged(root, out, folders = []) {
  const files = (folders.length === 0 ? ['.'] : folders).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => path.join(folder, file)),
  );
  const pairs = files.map((file) => [path.join(root, file), path.join(out, file.replace(/\.ts$/, '.js'))]);
  const changed = pairs.filter(([from, to]) => modifiedWithPackages(from) > modified(to));
  await Promise.all(changed.map((pair) => (isBundled(pair[0]) ? compileBundle(pair) : compile(pair))));
}

function isBundled(file) {
  return file.endsWith(BUNDLED);
}

function modifiedWithPackages(file) {
  return isBundled(file) ? Math.max(modified(file), modified(LOCK)) : modified(file);
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function compile([from, to]) {
  const sourceFileName = path.relative(path.dirname(to), from);
  const { code, map } = await transformFile(from, { ...SWC_OPTIONS, sourceFileName });
  mkdirSync(path.dirname(to), { recursive: true });
  writeInPlace(`${to}.map`, map);
  writeInPlace(to, `${code}//# sourceMappingURL=${path.basename(to)}.map\n`);
}

async function compileBundle([from, to]) {
  const { bundle } = await import('./bundle.js');
  const { code, licences } = await bundle(from);
  mkdirSync(path.dirname(to), { recursive: true });
  writeInPlace(to.replace(/js$/, 'licences.txt'), licences);
  writeInPlace(to, code);
}

/** Another process may be reading the old file. */
function writeInPlace(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
