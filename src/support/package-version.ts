import { readFileSync } from 'node:fs';
import { packagedPath } from './files/packaged-path.js';

export function packageVersion(): string {
  return manifest().version;
}

/** The least version of Node.js that sfwc runs on: `20.19`. */
export function neededNode(): string {
  return manifest().engines.node.replace(/^>=/, '');
}

function manifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  return JSON.parse(readFileSync(packagedPath('package.json'), 'utf8')) as ReturnType<typeof manifest>;
}
