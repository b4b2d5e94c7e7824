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

/** Compiles those TypeScript files in folders of `root` that are newer than what was compiled from them into `out`. */
export async function compileChanged(root, out, folders = []) {
  const files = (folders.length === 0 ? ['.'] : folders).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => path.join(folder, file)),
  );
  const pairs = files.map((file) => [path.join(root, file), path.join(out, file.replace(/\.ts$/, '.js'))]);
  await Promise.all(pairs.filter(([from, to]) => modified(from) > modified(to)).map(compile));
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

/** Another process may be reading the old file. */
function writeInPlace(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
