import { createReadStream } from 'node:fs';
import { createGunzip, createGzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import { z } from 'zod';
import { InputError, messageOf } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { textLines } from '../../../support/files/whole-lines.js';
import {
  languagesOf,
  LABEL_KINDS,
  vocabularyOf,
  type Concept,
  type Scheme,
  type Vocabulary,
} from './vocabulary.js';

/** Changes with the form of the file. */
const VERSION = 3;

/** A vocabulary as a topic keeps it. */
export interface StoredVocabulary {
  readonly vocabulary: Vocabulary;
  /** ISO 639-1 code of the topic's texts. */
  readonly language: string;
  /** Source files. */
  readonly sources: readonly string[];
}

const header = z.object({
  format: z.literal('sfwc vocabulary'),
  version: z.number(),
  language: z.string(),
  sources: z.array(z.string()),
  languages: z.array(z.string()),
  schemes: z.array(z.object({ iri: z.string(), title: z.string().optional() })),
  concepts: z.number(),
});

/** A line of a concept: IRI, labels as text, language and kind, broader and related concepts, schemes, matches, notes. */
type Row = readonly [
  iri: string,
  labels: readonly (readonly [text: string, language: number, kind: number])[],
  broader: readonly number[],
  related: readonly number[],
  schemes: readonly number[],
  matches: readonly string[],
  notes: readonly string[],
];

/** Writes a vocabulary: a line for its description, and one for each concept. @throws OutputError */
export async function writeVocabulary(file: string, stored: StoredVocabulary): Promise<void> {
  const packed = createGzip({ level: 6 });
  pipeline(Readable.from(linesOf(stored)), packed, () => undefined);
  await replaceFile(file, packed);
}

function* linesOf({ vocabulary, language, sources }: StoredVocabulary): Generator<string> {
  const { schemes, concepts } = vocabulary;
  const languages = [...languagesOf(vocabulary)];
  const head = { format: 'sfwc vocabulary', version: VERSION, language, sources, languages, schemes };
  yield `${JSON.stringify({ ...head, concepts: concepts.length })}\n`;
  for (const { iri, labels, broader, related, schemes: within, matches, notes } of concepts) {
    const own = labels.map(
      ({ text, language: tag, kind }) => [text, languages.indexOf(tag), LABEL_KINDS.indexOf(kind)] as const,
    );
    const line: Row = [iri, own, broader, related, within, matches, notes];
    yield `${JSON.stringify(line)}\n`;
  }
}

/** Reads a vocabulary of a topic. @throws InputError when it is damaged or of another version */
export async function readVocabulary(file: string): Promise<StoredVocabulary> {
  try {
    const unpacked = createGunzip();
    pipeline(createReadStream(file), unpacked, () => undefined);
    return await readLines(textLines(unpacked as AsyncIterable<Buffer>));
  } catch (error) {
    throw new InputError(
      `${file} is damaged or of another version: ${messageOf(error).split('\n')[0] ?? ''}`,
      {
        hint: 'build the topic again with --vocabulary',
        cause: error,
      },
    );
  }
}

async function readLines(lines: AsyncIterable<string>): Promise<StoredVocabulary> {
  let head: z.output<typeof header> | undefined;
  const concepts: Concept[] = [];
  for await (const line of lines) {
    if (head === undefined) {
      head = header.parse(JSON.parse(line));
      if (head.version !== VERSION) throw new Error(`it has version ${head.version}`);
      continue;
    }
    const { languages } = head;
    const [iri, own, broader, related, schemes, matches, notes] = JSON.parse(line) as Row;
    const labels = own.map(([text, language, kind]) => ({
      text,
      language: languages[language] ?? '',
      kind: LABEL_KINDS[kind] ?? 'hidden',
    }));
    concepts.push({ iri, labels, broader, related, schemes, matches, notes });
  }
  if (head?.concepts !== concepts.length) throw new Error('it is cut off');
  const { language, sources } = head;
  const schemes = head.schemes.map((scheme): Scheme => given(scheme));
  return { vocabulary: vocabularyOf(schemes, concepts), language, sources };
}
