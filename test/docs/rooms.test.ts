import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { overBudget, withTables } from '../../scripts/room-table.js';
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

it('notices a table that is stale, and a document without a place for it', () => {
  const stale = document.replace(/^\| `web\/`.*\n/m, '');
  expect(stale).not.toBe(document);
  expect(withTables(stale)).toBe(document);
  expect(() => withTables(document.replace('<!-- extensions -->', ''))).toThrow(
    '<!-- extensions --> is missing',
  );
});

it('notices a room with more lines than its budget', () => {
  const known = {
    rooms: { attic: { content: 'old things', lines: 10 } },
    extensions: { shed: { content: 'tools', lines: 10 } },
  };
  expect(overBudget(() => 10, known)).toEqual([]);
  expect(overBudget((folder) => (folder === 'attic' ? 10 : 11), known)).toEqual([
    { folder: 'extensions/shed', most: 10, lines: 11 },
  ]);
});
