import { readFileSync } from 'node:fs';
import { packagedPath } from './files/packaged-path.js';

/** The version of sfwc. */
export function packageVersion(): string {
  const text = readFileSync(packagedPath('package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
