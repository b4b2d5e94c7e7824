import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { DEFAULT_CORPUS_OPTIONS, finishDraft, problem, Unreadable } from '../../language/corpus/draft.js';
import type { OpenRecords } from '../../language/corpus/options.js';
import { readLines, type Line } from './lines.js';
import type {
  CorpusSettings,
  FoundFields,
  FoundRecord,
  RecordFormat,
  TableSettings,
} from '../../language/corpus/records/record-files.js';
import { detectLanguage } from '../../language/text/language.js';
import type { CorpusItem } from '../../model/document.js';
import { messageOf } from '../../model/errors.js';
import { readBytes, SourceEnds } from '../../support/files/source-bytes.js';
import { given } from '../../support/given.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { decodeWindows1252 } from '../../support/text/text-decoder.js';
import { decodeStrictUtf8 } from '../../web/page/charset.js';
import { webAddress } from '../../web/page/links.js';
import { languageTag } from '../../web/page/metadata.js';

/**
 * The readers of a format. A record without id gets `file:position`, one without title its id. Ids that the records state are kept as they are
 * when the file is the source; inside a folder they carry its path (`2024/news.csv#17`), since files number their
 * records alike, except where they are addresses. A record that cannot be used or whose id came before is a problem and
 * skipped; a file that breaks off gives its good records, then a problem.
 */
export function recordReader({ unit, hasGlobalIds, read }: RecordFormat): OpenRecords {
  return (source, options = {}, pathInFolder) => {
    const settings: CorpusSettings = { ...DEFAULT_CORPUS_OPTIONS, detectLanguage, ...given(options) };
    const { detectLanguage: detect, maximumCharacters } = settings;
    const place = (position: number): string => `${source}:${unit === 'line' ? '' : ' byte '}${position}`;
    const idOf = (stated: string | undefined, position: number): string => {
      if (stated === undefined) return `${pathInFolder ?? basename(source)}:${position}`;
      return pathInFolder === undefined || hasGlobalIds ? stated : `${pathInFolder}#${stated}`;
    };
    async function* documents(): AsyncGenerator<CorpusItem> {
      const seen = new Set<string>();
      for await (const found of read(() => readBytes(source), settings)) {
        const where = place(found.position);
        if ('problem' in found) yield problem(where, found.problem);
        else {
          const id = idOf(found.id, found.position);
          const again = `duplicate id '${found.id ?? id}'; the first document stays, give this one another id`;
          if (seen.has(id)) yield problem(where, again);
          else yield* finishDraft(found.draft, { id, where }, detect, maximumCharacters);
          seen.add(id);
        }
      }
    }
    return {
      name: source,
      async *read() {
        try {
          yield* documents();
        } catch (thrown) {
          if (!(thrown instanceof SourceEnds)) throw thrown;
          yield problem(place(thrown.position), thrown.message);
        }
      },
    };
  };
}

type FieldSetting = 'textField' | 'titleField' | 'idField' | 'languageField' | 'urlField' | 'subjectField';

/** The name of a field; case does not matter, and the usual name will do where the settings say so. */
function nameOf(names: readonly string[], field: FieldSetting, settings: CorpusSettings): string | undefined {
  const wanted = [settings[field], ...(settings.usualFields ? [DEFAULT_CORPUS_OPTIONS[field]] : [])];
  const lower = (name: string): string => name.toLowerCase();
  return wanted
    .map((name) => names.find((one) => one === name) ?? names.find((one) => lower(one) === lower(name)))
    .find((name) => name !== undefined);
}

