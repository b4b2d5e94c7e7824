import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CorpusItem, CorpusReader } from '../model/document.js';
import { InputError, messageOf } from '../model/errors.js';
import { decodeStrictUtf8 } from '../page/charset.js';
import { webAddress } from '../page/links.js';
import { languageTag } from '../page/metadata.js';
import { finishDraft, problem, Unreadable, type Draft } from './draft.js';
import { DamagedGzip, gunzip } from './gunzip.js';
import { detectLanguage } from './language.js';
import { splitLines, type Line } from './lines.js';
import { DEFAULT_CORPUS_OPTIONS, type CorpusOptions } from './options.js';

/** Small pieces keep what a piece of gzip can swell to (a thousandfold) in bounds. */
const CHUNK_BYTES = 16_384;

interface JsonRecord {
  readonly id: string | undefined;
  readonly draft: Draft;
}

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
    throw new Unreadable(`not valid JSON (${messageOf(thrown)}); write one JSON object a line`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unreadable('the line is JSON but no object; write one JSON object a line');
  return value as Readonly<Record<string, unknown>>;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The record of a line; undefined for an empty line. @throws Unreadable */
function parseRecord(line: Line, options: CorpusOptions): JsonRecord | undefined {
  const fields = { ...DEFAULT_CORPUS_OPTIONS, ...options };
  const record = parseObject(line, fields.maximumLineBytes);
  if (record === undefined) return undefined;
  const text = record[fields.textField];
  if (typeof text !== 'string') {
    const names = Object.keys(record).slice(0, 10).join(', ');
    throw new Unreadable(
      `no text in field '${fields.textField}' (fields: ${names}); name the field that holds it`,
    );
  }
  return {
    id: textOf(record[fields.idField])?.trim(),
    draft: {
      text,
      title: textOf(record[fields.titleField]),
      language: languageTag(textOf(record[fields.languageField])),
      sourceUrl: webAddress(textOf(record[fields.urlField]) ?? ''),
    },
  };
}

async function* readBytes(source: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(source);
    yield* file.createReadStream({ highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    const hint = 'Check the path and its permissions.';
    throw new InputError(`${source} cannot be read: ${messageOf(thrown)}`, { hint, cause: thrown });
  }
}

/**
 * Reads a file with one JSON object a line (.jsonl, .ndjson; with .gz after it compressed), one line at a time.
 * Fields are named by the options. A record without id gets `file:line`, one without title its id. A line that cannot
 * be used is a problem and skipped, an id seen before is a problem `duplicate id`; a gzip file that is cut off gives
 * its good lines, then a problem.
 *
 * `read` throws InputError when the file cannot be opened or read.
 */
export function createJsonLinesReader(source: string, options: CorpusOptions = {}): CorpusReader {
  const settings = { ...DEFAULT_CORPUS_OPTIONS, detectLanguage, ...options };
  const readLine = async function* (line: Line, seen: Set<string>): AsyncGenerator<CorpusItem> {
    const where = `${source}:${line.number}`;
    try {
      const record = parseRecord(line, settings);
      if (record === undefined) return;
      const id = record.id ?? `${basename(source)}:${line.number}`;
      if (seen.has(id)) {
        yield problem(where, `duplicate id '${id}'; the first document stays, give this one another id`);
        return;
      }
      seen.add(id);
      yield* finishDraft(record.draft, { id, where }, settings.detectLanguage);
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown;
      yield problem(where, thrown.message);
    }
  };
  return {
    name: source,
    async *read(): AsyncGenerator<CorpusItem> {
      const bytes = readBytes(source);
      const seen = new Set<string>();
      let last = 0;
      try {
        const content = source.toLowerCase().endsWith('.gz') ? gunzip(bytes) : bytes;
        for await (const line of splitLines(content, settings.maximumLineBytes)) {
          last = line.number;
          yield* readLine(line, seen);
        }
      } catch (thrown) {
        if (!(thrown instanceof DamagedGzip)) throw thrown;
        yield problem(
          `${source}:${last + 1}`,
          `the gzip data ends or breaks here (${thrown.message}); fetch it again`,
        );
      }
    },
  };
}
