import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { messageOf, UsageError } from '../../model/errors.js';
import { didYouMean } from '../../support/did-you-mean.js';
import type { FieldMeta, Fields } from '../../support/settings/field.js';

/** A key of a file with settings, its value, and where it stands: `sfwc.yaml, line 7: crawl.maxPages`. */
type SettingEntry = { readonly name: string; readonly value: unknown; readonly place: string };

/** Reads a file with settings, YAML or JSON. @throws UsageError that names file and line */
export function readSettingsDocument(file: string, text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new UsageError(`${file}, line ${line}, column ${col}: ${messageOf(problem)}`);
  }
  const entriesOf = (map: unknown, parent: string, prefix = ''): readonly SettingEntry[] => {
    if (!isMap(map)) throw new UsageError(`${parent}: must hold settings, as lines of \`name: value\``);
    return map.items.map(({ key, value }) => {
      const [name, offset] = isScalar(key)
        ? [String(key.value), key.range?.[0]]
        : ['a key that is not a name'];
      const place = `${file}, line ${lines.linePos(offset ?? 0).line}: ${prefix}${name}`;
      const node = value as { toJS?: (owner: typeof document) => unknown } | null;
      try {
        return { name, place, value: node?.toJS?.(document) };
      } catch (thrown) {
        throw new UsageError(`${place}: ${messageOf(thrown)}`, { cause: thrown });
      }
    });
  };
  const top = document.contents === null ? [] : entriesOf(document.contents, file);
  return {
    top,
    /** True if a key holds settings of its own. */
    isSection: (name: string): boolean => isMap(document.get(name, true)),
    /** Content of a section; empty without one. @throws UsageError where its value is not settings */
    section(name: string): readonly SettingEntry[] {
      const node = document.get(name, true);
      if (node === undefined || (isScalar(node) && node.value === null)) return [];
      return entriesOf(node, placesOf(top, file)(name), `${name}.`);
    },
  };
}

/** The values of entries as their schemas take them; the last of a name counts. */
export function valuesOf(entries: readonly SettingEntry[], fields: Fields): FileSettings['values'] {
  const given = entries.filter(({ value }) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(({ name, value }) => [name, asWritten(value, fields[name]?.meta)]));
}

/** A value as its schema takes it: a single value in place of a list, and numbers where texts are taken. */
function asWritten(value: unknown, meta: FieldMeta | undefined): unknown {
  const written = meta?.written;
  if (meta === undefined || written === 'number' || written === 'switch') return value;
  const asText = (one: unknown): unknown => (typeof one === 'number' ? String(one) : one);
  if (Array.isArray(value)) return value.map(asText);
  const isList = written === 'list' || written === 'repeatable' || written === 'each';
  return isList && typeof value !== 'object' ? [asText(value)] : asText(value);
}

/** Places of settings, for messages; of one that is missing the file. */
export function placesOf(entries: readonly SettingEntry[], file: string): (name: string) => string {
  const found = new Map(entries.map(({ name, place }) => [name, place]));
  return (name) => found.get(name) ?? `${file}: ${name}`;
}

/** The texts that `sfwc build` reads: arguments on the command line. */
const SOURCES = 'sources';

export interface FileSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** Place of a setting, for messages: `sfwc.yaml, line 7: crawl.maxPages`. */
  readonly placeOf: (name: string) => string;
  readonly sources: readonly string[];
}

interface FileReader {
  /** The words that call the command: `crawl`, `kb info`. */
  readonly command: string;
  readonly fields: Fields;
  /** All commands: each may have a section. */
  readonly commands: readonly string[];
  readonly known: ReadonlySet<string>;
}

/**
 * Reads a configuration file, YAML or JSON. At its top stand settings of any commands; a section for a command (`crawl:`) wins
 * over the top. Settings of other commands are passed over.
 * @throws UsageError that names the file, the line, the key and the nearest known one
 */
export function readConfigFile(file: string, text: string, reader: FileReader): FileSettings {
  const { command, fields, known } = reader;
  const document = readSettingsDocument(file, text);
  // `seeds` is a setting and a command: with settings of its own it is the section of the command.
  const commands = reader.commands.filter((name) => !known.has(name) || document.isSection(name));
  for (const other of commands.filter((name) => name !== command))
    for (const entry of document.section(other)) checkName(entry, known, 'a setting');
  const own = document.section(command);
  for (const entry of own) checkName(entry, Object.keys(fields), `a setting of sfwc ${command}`);
  const general = document.top.filter(({ name }) => !commands.includes(name));
  for (const entry of general) {
    checkName(entry, [...known, ...commands, SOURCES], 'a setting or command');
    if (entry.name !== SOURCES && fields[entry.name]?.meta.argumentOnly === true)
      throw new UsageError(`${entry.place}: means something else in other commands`, {
        hint: 'put it into the section of the command',
      });
  }
  // At the top, the sources are texts; in its section, those of the command.
  const values = [...general.filter(({ name }) => name !== SOURCES && name in fields), ...own];
  const sources = general.find(({ name }) => name === SOURCES);
  const paths = [sources?.value ?? []].flat();
  if (!paths.every((one): one is string => typeof one === 'string' && one !== ''))
    throw new UsageError(`${sources?.place}: must be a path or a list of paths`);
  const placeOf = placesOf([...general, ...own], file);
  return { values: valuesOf(values, fields), placeOf, sources: paths };
}

function checkName({ name, place }: SettingEntry, known: Iterable<string>, what: string): void {
  const names = [...known];
  if (!names.includes(name)) throw new UsageError(`${place}: is not ${what}${didYouMean(name, names)}`);
}
