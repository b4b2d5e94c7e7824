/**
 * Writes the table of docs/commands.md of the settings that are not options. `npm run build && npm run settings`. A test fails
 * while the table is not what this makes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const FILE = 'docs/commands.md';
const [BEGIN, END] = ['<!-- settings -->', '<!-- end of settings -->'];

/** The rows of a table. @param sets the settings of each command, by the words that call it */
export function settingsTable(sets) {
  const found = new Map();
  for (const [command, fields] of sets)
    for (const [name, field] of Object.entries(fields)) {
      if (field.meta.noOption !== true) continue;
      const { commands } = found.get(name) ?? { commands: [] };
      found.set(name, { field, commands: [...commands, command] });
    }
  const rows = [...found].map(
    ([name, { field, commands }]) =>
      `| \`${name}\` | ${field.meta.help.replaceAll('|', '\\|')} | ${defaultOf(field.schema)} | ${commandsText(commands)} |`,
  );
  return ['| setting | meaning | default | commands |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Text with the table between its marks. */
export function withTable(text, table) {
  const [before, rest] = text.split(BEGIN);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`;
}

function commandsText(commands) {
  return commands.length > 4 ? `${commands.slice(0, 3).join(', ')} and others` : commands.join(', ');
}

function defaultOf(schema) {
  const { success, data } = schema.safeParse(undefined);
  if (!success || data === undefined || data === false || (Array.isArray(data) && data.length === 0))
    return '';
  return `\`${data}\``;
}

/** The settings of all commands, by the words that call them. */
export async function allSettings(commands, before = '') {
  const sets = [];
  for (const one of commands) {
    const words = `${before} ${one.name}`.trim();
    if ('commands' in one) sets.push(...(await allSettings(one.commands, words)));
    else sets.push([words, (await one.load()).fields]);
  }
  return sets;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { COMMANDS } = await import('../dist/cli/commands.js');
  writeFileSync(FILE, withTable(readFileSync(FILE, 'utf8'), settingsTable(await allSettings(COMMANDS))));
}
