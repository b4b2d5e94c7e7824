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

describe('the check of links', () => {
  const readme = readDocument('README.md');

  it.each([
    ['docs/nothing.md', 'docs/nothing.md does not exist'],
    ['docs/judging.md#nothing', 'docs/judging.md does not have the heading #nothing'],
    ['#nothing', 'README.md does not have the heading #nothing'],
    ['../outside', '../outside does not exist'],
    ['https//example.org', 'https/example.org does not exist'],
    ['https://exa mple.org', 'is not a web address'],
    ['javascript:alert(1)', 'is not a web address'],
  ])('finds that %s is broken', (target, problem) => {
    expect(brokenLink(readme, target)).toBe(problem);
  });

  it('finds links in tables, lists, images and HTML', () => {
    expect(readme.targets).toEqual(expect.arrayContaining(['docs/topics.md', 'docs/judging.md']));
    expect(readme.targets).toEqual(
      expect.arrayContaining(['docs/terminal.svg', 'docs/film-dark.webp', 'docs/film-light.webp']),
    );
  });
});
