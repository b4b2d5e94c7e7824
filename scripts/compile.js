/**
 * Compiles TypeScript to JavaScript with source maps, file by file, without checking types (`npm run types` does that):
 * `node scripts/compile.js ROOT OUT [FOLDER…]` puts what is in the folders of ROOT, by default all of it, into an empty OUT.
 */
import { rmSync } from 'node:fs';
import process from 'node:process';
import { compileChanged } from './compile-changed.js';

const [root, out, ...folders] = process.argv.slice(2);
if (out === undefined) throw new Error('usage: node scripts/compile.js ROOT OUT [FOLDER…]');
rmSync(out, { recursive: true, force: true });
await compileChanged(root, out, folders);