/** Makes a record of named fields by the names in the settings; numbers count as text. */
function recordOfFields(one: FoundFields, settings: CorpusSettings): FoundRecord {
  if ('problem' in one) return one;
  const { position, fields } = one;
  const present = Object.keys(fields);
  const at = (field: FieldSetting): unknown => fields[nameOf(present, field, settings) ?? ''];
  const text = at('textField');
  if (typeof text !== 'string') {
    const named = present.slice(0, 10).join(', ');
    const problem = `no text in field '${settings.textField}' (fields: ${named}); name the field that holds it (textField)`;
    return { position, problem };
  }
  const subject = textOf(at('subjectField'))?.trim() ?? '';
  return {
    position,
    id: textOf(at('idField'))?.trim(),
    draft: {
      text,
      title: textOf(at('titleField')),
      language: languageTag(textOf(at('languageField'))),
      sourceUrl: webAddress(textOf(at('urlField')) ?? ''),
      // A web IRI, as it is written: http://dbpedia.org/resource/Insulin.
      subject: webAddress(subject) !== undefined && isIri(subject) ? subject : undefined,
    },
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

type Fields<Value = unknown> = Readonly<Record<string, Value>>;

/** Reads a record; what makes it unreadable is its problem. */
function found<Value>(position: number, read: () => Fields<Value>): FoundFields<Value> {
  try {
    return { position, fields: read() };
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { position, problem: thrown.message };
  }
}

/** The objects of JSON lines; empty lines are passed over. */
export async function* readObjects(
  bytes: AsyncIterable<Uint8Array>,
  maximumLineBytes: number,
): AsyncGenerator<FoundFields> {
  for await (const { number, bytes: line } of readLines(bytes, maximumLineBytes)) {
    const source = line === undefined ? undefined : decodeStrictUtf8(line);
    if (source?.trim() !== '')
      yield found(number, () => {
        if (line === undefined) throw new Unreadable(`the line is longer than ${maximumLineBytes} bytes`);
        if (source === undefined) throw new Unreadable('the line is not valid UTF-8; save the file as UTF-8');
        return parseObject(source);
      });
  }
}

/** @throws Unreadable */
function parseObject(source: string): Fields {
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch (thrown) {
    throw new Unreadable(`not valid JSON (${messageOf(thrown)}); write one JSON object per line`);
  }
  throw new Unreadable('the line is JSON but not an object; write one JSON object per line');
}

/** Reads a file with one JSON object per line (.jsonl, .ndjson; also with .gz); fields are named by the options. */
export const createJsonLinesReader = recordReader({
  unit: 'line',
  hasGlobalIds: false,
  async *read(openBytes, settings) {
    for await (const one of readObjects(openBytes(), settings.maximumLineBytes))
      yield recordOfFields(one, settings);
  },
});

/** Names of delimiters, for messages. */
const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** The delimiter that the header holds most of, outside quotes; a spreadsheet's language decides about it. */
function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return Object.keys(DELIMITERS).reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** A first line that states the delimiter for spreadsheets: `sep=;`. */
const STATED = /^\uFEFF?sep=(.)\s*$/i;
/** Records above the header, such as a title, notes and comments. */
const MAX_ABOVE = 20;

/** True if a quoted field is open at the end of a line: a quote opens at the begin of a field, a doubled one stands for itself. */
function endsInQuotes(line: string, delimiter: string, before: boolean): boolean {
  let quoted = before;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
    if (!quoted) quoted = at === 0 || line[at - 1] === delimiter;
    else if (line[at + 1] === '"') at += 1;
    else quoted = false;
  }
  return quoted;
}

/** Tells the delimiter of each record. @param hasHeader true once the header was found: until then each may have another one */
function watchDelimiter(hasHeader: () => boolean) {
  let stated: string | undefined;
  let delimiter = ',';
  return {
    /** True for a first line that states the delimiter. */
    isStated: ({ number }: Line, text: string): boolean => {
      if (number === 1) stated = STATED.exec(text)?.[1];
      return number === 1 && stated !== undefined;
    },
    of: (text: string): string => {
      if (!hasHeader()) delimiter = stated ?? delimiterOf(text);
      return delimiter;
    },
  };
}

/** The records of delimited text, which may spread over several lines; without text where they are too long. */
async function* tableRecords(lines: AsyncIterable<Line>, maximumBytes: number, hasHeader: () => boolean) {
  const delimiters = watchDelimiter(hasHeader);
  let [begin, length, quoted] = [0, 0, false];
  let parts: string[] = [];
  let delimiter = ',';
  for await (const line of lines) {
    const { number, bytes } = line;
    const text = bytes === undefined ? '' : (decodeStrictUtf8(bytes) ?? decodeWindows1252(bytes));
    if (delimiters.isStated(line, text)) continue;
    if (parts.length === 0) [begin, delimiter] = [number, delimiters.of(text)];
    length += bytes?.length ?? Infinity;
    parts.push(length > maximumBytes ? '' : text);
    quoted = endsInQuotes(text, delimiter, quoted);
    if (quoted) continue;
    yield { line: begin, text: length > maximumBytes ? undefined : parts.join('\n'), delimiter };
    [parts, length] = [[], 0];
  }
  if (parts.length > 0) yield { line: begin, text: undefined, delimiter };
}

/** @throws Unreadable */
function parseFields(text: string | undefined, delimiter: string): readonly string[] {
  const hint = 'write quotes in fields twice';
  if (text === undefined)
    throw new Unreadable(`the record is too long, or a quoted field in it does not end; ${hint}`);
  try {
    return parse(text, { delimiter, bom: true, relax_quotes: true, relax_column_count: true })[0] ?? [];
  } catch (thrown) {
    throw new Unreadable(`the record cannot be taken apart (${messageOf(thrown)}); ${hint}`);
  }
}

/** The records of a table below its header. After a header that does not pass its check, nothing is read. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { maximumLineBytes, checkHeader }: TableSettings,
): AsyncGenerator<FoundFields<string>> {
  let header: readonly string[] | undefined;
  let records = 0;
  const above: FoundFields<string>[] = [];
  const lines = readLines(bytes, maximumLineBytes);
  const hasHeader = (): boolean => header !== undefined;
  for await (const { line, text, delimiter } of tableRecords(lines, maximumLineBytes, hasHeader)) {
    if (text?.trim() === '') continue;
    const row = found(line, () => rowOf(parseFields(text, delimiter), header, delimiter, checkHeader));
    if (header !== undefined) {
      records += 1;
      yield row;
    } else if ('fields' in row) header = Object.keys(row.fields);
    else above.push(row);
    if (header === undefined && above.length > MAX_ABOVE) break;
  }
  const [first] = above;
  if (header === undefined && first !== undefined) yield first;
  else if (records === 0)
    yield { position: 1, problem: 'the file has no records below a line that names the columns' };
}

/** The fields of a row by the names in the header; the header itself where there is none yet. @throws Unreadable */
function rowOf(
  fields: readonly string[],
  header: readonly string[] | undefined,
  delimiter: string,
  checkHeader: TableSettings['checkHeader'],
): Fields<string> {
  const columns = header ?? fields.map((column) => column.trim());
  if (header === undefined) checkHeader(columns, DELIMITERS[delimiter] ?? `'${delimiter}'`);
  if (fields.length !== columns.length)
    throw new Unreadable(
      `${fields.length} columns where the header has ${columns.length}; put fields that hold the delimiter or a line end in quotes`,
    );
  return Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? '']));
}

/**
 * Reads a .csv or .tsv file (also with .gz). The first line that can name the columns does; commas, semicolons, tabs or bars part them,
 * whichever it has most of, or what a line `sep=;` before it says. Encodings: see `readLines`.
 */
export const createDelimitedReader = recordReader({
  unit: 'line',
  hasGlobalIds: false,
  async *read(openBytes, settings) {
    const { maximumLineBytes, textField } = settings;
    const checkHeader: TableSettings['checkHeader'] = (columns, delimiter) => {
      if (nameOf(columns, 'textField', settings) === undefined)
        throw new Unreadable(
          `no column '${textField}' (columns, parted by ${delimiter}: ${columns.slice(0, 10).join(', ')}); a line must name the columns: name the one that holds the text (textField)`,
        );
    };
    for await (const row of readRows(openBytes(), { maximumLineBytes, checkHeader }))
      yield recordOfFields(row, settings);
  },
});
