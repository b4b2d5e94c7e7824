/**
 * Writes src/judging/plugins/extension-list.ts and a shorter list: what the extensions bring, so that help and settings
 * list it without loading them, and which of them find nouns. It comes from their `extension.ts`, as they are
 * built. A test fails while the files are not what this makes.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { inspect } from 'node:util';
import { format, resolveConfig } from 'prettier';

const FILE = 'src/judging/plugins/extension-list.ts';
const ANNOTATOR_FILE = 'src/language/text/annotator-list.ts';

/** The kinds of parts that are listed. */
const LISTED = ['commands', 'classifiers', 'strategies', 'linkers'];

/** A declaration as one line of code. */
const row = (value) => inspect(value, { depth: null, breakLength: Infinity, compact: true });

/** The members of an object, a line each. */
const rows = (object, indent) =>
  Object.entries(object)
    .map(([name, value]) => `${indent}'${name}': ${row(value)},`)
    .join('\n');

const union = (names) => names.map((name) => `'${name}'`).join(' | ');

/** What a declaration says, without what loads or makes it. */
function withoutCode(part) {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => typeof value !== 'function'));
}

/**
 * The text of the file.
 * @param plugins what each extension declares, by the extension's name
 * @param core the strategies of the core, which a room above that of the list declares
 */
export async function extensionList(plugins, core) {
  const entries = Object.entries(plugins).flatMap(([name, plugin]) => {
    const kinds = LISTED.filter((kind) => plugin[kind] !== undefined).map((kind) => {
      const parts = Object.entries(plugin[kind]).map(([named, part]) => [named, withoutCode(part)]);
      // Strategies are described once, above.
      if (kind === 'strategies')
        return `strategies: { ${parts.map(([named]) => `'${named}': STRATEGIES['${named}']`).join(', ')} },`;
      return `${kind}: {\n${rows(Object.fromEntries(parts), '    ')}\n  },`;
    });
    return kinds.length === 0 ? [] : [`  { name: '${name}', ${kinds.join(' ')} },`];
  });
  const ports = Object.entries(plugins).flatMap(([name, plugin]) =>
    Object.keys(plugin.ports ?? {}).map((port) => [port, name]),
  );
  const names = (kind) => Object.values(plugins).flatMap((plugin) => Object.keys(plugin[kind] ?? {}));
  const text = [
    '// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.',
    "import type { CommandDeclaration } from '../../support/settings/command-body.js';",
    "import type { ClassifierDescription } from '../classifiers/classifier.js';",
    "import type { StrategyDescription } from '../../model/strategy.js';",
    "import type { LinkerDescription } from '../linkers/linker.js';",
    '',
    '/** What an extension declares. It is loaded when one of its parts is named. */',
    'export interface ListedExtension {',
    '  /** Its folder in `src/extensions/`. */',
    '  readonly name: string;',
    '  /** Its commands by the words that call them. */',
    "  readonly commands?: Readonly<Record<string, Omit<CommandDeclaration, 'load'>>>;",
    '  readonly classifiers?: Readonly<Record<string, ClassifierDescription>>;',
    '  readonly strategies?: Readonly<Record<string, StrategyDescription>>;',
    '  readonly linkers?: Readonly<Record<string, LinkerDescription>>;',
    '}',
    '',
    '/** The classifiers of extensions. */',
    `export type ExtensionClassifier = ${union(names('classifiers'))};`,
    '',
    '/** The crawling strategies by name, in the order of the help: those of the core, then those of extensions. */',
    '// prettier-ignore',
    `export const STRATEGIES = {\n${rows(strategiesOf(plugins, core), '  ')}\n} as const satisfies Readonly<Record<string, StrategyDescription>>;`,
    '',
    'export type StrategyName = keyof typeof STRATEGIES;',
    '',
    '/** The linkers of extensions. */',
    `export type ExtensionLinker = ${union(names('linkers'))};`,
    '',
    '/** The extensions that implement ports, by the names of these. */',
    `export const PORTS = ${JSON.stringify(Object.fromEntries(ports))};`,
    '',
    '/** The extensions that bring parts which help or settings list. */',
    '// prettier-ignore',
    `export const EXTENSIONS: readonly ListedExtension[] = [\n${entries.join('\n')}\n];`,
    '',
  ].join('\n');
  return format(text, { ...(await resolveConfig(FILE)), filepath: FILE });
}

/** What all strategies say of themselves, by name. */
function strategiesOf(plugins, core) {
  const all = [core, ...Object.values(plugins).map(({ strategies = {} }) => strategies)];
  return Object.fromEntries(
    all.flatMap((some) => Object.entries(some).map(([name, part]) => [name, withoutCode(part)])),
  );
}

/** The text of the file with the annotators of extensions, which the room of texts looks into. */
export async function annotatorList(plugins) {
  const entries = Object.entries(plugins).flatMap(([extension, { annotators = {} }]) =>
    Object.entries(annotators).map(([language, { name }]) => [language, { extension, name }]),
  );
  const text = [
    '// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.',
    '',
    '/** The annotators of extensions by the ISO 639-1 code of the language that they find nouns in. */',
    `export const ANNOTATORS: Readonly<Record<string, { readonly extension: string; readonly name: string }>> = ${JSON.stringify(Object.fromEntries(entries))};`,
    '',
  ].join('\n');
  return format(text, { ...(await resolveConfig(ANNOTATOR_FILE)), filepath: ANNOTATOR_FILE });
}

/** The strategies of the core, in a folder of built modules. */
export async function coreStrategiesIn(folder) {
  const file = path.resolve(folder, 'crawling/priority/strategy-table.js');
  return (await import(pathToFileURL(file).href)).CORE_STRATEGIES;
}

/** The declarations of the extensions in a folder, by name. */
export async function declaredIn(folder) {
  const fileOf = (name) => path.resolve(folder, name, 'extension.js');
  const names = readdirSync(folder).filter((name) => existsSync(fileOf(name)));
  const modules = names.map(async (name) => [name, (await import(pathToFileURL(fileOf(name)).href)).default]);
  return Object.fromEntries(await Promise.all(modules));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const declared = await declaredIn('dist/extensions');
  writeFileSync(FILE, await extensionList(declared, await coreStrategiesIn('dist')));
  writeFileSync(ANNOTATOR_FILE, await annotatorList(declared));
}
