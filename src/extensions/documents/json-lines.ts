import { messageOf } from '../../model/errors.js';
import { decodeStrictUtf8 } from '../../web/page/charset.js';
import type { CorpusSettings, FoundFields, FoundRecord } from '../../language/corpus/records/record-files.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { readLines, type Line } from '../../language/corpus/records/lines.js';
import { recordOfFields, recordReader } from './record-reader.js';

/** The object of a line; undefined for an empty line. @throws Unreadable */
function parseObject(line: Line, maximumBytes: number): Readonly<Record<string, unknown>> | undefined {
  if (line.bytes === undefined)
    throw new Unreadable(
      `the line is longer than ${maximumBytes} bytes; split the record or raise the limit`,
    );
  const source = decodeStrictUtf8(line.bytes);
  if (source === undefined) throw new Unreadable('the line is not valid UTF-8; save the file as UTF-8');
  if (source.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (thrown) {
    throw new Unreadable(`not valid JSON (${messageOf(thrown)}); write one JSON object per line`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable('the line is JSON but not an object; write one JSON object per line');
  return value as Readonly<Record<string, unknown>>;
}

/** The objects of JSON lines; empty lines are passed over. */
export async function* readObjects(
  bytes: AsyncIterable<Uint8Array>,
  maximumLineBytes: number,
): AsyncGenerator<FoundFields> {
  for await (const line of readLines(bytes, maximumLineBytes)) {
    try {
      const fields = parseObject(line, maximumLineBytes);
      if (fields !== undefined) yield { position: line.number, fields };
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown;
      yield { position: line.number, problem: thrown.message };
    }
  }
}

async function* readRecords(
  openBytes: () => AsyncIterable<Uint8Array>,
  settings: CorpusSettings,
): AsyncGenerator<FoundRecord> {
  for await (const found of readObjects(openBytes(), settings.maximumLineBytes))
    yield 'problem' in found ? found : recordOfFields(found.position, found.fields, settings);
}

/**
 * Reads a file with one JSON object per line (.jsonl, .ndjson; also with .gz), one line at a time. Fields are named by the
 * options; see {@link recordReader} for ids and for records that cannot be read.
 */
export const createJsonLinesReader = recordReader({ unit: 'line', hasGlobalIds: false, read: readRecords });
