/**
 * Compiles TypeScript to JavaScript with source maps, file by file, without checking types (`npm run types` does that):
 * `node scripts/compile.js ROOT OUT [FOLDER…]` puts what is in the folders of ROOT, by default all of it, into an empty OUT.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { transformFile } from '@swc/core';

const [root, out, ...folders] = process.argv.slice(2);
if (out === undefined) throw new Error('usage: node scripts/compile.js ROOT OUT [FOLDER…]');

rmSync(out, { recursive: true, force: true });
const files = (folders.length === 0 ? ['.'] : folders).flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => path.join(folder, file)),
);
await Promise.all(files.map(compile));

async function compile(file) {
  const from = path.join(root, file);
  const to = path.join(out, file.replace(/\.ts$/, '.js'));
  const { code, map } = await transformFile(from, {
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
    sourceMaps: true,
    sourceFileName: path.relative(path.dirname(to), from),
  });
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, `${code}//# sourceMappingURL=${path.basename(to)}.map\n`);
  writeFileSync(`${to}.map`, map);
}
