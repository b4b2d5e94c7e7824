import { isMap, isScalar, LineCounter, parseDocument, type Document, type Pair, type YAMLMap } from 'yaml';
import { UsageError, messageOf } from '../model/errors.js';
import { didYouMean } from '../support/did-you-mean.js';
import type { crawlFields } from './crawl-settings.js';
import type { FieldMeta, Fields } from './field.js';

/** The section of limits, which all commands read. */
const LIMITS = 'limits';
/** The settings that may stand in it. */
export const LIMIT_NAMES: readonly string[] = [
  'maxPages',
  'maxSeconds',
  'maxDepth',
  'maxPagesPerHost',
  'maxBytes',
  'until',
] satisfies readonly (keyof typeof crawlFields)[];
/** The texts that `sfwc build` reads: arguments on the command line. */
const SOURCES = 'sources';

/** What a configuration file says to a command. */
export interface FileSettings {
  /** Values by the names of settings. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Where a setting stands, for messages: `sfwc.yaml, line 7: limits.maxPages`. */
  readonly placeOf: (name: string) => string;
  /** The texts to build from. */
  readonly sources: readonly string[];
}

/** Who reads a configuration file. */
export interface FileReader {
  /** The words that call the command: `crawl`, `kb info`. */
  readonly command: string;
  readonly fields: Fields;
  /** All commands: each may have a section. */
  readonly commands: readonly string[];
  /** The names of the settings of all commands. */
  readonly known: ReadonlySet<string>;
}

/** A key with its value and where it stands. */
interface Entry {
  readonly name: string;
  readonly value: unknown;
  readonly place: string;
}

/**
 * Reads a configuration file, YAML or JSON. At its top stand settings of any commands under their names in the API; a section
 * for a command (`crawl:`) wins over `limits:`, and that over the top. Settings of other commands are passed over.
 * @param file its name, for messages
 * @throws UsageError that names the file, the line, the key and the nearest known one
 */
export function readConfigFile(file: string, text: string, reader: FileReader): FileSettings {
  const { command, fields } = reader;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new UsageError(`${file}, line ${line}, column ${col}: ${messageOf(problem)}`);
  }
  const entriesOf = (map: YAMLMap, prefix: string): readonly Entry[] =>
    map.items.map((pair) =>
      toEntry(pair, document, (offset, name) => {
        return `${file}, line ${lines.linePos(offset).line}: ${prefix}${name}`;
      }),
    );
  const top = document.contents === null ? [] : entriesOf(mapOf(document.contents, file), '');
  // `seeds` is a setting and a command: with settings of its own it is the section of the command.
  const commands = reader.commands.filter(
    (name) => !reader.known.has(name) || isMap(document.get(name, true)),
  );
  const sectionOf = (name: string): readonly Entry[] => {
    const node = document.get(name, true);
    const place = top.find((entry) => entry.name === name)?.place ?? file;
    return node === undefined || (isScalar(node) && node.value === null)
      ? []
      : entriesOf(mapOf(node, place), `${name}.`);
  };
  const limits = sectionOf(LIMITS);
  for (const { name, place } of limits) checkName(name, place, LIMIT_NAMES, 'a limit');
  for (const other of commands.filter((name) => name !== command))
    for (const { name, place } of sectionOf(other)) checkName(name, place, reader.known, 'a setting');
  const own = sectionOf(command);
  for (const { name, place } of own)
    checkName(name, place, Object.keys(fields), `a setting of sfwc ${command}`);
  const general = top.filter(({ name }) => name !== LIMITS && !commands.includes(name));
  for (const entry of general) checkGeneral(entry, { ...reader, commands });
  return settingsOf([...general, ...limits, ...own], file, fields);
}

function settingsOf(entries: readonly Entry[], file: string, fields: Fields): FileSettings {
  const found = new Map(entries.map((entry) => [entry.name, entry]));
  const values = Object.entries(fields).flatMap(([name, { meta }]) => {
    const value = found.get(name)?.value ?? undefined;
    return value === undefined ? [] : [[name, asWritten(value, meta)] as const];
  });
  return {
    values: Object.fromEntries(values),
    placeOf: (name) => found.get(name)?.place ?? `${file}: ${name}`,
    sources: sourcesOf(found.get(SOURCES)),
  };
}

/** @throws UsageError for settings that are unknown, or that mean different things in different commands */
function checkGeneral({ name, place }: Entry, { commands, fields, known }: FileReader): void {
  if (name === SOURCES) return;
  checkName(name, place, [...known, ...commands, LIMITS, SOURCES], 'a setting or command');
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

function mapOf(node: unknown, place: string): YAMLMap {
  if (isMap(node)) return node;
  throw new UsageError(`${place}: must hold settings, as lines of \`name: value\``);
}

function toEntry(
  { key, value }: Pair,
  document: Document.Parsed,
  placeOf: (offset: number, name: string) => string,
): Entry {
  const name = isScalar(key) ? String(key.value) : 'a key that is not a name';
  const place = placeOf(isScalar(key) ? (key.range?.[0] ?? 0) : 0, name);
  const node = value as { toJS?: (document: Document.Parsed) => unknown } | null;
  try {
    return { name, place, value: node?.toJS?.(document) };
  } catch (thrown) {
    throw new UsageError(`${place}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** A value as its schema takes it: a single value in place of a list, and numbers where texts are taken. */
function asWritten(value: unknown, { written }: FieldMeta): unknown {
  if (written === 'number' || written === 'switch') return value;
  const asText = (one: unknown): unknown => (typeof one === 'number' ? String(one) : one);
  if (Array.isArray(value)) return value.map(asText);
  const isList = written === 'list' || written === 'repeatable' || written === 'each';
  return isList && typeof value !== 'object' ? [asText(value)] : asText(value);
}

function sourcesOf(entry: Entry | undefined): readonly string[] {
  const paths = [entry?.value ?? []].flat();
  if (paths.every((one): one is string => typeof one === 'string' && one !== '')) return paths;
  throw new UsageError(`${entry?.place}: must be a path or a list of paths`);
}
