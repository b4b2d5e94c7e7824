import path from 'node:path';
import { createGzip } from 'node:zlib';
import type { CorpusDocument } from '../../model/document.js';
import { InputError, messageOf } from '../../model/errors.js';
import type { SpotlightParameters } from '../../model/spotlight.js';
import { sha256 } from '../../support/hash.js';
import type { Description } from '../../support/rdf/quads.js';
import { createCompanion, type OpenCompanion } from './companions.js';
import { addQuads, fileEnd, readNQuads } from './nquads-file.js';

/** Which corpus a document belongs to. */
export type CorpusRole = 'corpus' | 'background';

/** The settings of a build; where documents are added later, those that are not given. */
export interface RecordHeader {
  /** The line about the topic, where one was given. */
  readonly about?: string;
  readonly annotator: string;
  readonly linkers: readonly string[];
  /** Label files as they were named, and the checksum of their content. */
  readonly labels: readonly string[];
  readonly labelsChecksum?: string;
  readonly spotlight?: SpotlightParameters;
  readonly language: string;
  /** The language of the texts; absent: English. */
  readonly textLanguage?: string;
  readonly baseIri: string;
  /** True if the topic has a NIF layer. */
  readonly nif: boolean;
}

export interface RecordDocument {
  readonly role: CorpusRole;
  readonly document: CorpusDocument;
}

export interface RecordEntry<Analysis> extends RecordDocument {
  readonly analysis: Analysis;
}

/** The document that a topic consists of that was built from a line alone. It goes when texts come. */
export const LINE_DOCUMENT = 'urn:sfwc:about';

/** Version of the formats; others are refused. */
const VERSION = 1;
const FORMAT = 'sfwc corpus record';

/**
 * The record of a topic's corpus, its texts and their analyses, so that texts can be added without its other sources, and
 * classifiers can be trained without analysing them again. Gzipped JSON lines: a header, then two lines per document,
 * the document and its analysis.
 */
export interface CorpusRecord<Analysis> {
  readonly file: string;
  readonly header: RecordHeader;
  /** The documents without their analyses. @throws InputError when the file is damaged */
  documents(): AsyncGenerator<RecordDocument>;
  /** The documents with their analyses. @throws InputError when the file is damaged */
  entries(isWanted?: (document: RecordDocument) => boolean): AsyncGenerator<RecordEntry<Analysis>>;
}

/** Opens a record. @throws InputError when it is missing, damaged or of another version */
export async function openCorpusRecord<Analysis>(file: string): Promise<CorpusRecord<Analysis>> {
  const header = await readHeader(file);
  return {
    file,
    header,
    documents: async function* () {
      for await (const line of lines(file)) {
        if (line.startsWith('{"role"')) yield parseDocument(file, line);
      }
    },
    entries: async function* (isWanted = () => true) {
      let open: RecordDocument | undefined;
      for await (const line of lines(file)) {
        if (line.startsWith('{"role"')) open = parseDocument(file, line);
        else if (open !== undefined && isWanted(open))
          yield { ...open, analysis: parse(file, line)['analysis'] as Analysis };
      }
    },
  };
}

/** A record being written. */
export interface RecordWriter<Analysis> extends Pick<OpenCompanion, 'commit' | 'discard'> {
  add(entry: RecordEntry<Analysis>): Promise<void>;
  /** Completes the file. Returns the name and checksum of the record. @throws OutputError */
  close(): Promise<{ readonly name: string; readonly checksum: string }>;
}

/** Creates the record of a topic. The same documents and settings give the same name, in whatever order. */
export async function createCorpusRecord<Analysis>(
  topicFile: string,
  topic: string,
  header: RecordHeader,
): Promise<RecordWriter<Analysis>> {
  const { partial, close, ...companion } = await createCompanion(topicFile, topic, 'corpus');
  const checksums: string[] = [];
  await partial.write(`${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`);
  return {
    ...companion,
    add: async ({ role, document, analysis }) => {
      // In bytes at once: both the checksum and the file take them.
      const lines = Buffer.from(`${JSON.stringify({ role, document })}\n${JSON.stringify({ analysis })}\n`);
      checksums.push(sha256(lines));
      await partial.write(lines);
    },
    close: async () => {
      // The path of label files does not matter, only their content.
      const settings = JSON.stringify({ ...header, labels: [] });
      const checksum = sha256([settings, ...checksums.sort()].join('\n'));
      return { name: await close(checksum), checksum };
    },
  };
}

