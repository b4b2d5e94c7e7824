import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { extensions, productionPackages, rooms } from './rooms.js';

/**
 * Writes the tables of rooms and extensions into ARCHITECTURE.md, from the rules that ESLint checks:
 * `node scripts/room-table.js`. With `--check`, which `npm run lint` runs, it only says whether they are as they should be,
 * which rooms have more lines than their budget, and whether there are more packages than theirs.
 */

const FILE = 'ARCHITECTURE.md';

/**
 * The document with the tables as the rules have them.
 * @param {string} document
 * @throws {Error} where the document has no place for a table
 */
export function withTables(document, known = { rooms, extensions }) {
  return Object.entries(known).reduce((text, [kind, entries]) => {
    const place = new RegExp(`(<!-- ${kind} -->\n)[^]*?(<!-- end of ${kind} -->)`);
    if (!place.test(text)) throw new Error(`${FILE}: <!-- ${kind} --> is missing`);
    return text.replace(place, (_all, begin, end) => `${begin}\n${tableOf(kind, entries)}\n\n${end}`);
  }, document);
}

function tableOf(kind, entries) {
  const rows = Object.entries(entries).map(
    ([name, { content, lines }]) => `| \`${name}/\` | ${content} | ${lines} |`,
  );
  return [`| ${kind.slice(0, -1)} | content | lines at most |`, '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * The rooms and extensions that have more lines than they may, each with its lines.
 * @param {(folder: string) => number} linesOf the lines of a folder of src/
 */
export function overBudget(linesOf = linesIn, known = { rooms, extensions }) {
  const folders = [
    ...Object.entries(known.rooms),
    ...Object.entries(known.extensions).map(([name, rules]) => [`extensions/${name}`, rules]),
  ];
  return folders
    .map(([folder, { lines: most }]) => ({ folder, most, lines: linesOf(folder) }))
    .filter(({ lines, most }) => lines > most);
}

/**
 * Number of packages that are installed without development, optional ones included.
 * @param lock content of package-lock.json
 */
export function countPackages(lock) {
  const packages = Object.entries(JSON.parse(lock).packages);
  return packages.filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional).length;
}

/** Lines of TypeScript in a folder of src/. */
export function linesIn(folder) {
  const root = path.join('src', folder);
  return readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .reduce((sum, name) => sum + readFileSync(path.join(root, name), 'utf8').split('\n').length - 1, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const before = readFileSync(FILE, 'utf8');
  const after = withTables(before);
  if (process.argv.includes('--check')) {
    if (after !== before)
      process.stderr.write(`${FILE} does not have the rooms of rooms.js; run: npm run rooms\n`);
    const over = overBudget();
    for (const { folder, lines, most } of over)
      process.stderr.write(
        `src/${folder} has ${lines} lines, at most ${most} are allowed (scripts/rooms.js): move or remove code\n`,
      );
    const packages = countPackages(readFileSync('package-lock.json', 'utf8'));
    if (packages > productionPackages)
      process.stderr.write(
        `package-lock.json has ${packages} production packages, at most ${productionPackages} are allowed (scripts/rooms.js)\n`,
      );
    process.exitCode = after === before && over.length === 0 && packages <= productionPackages ? 0 : 1;
  } else writeFileSync(FILE, after);
}
