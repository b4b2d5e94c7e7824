import { fileURLToPath } from 'node:url';

/** The place of something that comes with the package: samples, queries. */
export function packagedPath(name: string): string {
  return fileURLToPath(new URL(`../../../${name}`, import.meta.url));
}
