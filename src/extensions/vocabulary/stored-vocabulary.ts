import { createReadStream } from 'node:fs';
import { createGunzip, createGzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { textLines } from '../../support/files/whole-lines.js';
import { reversed } from './read-skos.js';
import type { ConceptCounts } from './subject-statistics.js';
import { labelsByConcept, LABEL_KINDS, type Scheme, type Vocabulary } from './vocabulary.js';

/** Changes with the form of the file. */
const VERSION = 1;

/** A vocabulary as a topic keeps it. */
export interface StoredVocabulary {
  readonly vocabulary: Vocabulary;
  /** ISO 639-1 code of the topic's texts. */
  readonly language: string;
  readonly counts: ConceptCounts;
  /** Where it came from. */
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
  documents: z.number(),
});

/** A line of a concept: IRI, labels as text, language and kind, broader and related concepts, schemes, matches, notations, notes, count. */
type Row = [
  iri: string,
  labels: [text: string, language: number, kind: number][],
  broader: number[],
  related: number[],
  schemes: number[],
  matches: string[],
  notations: string[],
  notes: string[],
  count: number,
];

/** Writes a vocabulary: a line for its description, and one for each concept. @throws OutputError */
export async function writeVocabulary(file: string, stored: StoredVocabulary): Promise<void> {
  const packed = createGzip({ level: 6 });
  pipeline(Readable.from(linesOf(stored)), packed, () => undefined);
  await replaceFile(file, packed);
}

function* linesOf({ vocabulary, language, counts, sources }: StoredVocabulary): Generator<string> {
  const { iris, languages, schemes, broader, related, inSchemes, matches, notations, notes } = vocabulary;
  const head = {
    format: 'sfwc vocabulary',
    version: VERSION,
    language,
    sources,
    languages,
    schemes,
    concepts: iris.length,
    documents: counts.documents,
  };
  yield `${JSON.stringify(head)}\n`;
  const places = new Map(languages.map((tag, place) => [tag, place]));
  const labels = labelsByConcept(vocabulary);
  for (const [concept, iri] of iris.entries()) {
    const own = (labels[concept] ?? []).map(({ text, language: tag, kind }): [string, number, number] => [
      text,
      places.get(tag) ?? 0,
      LABEL_KINDS.indexOf(kind),
    ]);
    const [above, near, within] = [broader, related, inSchemes].map((links) => [...(links[concept] ?? [])]);
    const [same, codes, said] = [matches, notations, notes].map((lists) => [...(lists.get(concept) ?? [])]);
    const count = counts.frequencies.get(concept) ?? 0;
    const line: Row = [
      iri,
      own,
      above ?? [],
      near ?? [],
      within ?? [],
      same ?? [],
      codes ?? [],
      said ?? [],
      count,
    ];
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
  const labels = {
    texts: [] as string[],
    concepts: [] as number[],
    languages: [] as number[],
    kinds: [] as number[],
  };
  const iris: string[] = [];
  const links = { broader: [] as number[][], related: [] as number[][], inSchemes: [] as number[][] };
  const lists = {
    matches: new Map<number, string[]>(),
    notations: new Map<number, string[]>(),
    notes: new Map<number, string[]>(),
  };
  const frequencies = new Map<number, number>();
  for await (const line of lines) {
    if (head === undefined) {
      head = header.parse(JSON.parse(line));
      if (head.version !== VERSION) throw new Error(`it has version ${head.version}`);
      continue;
    }
    const [iri, own, broader, related, schemes, matches, notations, notes, count] = JSON.parse(line) as Row;
    const concept = iris.push(iri) - 1;
    for (const [text, language, kind] of own) {
      labels.texts.push(text);
      labels.concepts.push(concept);
      labels.languages.push(language);
      labels.kinds.push(kind);
    }
    links.broader.push(broader);
    links.related.push(related);
    links.inSchemes.push(schemes);
    if (matches.length > 0) lists.matches.set(concept, matches);
    if (notations.length > 0) lists.notations.set(concept, notations);
    if (notes.length > 0) lists.notes.set(concept, notes);
    if (count > 0) frequencies.set(concept, count);
  }
  if (head === undefined || head.concepts !== iris.length) throw new Error('it is cut off');
  const { language, sources, languages, documents } = head;
  const schemes = head.schemes.map(({ iri, title }): Scheme =>
    title === undefined ? { iri } : { iri, title },
  );
  const vocabulary = {
    schemes,
    iris,
    languages,
    labels,
    ...links,
    narrower: reversed(links.broader),
    ...lists,
  };
  return { vocabulary, language, counts: { documents, frequencies }, sources };
}
