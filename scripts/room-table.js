import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { everyRoom, rooms } from './rooms.js';

/**
 * Writes the imports of each room into the table of ARCHITECTURE.md, from the rules that ESLint checks:
 * `node scripts/room-table.js`. With `--check`, which `npm run lint` runs, it only says whether the table is as it should be.
 */

const FILE = 'ARCHITECTURE.md';

/** A row of the table: a room, its content, its imports. */
const ROW = /^(\| `([\w-]+)\/`\s*\|.*\|)[^|]*\|$/;

/** Rooms that every other room may import, which are therefore not listed in each row. */
const COMMON = ['model', 'support'];

/**
 * The document with the imports of each room as the rules have them.
 * @param {string} document
 * @param {Readonly<Record<string, readonly string[]>>} allowed the rooms that each room may import
 * @throws {Error} for a room without a row, and a row without a room
 */
export function withImports(document, allowed = rooms) {
  const missing = new Set(Object.keys(allowed));
  const lines = document.split('\n').map((line) => {
    const [, before, room] = ROW.exec(line) ?? [];
    if (room === undefined) return line;
    if (!missing.delete(room))
      throw new Error(`${FILE}: the row of ${room}/ is not of a room, or a second one`);
    return `${before} ${importsText(room, allowed)} |`;
  });
  if (missing.size > 0) throw new Error(`${FILE}: the table lacks a row for ${[...missing].join(', ')}`);
  return lines.join('\n');
}

function importsText(room, allowed) {
  const own = allowed[room];
  const all = everyRoom.filter((name) => name in allowed);
  const isAll = all.length > 0 && all.every((name) => own.includes(name));
  const named = own.filter((name) => !(isAll ? all : COMMON).includes(name));
  if (isAll) return ['every room above `app/`', ...named].join(', ');
  if (named.length > 0) return named.join(', ');
  return own.length === 0 ? 'nothing' : own.join(', ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const before = readFileSync(FILE, 'utf8');
  const after = withImports(before);
  if (process.argv.includes('--check')) {
    if (after !== before)
      process.stderr.write(`${FILE} does not have the imports of rooms.js; run: npm run rooms\n`);
    process.exitCode = after === before ? 0 : 1;
  } else writeFileSync(FILE, after);
}
