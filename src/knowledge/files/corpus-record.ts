import type { CorpusDocument } from '../../model/document.js';
import { InputError, messageOf } from '../../model/errors.js';
import type { SpotlightParameters } from '../../model/spotlight.js';
import { sha256 } from '../../support/hash.js';
import type { Description } from '../../support/rdf/quads.js';
import type { DocumentAnalysis } from '../krs/analysis.js';
import { createCompanion } from './companions.js';
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

export interface RecordEntry extends RecordDocument {
  readonly analysis: DocumentAnalysis;
}

/** The document that a topic consists of that was built from a line alone. It goes when texts come. */
export const LINE_DOCUMENT = 'urn:sfwc:about';

/** Version of the formats; others are refused. */
const VERSION = 1;
const FORMAT = 'sfwc corpus record';

export type CorpusRecord = Awaited<ReturnType<typeof openCorpusRecord>>;

/**
 * Opens the record of a topic's corpus, its texts and their analyses, so that texts can be added without its other sources, and
 * classifiers can be trained without analysing them again. Gzipped JSON lines: a header, then two lines per document,
 * the document and its analysis. What reads it throws InputError where it is missing, damaged or of another version.
 */
export async function openCorpusRecord(file: string) {
  return {
    header: await readHeader(file),
    documents: async function* (): AsyncGenerator<RecordDocument> {
      for await (const line of lines(file)) if (line.startsWith('{"role"')) yield parseDocument(file, line);
    },
    /** The documents with their analyses. */
    entries: async function* (
      isWanted: (document: RecordDocument) => boolean = () => true,
    ): AsyncGenerator<RecordEntry> {
      let open: RecordDocument | undefined;
      for await (const line of lines(file))
        if (line.startsWith('{"role"')) open = parseDocument(file, line);
        else if (open !== undefined && isWanted(open))
          yield { ...open, analysis: parse(file, line)['analysis'] as DocumentAnalysis };
    },
  };
}

/** Creates the record of a topic. The same documents and settings give the same name, in whatever order. */
export async function createCorpusRecord(topicFile: string, header: RecordHeader) {
  const { partial, finish, close } = await createCompanion(topicFile, 'corpus');
  const checksums: string[] = [];
  await partial.write(`${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`);
  return {
    close,
    add: async ({ role, document, analysis }: RecordEntry): Promise<void> => {
      // In bytes at once: both the checksum and the file take them.
      const lines = Buffer.from(`${JSON.stringify({ role, document })}\n${JSON.stringify({ analysis })}\n`);
      checksums.push(sha256(lines));
      await partial.write(lines);
    },
    /** Completes the file. Returns the name and checksum of the record. @throws OutputError */
    finish: async () => {
      // The path of label files does not matter, only their content.
      const settings = JSON.stringify({ ...header, labels: [] });
      const checksum = sha256([settings, ...checksums.sort()].join('\n'));
      return { name: await finish(checksum), checksum };
    },
  };
}

/** Creates the NIF layer of a topic. @throws OutputError */
export async function createNifWriter(topicFile: string) {
  const { partial, finish, close } = await createCompanion(topicFile, 'nif');
  let count = 0;
  return {
    close,
    add: async (quads: Iterable<Description>): Promise<void> => {
      count += await addQuads(partial, quads);
    },
    /** Completes the file. Returns its name. @param checksum of what it is made from @throws OutputError */
    finish: (checksum: string) => finish(checksum, fileEnd(count)),
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
