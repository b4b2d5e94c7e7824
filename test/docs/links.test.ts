import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLink, DOCUMENTS, readDocument } from './documents.js';

describe.each(DOCUMENTS)('the links of %s', (name) => {
  it('lead to files and headings that are there', () => {
    const document = readDocument(name);
    const broken = document.targets.map((target) => [target, brokenLink(document, target)]);
    expect(broken.filter(([, problem]) => problem !== undefined)).toEqual([]);
  });
});

describe('the sources', () => {
  it('name documents and queries that are there', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const named = files.flatMap((file) =>
      [
        ...readFileSync(join('src', file), 'utf8').matchAll(/\b(?:docs|queries|kb)\/[\w-]+\.(?:md|rq|ttl)/g),
      ].map(([name]) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });
});

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
