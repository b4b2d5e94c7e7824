/**
 * Writes src/cli/extension-list.ts: what the extensions bring, so that the help lists their commands without loading them, out
 * of their `extension.ts`. `npm run build && npm run extensions`. A test fails while the file is not what this makes.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

const FILE = 'src/cli/extension-list.ts';

/** The text of the file. @param plugins what each extension declares, by the extension's name */
export async function extensionList(plugins) {
  const entries = Object.entries(plugins).map(([name, { commands = {} }]) => {
    const listed = Object.entries(commands).map(([words, { section, args, summary, group }]) => [
      words,
      { section, args, summary, group },
    ]);
    const load = `async () => (await import('../extensions/${name}/extension.js')).default`;
    return `{ load: ${load}, commands: ${JSON.stringify(Object.fromEntries(listed))} }`;
  });
  const text = [
    '// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.',
    "import type { Plugin } from '../judging/plugins/plugin.js';",
    "import type { PluginCommand } from '../support/settings/command-body.js';",
    '',
    '/** An extension, before it is loaded. */',
    'export interface ListedExtension {',
    '  readonly load: () => Promise<Plugin>;',
    '  /** Its commands by the words that call them. */',
    "  readonly commands: Readonly<Record<string, Omit<PluginCommand, 'load'>>>;",
    '}',
    '',
    '/** The extensions of sfwc. */',
    `export const EXTENSIONS: readonly ListedExtension[] = [${entries.join(',')}];`,
    '',
  ].join('\n');
  return format(text, { ...(await resolveConfig(FILE)), filepath: FILE });
}

/** The declarations of the extensions in a folder, by name. */
export async function declaredIn(folder) {
  const fileOf = (name) => path.resolve(folder, name, 'extension.js');
  const names = readdirSync(folder).filter((name) => existsSync(fileOf(name)));
  const modules = names.map(async (name) => [name, (await import(pathToFileURL(fileOf(name)).href)).default]);
  return Object.fromEntries(await Promise.all(modules));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(FILE, await extensionList(await declaredIn('dist/extensions')));
