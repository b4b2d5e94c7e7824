import { parse, type CsvError } from 'csv-parse/sync';
import { messageOf } from '../../model/errors.js';
import { decodeText } from '../../web/page/charset.js';
import { readDelimitedRecords, type DelimitedRecord } from './delimited-lines.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { readLines } from '../../language/corpus/records/lines.js';
import type {
  CorpusSettings,
  FoundFields,
  FoundRecord,
  TableSettings,
} from '../../language/corpus/records/record-files.js';
import { fieldNames, recordOfFields, recordReader } from './record-reader.js';
import type { OpenRecords } from '../../language/corpus/options.js';

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
  const spell = (name: string): string | undefined =>
    header.find((column) => column === name) ??
    header.find((column) => column.toLowerCase() === name.toLowerCase());
  return { ...settings, ...fieldNames(settings, spell) };
}

function readRow(
  record: DelimitedRecord,
  delimiter: string,
  header: readonly string[],
  maximumLineBytes: number,
): FoundFields<string> | undefined {
  const position = record.line;
  try {
    if (record.bytes === undefined)
      throw new Unreadable(
        record.reason === 'long'
          ? `the record is longer than ${maximumLineBytes} bytes; split it`
          : 'a quoted field begins here and does not end as it should; write quotes inside it twice. The next lines are read as records of their own',
      );
    const text = decodeText(record.bytes);
    if (text.trim() === '') return undefined;
    const fields = parseFields(text, delimiter);
    if (fields.length !== header.length)
      throw new Unreadable(
        `${fields.length} columns where the header has ${header.length}; put fields that hold the delimiter or a line end in quotes`,
      );
    return { position, fields: Object.fromEntries(header.map((column, at) => [column, fields[at] ?? ''])) };
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { position, problem: thrown.message };
  }
}

/** The records of a table below its header. After a header that does not pass its check, nothing is read. */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { maximumLineBytes, delimiter: fixed, checkHeader }: TableSettings,
): AsyncGenerator<FoundFields<string>> {
  let delimiter = fixed ?? ',';
  let header: readonly string[] | undefined;
  let records = 0;
  const delimiterOf = (firstLine: Uint8Array): string =>
    (delimiter = fixed ?? sniffDelimiter(decodeText(firstLine)));
  const lines = readLines(bytes, maximumLineBytes);
  for await (const record of readDelimitedRecords(lines, maximumLineBytes, delimiterOf)) {
    if (header === undefined) {
      const text = record.bytes === undefined ? '' : decodeText(record.bytes);
      if (text.trim() === '' && record.bytes !== undefined) continue;
      try {
        header = parseFields(text, delimiter).map((column) => column.trim());
        checkHeader(header);
      } catch (thrown) {
        if (!(thrown instanceof Unreadable)) throw thrown;
        yield { position: record.line, problem: thrown.message };
        return;
      }
      continue;
    }
    const found = readRow(record, delimiter, header, maximumLineBytes);
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

async function* readRecords(
  openBytes: () => AsyncIterable<Uint8Array>,
  settings: CorpusSettings,
  delimiter: string | undefined,
): AsyncGenerator<FoundRecord> {
  const { maximumLineBytes, textField } = settings;
  let spelled = settings;
  const checkHeader = (columns: readonly string[]): void => {
    spelled = spelledAs(columns, settings);
    if (!columns.includes(spelled.textField))
      throw new Unreadable(
        `no column '${textField}' (columns: ${columns.slice(0, 10).join(', ')}); the first line must name the columns: name the one that holds the text (textField)`,
      );
  };
  for await (const row of readRows(openBytes(), { maximumLineBytes, delimiter, checkHeader }))
    yield 'problem' in row ? row : recordOfFields(row.position, row.fields, spelled);
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
 * with more or fewer columns than the header, is a problem and skipped; reading continues at the line after the one where it
 * began, so that one stray quote does not hide good records. See {@link recordReader} for ids.
 */
export const createDelimitedReader: OpenRecords = (source, ...rest) =>
  (/\.tsv(?:\.gz)?$/i.test(source) ? openTsv : openCsv)(source, ...rest);
