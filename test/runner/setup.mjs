import { compileChanged } from '../../scripts/compile-changed.js';

/** Brings `dist/` up to date with `src/`. */
export default async function setup() {
  await compileChanged('src', 'dist');
  await import('../../scripts/copy-page.js');
}
