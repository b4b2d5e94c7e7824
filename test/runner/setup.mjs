import { existsSync } from 'node:fs';
import { compileChanged } from '../../scripts/compile-changed.js';

/** Brings `dist/` up to date with `src/`. */
export default async function setup() {
  await compileChanged('src', 'dist');
  if (!existsSync('dist/server/page')) await import('../../scripts/copy-page.js');
}
