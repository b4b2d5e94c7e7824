import { UsageError } from '../../model/errors.js';
import { didYouMean } from '../../support/did-you-mean.js';
import type { Fields } from '../../support/settings/field.js';
import { placesOf, readSettingsDocument, valuesOf, type SettingEntry } from './settings-document.js';

/** The texts that `sfwc build` reads: arguments on the command line. */
const SOURCES = 'sources';

/** Settings of a configuration file for a command. */
export interface FileSettings {
  /** Values by the names of settings. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Place of a setting, for messages: `sfwc.yaml, line 7: crawl.maxPages`. */
  readonly placeOf: (name: string) => string;
  /** The texts to build from. */
  readonly sources: readonly string[];
}

/** Reader of a configuration file. */
export interface FileReader {
  /** The words that call the command: `crawl`, `kb info`. */
  readonly command: string;
  readonly fields: Fields;
  /** All commands: each may have a section. */
  readonly commands: readonly string[];
  /** The names of the settings of all commands. */
  readonly known: ReadonlySet<string>;
}

/**
 * Reads a configuration file, YAML or JSON. At its top stand settings of any commands under their names in the API; a section
 * for a command (`crawl:`) wins over the top. Settings of other commands are passed over.
 * @param file its name, for messages
 * @throws UsageError that names the file, the line, the key and the nearest known one
 */
export function readConfigFile(file: string, text: string, reader: FileReader): FileSettings {
  const { command, fields } = reader;
  const document = readSettingsDocument(file, text);
  // `seeds` is a setting and a command: with settings of its own it is the section of the command.
  const commands = reader.commands.filter((name) => !reader.known.has(name) || document.isSection(name));
  for (const other of commands.filter((name) => name !== command))
    for (const { name, place } of document.section(other)) checkName(name, place, reader.known, 'a setting');
  const ownNames = Object.keys(fields);
  const own = document.section(command);
  for (const { name, place } of own) checkName(name, place, ownNames, `a setting of sfwc ${command}`);
  const general = document.top.filter(({ name }) => !commands.includes(name));
  for (const entry of general) checkGeneral(entry, { ...reader, commands });
  const entries = [...general, ...own];
  // At the top, the sources are texts; in its section, those of the command.
  const values = [...general.filter(({ name }) => name !== SOURCES), ...own];
  return {
    values: valuesOf(
      values.filter(({ name }) => ownNames.includes(name)),
      fields,
    ),
    placeOf: placesOf(entries, file),
    sources: sourcesOf(general.findLast(({ name }) => name === SOURCES)),
  };
}

/** @throws UsageError for settings that are unknown, or that mean different things in different commands */
function checkGeneral({ name, place }: SettingEntry, { commands, fields, known }: FileReader): void {
  if (name === SOURCES) return;
  checkName(name, place, [...known, ...commands, SOURCES], 'a setting or command');
  if (fields[name]?.meta.argumentOnly === true) {
    throw new UsageError(`${place}: means something else in other commands`, {
      hint: 'put it into the section of the command',
    });
  }
}

function checkName(name: string, place: string, known: Iterable<string>, what: string): void {
  const names = [...known];
  if (!names.includes(name)) throw new UsageError(`${place}: is not ${what}${didYouMean(name, names)}`);
}

function sourcesOf(entry: SettingEntry | undefined): readonly string[] {
  const paths = [entry?.value ?? []].flat();
  if (paths.every((one): one is string => typeof one === 'string' && one !== '')) return paths;
  throw new UsageError(`${entry?.place}: must be a path or a list of paths`);
}