async function readHeader(file: string): Promise<RecordHeader> {
  for await (const line of lines(file)) {
    const { format, version, ...header } = parse(file, line);
    if (format === FORMAT && version === VERSION) return header as unknown as RecordHeader;
    throw damaged(file, `it is not a corpus record of version ${VERSION}`);
  }
  throw damaged(file, 'it is empty');
}

async function* lines(file: string): AsyncGenerator<string> {
  for await (const piece of readNQuads(file))
    for (const line of piece.split('\n')) if (line !== '') yield line;
}

function parseDocument(file: string, line: string): RecordDocument {
  const { role, document } = parse(file, line) as Partial<RecordDocument>;
  const isRole = role === 'corpus' || role === 'background';
  if (isRole && typeof document?.id === 'string' && typeof document.text === 'string')
    return { role, document };
  throw damaged(file, 'a line is no document');
}

function parse(file: string, line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    throw damaged(file, messageOf(error));
  }
}

function damaged(file: string, why: string): InputError {
  return new InputError(`${file} is damaged: ${why}`, { hint: 'build the topic again from its sources' });
}

/** A NIF layer being written. */
export interface NifWriter extends Pick<OpenCompanion, 'commit' | 'discard'> {
  add(quads: Iterable<Description>): Promise<void>;
  /** Completes the file. Returns its name. @param checksum of what it is made from @throws OutputError */
  close(checksum: string): Promise<string>;
}

/** Creates the NIF layer of a topic. @throws OutputError */
export async function createNifWriter(topicFile: string, topic: string): Promise<NifWriter> {
  const { partial, close, ...companion } = await createCompanion(topicFile, topic, 'nif');
  let count = 0;
  return {
    ...companion,
    add: async (quads) => {
      count += await addQuads(partial, quads);
    },
    close: (checksum) => close(checksum, fileEnd(count)),
  };
}

/** A third of the time of level 6, for a tenth more room. */
const READINGS_LEVEL = 4;

/** The file of the readings of the texts in a record, next to the record. @param record its file, or only the name */
export function readingsOf(record: string): string {
  const name = path.basename(record).replace(/\+corpus-(?=[0-9a-f]{16}\.)/, '+readings-');
  return path.join(path.dirname(record), name);
}

/** The readings of a topic being written. */
export interface ReadingsWriter extends Pick<OpenCompanion, 'commit' | 'discard'> {
  /** Adds the reading of a text; of equal texts only the first. */
  add(text: string, reading: string): Promise<void>;
  /** Completes the file. Returns its name. @param checksum of the record of the corpus @throws OutputError */
  close(checksum: string): Promise<string>;
}

/**
 * Creates the file of a topic's readings: what was found in its texts that does not depend on the topic, for builds of
 * other topics with the same texts, and for later builds of this one. The topic does not need it. Gzipped JSON lines: a
 * header, then two lines per text, checksums and the reading. @throws OutputError
 */
export async function createReadingsWriter(
  topicFile: string,
  topic: string,
  version: string,
): Promise<ReadingsWriter> {
  const pack = createGzip({ level: READINGS_LEVEL });
  const { partial, ...companion } = await createCompanion(topicFile, topic, 'readings', pack);
  const added = new Set<string>();
  await partial.write(`${readingsHeader(version)}\n`);
  return {
    ...companion,
    add: async (text, reading) => {
      if (added.has(text)) return;
      added.add(text);
      await partial.write(`${checksumLine(text, reading)}\n${reading}\n`);
    },
  };
}

/** The readings in a file that are wanted and whole; none of another version. @throws InputError */
export async function* readReadings(
  file: string,
  version: string,
  isWanted: (text: string) => boolean,
): AsyncGenerator<{ readonly text: string; readonly reading: string }> {
  let isOpen = false;
  let checksums: string | undefined;
  for await (const line of lines(file)) {
    if (!isOpen) {
      if (line !== readingsHeader(version)) return;
      isOpen = true;
    } else if (checksums === undefined) checksums = line;
    else {
      const text = checksums.slice(TEXT.length, TEXT.length + CHECKSUM_LENGTH);
      if (isWanted(text) && checksumLine(text, line) === checksums) yield { text, reading: line };
      checksums = undefined;
    }
  }
}

function readingsHeader(version: string): string {
  return JSON.stringify({ format: 'sfwc readings', version: VERSION, readBy: version });
}

const TEXT = '{"text":"';
const CHECKSUM_LENGTH = 64;

function checksumLine(text: string, reading: string): string {
  return `${TEXT}${text}","checksum":"${sha256(`${text}\n${reading}`)}"}`;
}
