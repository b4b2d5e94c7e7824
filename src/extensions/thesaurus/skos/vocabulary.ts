import {
  readCheckedJson,
  writeCheckedJson,
  type CheckedFormat,
} from '../../../knowledge/files/checked-json.js';
import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import { InputError } from '../../../model/errors.js';
import { endRun } from '../../../support/text/ends.js';

/** Kind of a label: the preferred label of its language, an alternative, or one for searching alone. */
export type LabelKind = 'preferred' | 'alternative' | 'hidden';

/** In the order of trust. */
export const LABEL_KINDS: readonly LabelKind[] = ['preferred', 'alternative', 'hidden'];

/** A label of a concept. */
export interface ConceptLabel {
  readonly text: string;
  /** BCP 47 in lower case; empty where none is stated. */
  readonly language: string;
  readonly kind: LabelKind;
}

/** A concept scheme. */
interface Scheme {
  readonly iri: string;
  readonly title?: string;
}

/** A concept. Others are named by their numbers. */
export interface Concept {
  readonly iri: string;
  /** The preferred ones first. */
  readonly labels: readonly ConceptLabel[];
  /** Direct broader concepts, without circles. */
  readonly broader: readonly number[];
  readonly related: readonly number[];
  /** Places in the schemes. */
  readonly schemes: readonly number[];
  /** IRIs of the same concept elsewhere. */
  readonly matches: readonly string[];
  /** Definitions, scope notes and examples in the language that was asked for, or without one. */
  readonly notes: readonly string[];
}

/** A vocabulary in SKOS. Concepts are numbered from 0. */
export interface Vocabulary {
  readonly schemes: readonly Scheme[];
  readonly concepts: readonly Concept[];
  /** Direct narrower concepts by the number of a concept. */
  readonly narrower: readonly (readonly number[])[];
}

/** Adds to concepts the narrower ones. */
export function vocabularyOf(schemes: readonly Scheme[], concepts: readonly Concept[]): Vocabulary {
  const narrower: number[][] = concepts.map(() => []);
  concepts.forEach(({ broader }, concept) => {
    for (const above of broader) narrower[above]?.push(concept);
  });
  return { schemes, concepts, narrower };
}

/** The languages of the labels of a vocabulary. */
export function languagesOf({ concepts }: Vocabulary): ReadonlySet<string> {
  const languages = new Set<string>();
  for (const { labels } of concepts) for (const { language } of labels) languages.add(language);
  return languages;
}

/**
 * The name of a concept for people: its preferred label in a language, else without a language, in English, or any; without a
 * label the last part of its IRI.
 */
export function nameOf({ labels, iri }: Pick<Concept, 'labels' | 'iri'>, language: string): string {
  const preferred = labels.filter(({ kind }) => kind === 'preferred');
  const by = (wanted: (tag: string) => boolean): string | undefined =>
    preferred.find(({ language: tag }) => wanted(tag))?.text;
  return (
    by((tag) => tag === language) ??
    by((tag) => fitsLanguage(tag, language)) ??
    by((tag) => fitsLanguage(tag, 'en')) ??
    preferred[0]?.text ??
    labels[0]?.text ??
    (iri.slice(endRun(iri, /[^/#]/)) || iri)
  );
}

/** Concepts that stand next to one: broader, narrower and related ones. */
export function neighboursOf({ concepts, narrower }: Vocabulary, concept: number): readonly number[] {
  const { broader = [], related = [] } = concepts[concept] ?? {};
  return [...broader, ...(narrower[concept] ?? []), ...related];
}

/** All concepts above one, the nearest first, each once. */
export function ancestorsOf({ concepts }: Vocabulary, concept: number, most: number): readonly number[] {
  const found = new Set<number>();
  let level = concepts[concept]?.broader ?? [];
  while (level.length > 0 && found.size < most) {
    const next: number[] = [];
    for (const one of level)
      if (one !== concept && !found.has(one)) {
        found.add(one);
        next.push(...(concepts[one]?.broader ?? []));
      }
    level = next;
  }
  return [...found].slice(0, most);
}

/** A vocabulary as a topic keeps it. */
export interface StoredVocabulary {
  readonly vocabulary: Vocabulary;
  /** ISO 639-1 code of the topic's texts. */
  readonly language: string;
  /** Source files. */
  readonly sources: readonly string[];
}

const HINT = 'build the topic again with --vocabulary';
const FORMAT: CheckedFormat = { name: 'sfwc vocabulary', version: 4, hint: HINT };

type Header = Omit<StoredVocabulary, 'vocabulary'>;
type Body = Omit<Vocabulary, 'narrower'>;

/** Writes a vocabulary. @throws OutputError */
export async function writeVocabulary(
  file: string,
  { vocabulary, ...header }: StoredVocabulary,
): Promise<void> {
  const { schemes, concepts } = vocabulary;
  await writeCheckedJson<Header, Body>(file, FORMAT, { header, body: { schemes, concepts } });
}

/** Reads a vocabulary of a topic. @throws InputError when it is missing, damaged or of another version */
export async function readVocabulary(file: string): Promise<StoredVocabulary> {
  const read = await readCheckedJson<Header, Body>(file, FORMAT);
  if (read === undefined) throw new InputError(`${file} is missing`, { hint: HINT });
  const { language, sources } = read.header;
  const { schemes, concepts } = read.body;
  return { vocabulary: vocabularyOf(schemes, concepts), language, sources };
}
