import { expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';

/** A path of the repository between backticks, with or without `src/`. */
const PATH = /`((?:[\w-]+\/)+[\w-]+\.[jt]s)`/g;

/** The paths of code that a document names. */
function pathsIn(document: string): readonly string[] {
  return [...readFileSync(document, 'utf8').matchAll(PATH)].map(([, path = '']) => path);
}

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files that exist', (document) => {
  const paths = pathsIn(document);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(`src/${path}`) && !existsSync(path))).toEqual([]);
});
