import path from 'node:path';
import { createGzip } from 'node:zlib';
import { createPartialFile } from '../../support/files/partial-file.js';
import { sha256 } from '../../support/hash.js';
import { companionName } from './companions.js';
import { readNQuads } from './nquads-file.js';

/** Version of the format; files of others are ignored. */
const VERSION = 1;
const FORMAT = 'sfwc readings';
/** A third of the time of level 6, for a tenth more room. */
const LEVEL = 4;

/** The file of the readings of the texts in a record, next to the record. @param record its file, or only the name */
export function readingsOf(record: string): string {
  const name = path.basename(record).replace(/\+corpus-(?=[0-9a-f]{16}\.)/, '+readings-');
  return path.join(path.dirname(record), name);
}

/** The readings of a topic being written. */
export interface ReadingsWriter {
  /**
   * Adds the reading of a text; of equal texts only the first.
   * @param text checksum of the text
   * @param reading JSON in one line
   */
  add(text: string, reading: string): Promise<void>;
  /**
   * Completes the file. Returns its name.
   * @param checksum of the record of the corpus
   * @throws OutputError
   */
  close(checksum: string): Promise<string>;
  /** Moves the file to that name, next to the topic's file. @throws OutputError */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Creates the file of a topic's readings: what was found in its texts that does not depend on the topic, for builds of other
 * topics with the same texts, and for later builds of this one. The topic does not need it. Gzipped JSON lines: a header, then
 * two lines per text, checksums and the reading.
 * @param version how the texts were read
 * @throws OutputError
 */
export async function createReadingsWriter(
  topicFile: string,
  topic: string,
  version: string,
): Promise<ReadingsWriter> {
  const folder = path.dirname(topicFile);
  const partial = await createPartialFile(
    path.join(folder, `${topic}+readings`),
    createGzip({ level: LEVEL }),
  );
  const added = new Set<string>();
  let name = '';
  await partial.write(headerLine(version));
  return {
    add: async (text, reading) => {
      if (added.has(text)) return;
      added.add(text);
      await partial.write(`${checksumLine(text, reading)}\n${reading}\n`);
    },
    close: async (checksum) => {
      await partial.close();
      name = companionName(topic, 'readings', checksum);
      return name;
    },
    commit: () => partial.moveTo(path.join(folder, name)),
    discard: () => partial.discard(),
  };
}

/** A reading of a text. */
export interface KeptReading {
  /** Checksum of the text. */
  readonly text: string;
  readonly reading: string;
}

/**
 * The readings in a file that are wanted and whole. A file that was written in another version has none, and a damaged one those
 * before the damage.
 * @param isWanted by the checksum of the text
 * @throws InputError when the file cannot be read to its end
 */
export async function* readReadings(
  file: string,
  version: string,
  isWanted: (text: string) => boolean,
): AsyncGenerator<KeptReading> {
  let header = headerLine(version).trimEnd();
  let checksums: string | undefined;
  for await (const piece of readNQuads(file)) {
    for (const line of piece.split('\n')) {
      if (line === '') continue;
      if (header !== '') {
        if (line !== header) return;
        header = '';
      } else if (checksums === undefined) checksums = line;
      else {
        const text = textOf(checksums);
        if (isWanted(text) && checksumLine(text, line) === checksums) yield { text, reading: line };
        checksums = undefined;
      }
    }
  }
}

function headerLine(version: string): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, readBy: version })}\n`;
}

const TEXT = '{"text":"';
const CHECKSUM_LENGTH = 64;

function checksumLine(text: string, reading: string): string {
  return `${TEXT}${text}","checksum":"${sha256(`${text}\n${reading}`)}"}`;
}

function textOf(line: string): string {
  return line.slice(TEXT.length, TEXT.length + CHECKSUM_LENGTH);
}
