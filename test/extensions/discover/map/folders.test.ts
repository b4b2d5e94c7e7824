import { describe, expect, it } from '@jest/globals';
import { folderLines } from '../../../../src/extensions/discover/map/folder-lines.js';
import { foldersOf, type Folder } from '../../../../src/extensions/discover/map/folders.js';
import type { MapEntry } from '../../../../src/extensions/discover/map/site-entries.js';

const entry = (address: string, ...nouns: readonly string[]): MapEntry => ({
  ...{ url: `http://${address}`, sources: [], nouns, score: nouns.length },
});
const site = (...entries: readonly MapEntry[]): Folder => foldersOf('a.example', entries);
const linesOf = (folder: Folder, levels = 3): string[] => folderLines(folder, levels).trimEnd().split('\n');
/** `count` pages in each of these folders. */
const pages = (folders: readonly string[], count = 1): MapEntry[] =>
  folders.flatMap((folder) =>
    Array.from({ length: count }, (_, n) => entry(`a.example/${folder}/${n}.html`)),
  );
const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `f${n}`);

describe('the folders of a site', () => {
  it('count URLs, those that match and their nouns, the biggest first', () => {
    const { folders, ...root } = site(
      entry('a.example/', 'bee'),
      entry('a.example/news/1'),
      entry('a.example/honey/', 'honey'),
      entry('a.example/honey/1', 'honey', 'bee'),
      entry('a.example/honey/jars/2', 'wax'),
    );
    expect(root).toEqual({ name: 'a.example', urls: 5, matching: 4, nouns: ['bee', 'honey', 'wax'] });
    expect(folders.map(({ name, urls, matching }) => [name, urls, matching])).toEqual([
      ['honey/', 3, 3],
      ['news/', 1, 0],
    ]);
    expect(folders[0]?.folders).toEqual([
      { name: 'jars/', urls: 1, matching: 1, nouns: ['wax'], folders: [] },
    ]);
  });

  it('show a chain of folders as one, and other hosts of the domain by name', () => {
    const { folders } = site(
      entry('a.example/'),
      ...[1, 2].map((n) => entry(`a.example/en/health/${n}`)),
      entry('blog.a.example/'),
      entry('blog.a.example/posts/1'),
      entry('shop.a.example/x/y/z'),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual([
      'blog.a.example',
      'en/health/',
      'shop.a.example/x/y/',
    ]);
  });

  it('have names that can be read and can do no harm', () => {
    const { folders } = site(
      entry('a.example/%E2%80%AE%0Akilled%1B/1'),
      entry(`a.example/${'x'.repeat(99)}/1`),
    );
    expect(folders.map(({ name }) => name)).toEqual([`\\u202e killed\\u001b/`, `${'x'.repeat(60)}…`]);
  });

  it('are bounded in depth and number', () => {
    const deep = site(entry('a.example/1'), entry(`a.example/${'d/'.repeat(5000)}`));
    expect(deep.folders.map(({ name, folders }) => [name, folders.length])).toEqual([['d/'.repeat(10), 0]]);
    const many = site(...pages(numbered(21_000)));
    expect([many.urls, many.folders.length]).toEqual([21_000, 20_000]);
  });
});

describe('the lines of a site', () => {
  it('are an indented table as deep as was asked', () => {
    const folder = site(
      entry('a.example/'),
      entry('a.example/honey/jars/1', 'honey'),
      entry('a.example/honey/2'),
    );
    expect(linesOf(folder)).toEqual([
      'folder     URLs  match  nouns',
      'a.example     3      1  honey',
      '  honey/      2      1  honey',
      '    jars/     1      1  honey',
    ]);
    expect(linesOf(folder, 1)).toHaveLength(3);
  });

  it('are few where folders are many, of which none is forgotten', () => {
    const lines = linesOf(
      site(...numbered(100).flatMap((name) => pages([`a/${name}`, `${name}/x`, `${name}/y`]))),
    );
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.length).toBeLessThanOrEqual(41);
    const shown = lines
      .filter((line) => /^ {2}\S/.test(line))
      .map((line) => Number(/ (\d+) +\d+$/.exec(line)?.[1]));
    expect(shown.reduce((sum, urls) => sum + urls, 0)).toBe(300);
    expect(lines.at(-1)).toMatch(/^ {2}… \d+ more +\d+ +0$/);
  });

  it('name small folders only where something in them matches', () => {
    const lines = linesOf(
      site(...pages(['big'], 1000), ...pages(numbered(9)), entry('a.example/s/1', 'bee')),
    );
    expect(lines.slice(2).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['big/', '1000', '0'],
      ['s/', '1', '1', 'bee'],
      ['… 9 more', '9', '0'],
    ]);
  });
});
