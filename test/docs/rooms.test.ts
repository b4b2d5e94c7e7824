import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countPackages, withTables } from '../../scripts/room-table.js';
import { extensions, rooms } from '../../scripts/rooms.js';
import { ROOT } from '../cli/run.js';

const document = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');

function foldersOf(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

it('has the rooms and extensions in ARCHITECTURE.md as ESLint checks them', () => {
  expect(withTables(document)).toBe(document);
});

it('has rules for every folder, and for nothing else', () => {
  expect(foldersOf('src')).toEqual([...Object.keys(rooms), 'extensions'].sort());
  expect(foldersOf('src/extensions')).toEqual(Object.keys(extensions).sort());
});

it('counts the packages that are installed without development', () => {
  const packages = {
    '': {},
    'node_modules/a': {},
    'node_modules/b': { optional: true },
    'node_modules/c': { dev: true },
  };
  expect(countPackages(JSON.stringify({ packages }))).toBe(2);
});
