import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withImports } from '../../scripts/room-table.js';
import { ROOT } from '../cli/run.js';

const document = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');

it('has the imports of each room in ARCHITECTURE.md as ESLint checks them', () => {
  expect(withImports(document)).toBe(document);
});

it('notices a table that is stale, and a room without a row', () => {
  const stale = document.replace(/^(\| `ratings\/`.*\|).*\|$/m, '$1 nothing |');
  expect(stale).not.toBe(document);
  expect(withImports(stale)).toBe(document);
  expect(() => withImports(document.replace(/^\| `ratings\/`.*\n/m, ''))).toThrow('lacks a row for ratings');
  expect(() => withImports('| `attic/` | old | model |', {})).toThrow('attic');
});
