import { parse, type CsvError } from 'csv-parse/sync';
import { messageOf } from '../../model/errors.js';
import { decodeText } from '../../page/charset.js';
import { readDelimitedRecords, type DelimitedRecord } from './delimited-lines.js';
import { Unreadable } from '../draft.js';
import { readLines } from './lines.js';
import { recordOfFields, recordReader, type CorpusSettings, type FoundRecord } from './records.js';
import type { OpenRecords } from '../options.js';

const DELIMITERS = [',', ';', '\t'] as const;

/** The delimiter that the header holds most of, outside quotes; a spreadsheet's language decides about it. */
function sniffDelimiter(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The fields of one record. @throws Unreadable */
function parseFields(text: string, delimiter: string): readonly string[] {
  try {
    const rows = parse(text, { delimiter, bom: true, relax_quotes: true, relax_column_count: true });
    return rows[0] ?? [];
  } catch (thrown) {
    const { code } = thrown as Partial<CsvError>;
    throw new Unreadable(
      `the record cannot be taken apart (${code ?? messageOf(thrown)}); write quotes inside a quoted field twice`,
    );
  }
}

/** Settings with the header's own spelling of the columns: case and blanks around a name do not matter. */
function spelledAs(header: readonly string[], settings: CorpusSettings): CorpusSettings {
  const spell = (name: string): string =>
    header.find((column) => column === name) ??
    header.find((column) => column.toLowerCase() === name.toLowerCase()) ??
    name;
  const { textField, titleField, idField, languageField, urlField, subjectField } = settings;
  return {
    ...settings,
    textField: spell(textField),
    titleField: spell(titleField),
    idField: spell(idField),
    languageField: spell(languageField),
    urlField: spell(urlField),
    subjectField: spell(subjectField),
  };
}

function readRecord(
  record: DelimitedRecord,
  delimiter: string,
  header: readonly string[],
  settings: CorpusSettings,
): FoundRecord | undefined {
  const position = record.line;
  try {
    if (record.bytes === undefined)
      throw new Unreadable(
        record.reason === 'long'
          ? `the record is longer than ${settings.maximumLineBytes} bytes; split it`
          : 'a quoted field begins here and does not end as it should; write quotes inside it twice. The next lines are read as records of their own',
      );
    const text = decodeText(record.bytes);
    if (text.trim() === '') return undefined;
    const fields = parseFields(text, delimiter);
    if (fields.length !== header.length)
      throw new Unreadable(
        `${fields.length} columns where the header has ${header.length}; put fields that hold the delimiter or a line end in quotes`,
      );
    const named = Object.fromEntries(header.map((column, index) => [column, fields[index] ?? '']));
    return recordOfFields(position, named, settings);
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { position, problem: thrown.message };
  }
}

/** The columns that a header names. @throws Unreadable when the column of the texts is not among them */
function readHeader(header: string, delimiter: string, { textField }: CorpusSettings): readonly string[] {
  const columns = parseFields(header, delimiter).map((column) => column.trim());
  if (!columns.some((column) => column.toLowerCase() === textField.toLowerCase()))
    throw new Unreadable(
      `no column '${textField}' (columns: ${columns.slice(0, 10).join(', ')}); the first line must name the columns: name the one that holds the text (--text-field)`,
    );
  return columns;
}

async function* readRecords(
  openBytes: () => AsyncIterable<Uint8Array>,
  settings: CorpusSettings,
  fixedDelimiter: string | undefined,
): AsyncGenerator<FoundRecord> {
  let delimiter = fixedDelimiter ?? ',';
  let header: readonly string[] | undefined;
  let spelled = settings;
  let records = 0;
  const lines = readLines(openBytes(), settings.maximumLineBytes);
  const delimiterOf = (firstLine: Uint8Array): string =>
    (delimiter = fixedDelimiter ?? sniffDelimiter(decodeText(firstLine)));
  for await (const record of readDelimitedRecords(lines, settings.maximumLineBytes, delimiterOf)) {
    if (header === undefined) {
      const text = record.bytes === undefined ? '' : decodeText(record.bytes);
      if (text.trim() === '' && record.bytes !== undefined) continue;
      try {
        header = readHeader(text, delimiter, settings);
      } catch (thrown) {
        if (!(thrown instanceof Unreadable)) throw thrown;
        yield { position: record.line, problem: thrown.message };
        return;
      }
      spelled = spelledAs(header, settings);
      continue;
    }
    const found = readRecord(record, delimiter, header, spelled);
    if (found === undefined) continue;
    records += 1;
    yield found;
  }
  if (records === 0)
    yield {
      position: 1,
      problem:
        'the file has no records; the first line must name the columns, and each further line must hold a text',
    };
}

const openDelimited = (delimiter?: string): OpenRecords =>
  recordReader({
    unit: 'line',
    hasGlobalIds: false,
    read: (openBytes, settings) => readRecords(openBytes, settings, delimiter),
  });
const openCsv = openDelimited();
const openTsv = openDelimited('\t');

/**
 * Reads a .csv or .tsv file (also with .gz), one record at a time. The first line names the columns, and the options name
 * them as for JSON lines, ignoring case. CSV may be separated by commas, semicolons or tabs, whichever the header has most
 * of. Encodings: UTF-8, UTF-16 with a byte order mark, else Windows-1252. A record with a quote that does not close, or
 * with more or fewer columns than the header, is a problem and skipped; reading goes on at the line after the one where it
 * began, so that one stray quote does not hide good records. See {@link recordReader} for ids.
 */
export const createDelimitedReader: OpenRecords = (source, ...rest) =>
  (/\.tsv(?:\.gz)?$/i.test(source) ? openTsv : openCsv)(source, ...rest);
