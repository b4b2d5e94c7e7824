import { readFileSync } from 'node:fs';
import { packagedPath } from './files/packaged-path.js';

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packagedPath('package.json'), 'utf8')) as { version: string };
  return version;
}
