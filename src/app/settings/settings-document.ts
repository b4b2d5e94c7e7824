import { isMap, isScalar, LineCounter, parseDocument, type Document, type Pair, type YAMLMap } from 'yaml';
import { messageOf, UsageError } from '../../model/errors.js';
import type { FieldMeta, Fields } from '../../support/settings/field.js';

/** A key of a file with settings, its value, and where it stands: `sfwc.yaml, line 7: crawl.maxPages`. */
export interface SettingEntry {
  readonly name: string;
  readonly value: unknown;
  readonly place: string;
}

/** A file with settings, which may have sections of them. */
export interface SettingsDocument {
  readonly top: readonly SettingEntry[];
  /** True if a key holds settings of its own. */
  isSection(name: string): boolean;
  /** Content of a section; empty without one. @throws UsageError where its value is not settings */
  section(name: string): readonly SettingEntry[];
}

/**
 * Reads a file with settings, YAML or JSON.
 * @param file its name, for messages
 * @throws UsageError that names file and line
 */
export function readSettingsDocument(file: string, text: string): SettingsDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new UsageError(`${file}, line ${line}, column ${col}: ${messageOf(problem)}`);
  }
  const entriesOf = (map: YAMLMap, prefix: string): readonly SettingEntry[] =>
    map.items.map((pair) =>
      toEntry(
        pair,
        document,
        (offset, name) => `${file}, line ${lines.linePos(offset).line}: ${prefix}${name}`,
      ),
    );
  const top = document.contents === null ? [] : entriesOf(mapOf(document.contents, file), '');
  return {
    top,
    isSection: (name) => isMap(document.get(name, true)),
    section(name) {
      const node = document.get(name, true);
      if (node === undefined || (isScalar(node) && node.value === null)) return [];
      const place = top.find((entry) => entry.name === name)?.place ?? file;
      return entriesOf(mapOf(node, place), `${name}.`);
    },
  };
}

/** The values of entries as their schemas take them; the last of a name counts. */
export function valuesOf(
  entries: readonly SettingEntry[],
  fields: Fields,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    entries.flatMap(({ name, value }) => {
      const meta = fields[name]?.meta;
      if (value === null || value === undefined) return [];
      return [[name, meta === undefined ? value : asWritten(value, meta)] as const];
    }),
  );
}

/** Places of settings, for messages; of one that is missing the file. */
export function placesOf(entries: readonly SettingEntry[], file: string): (name: string) => string {
  const found = new Map(entries.map(({ name, place }) => [name, place]));
  return (name) => found.get(name) ?? `${file}: ${name}`;
}

function mapOf(node: unknown, place: string): YAMLMap {
  if (isMap(node)) return node;
  throw new UsageError(`${place}: must hold settings, as lines of \`name: value\``);
}

function toEntry(
  { key, value }: Pair,
  document: Document.Parsed,
  placeOf: (offset: number, name: string) => string,
): SettingEntry {
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
