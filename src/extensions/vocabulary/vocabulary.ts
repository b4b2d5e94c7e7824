import { endRun } from '../../support/text/ends.js';

/** How a label names its concept: the preferred label of its language, an alternative, or one for searching alone. */
export type LabelKind = 'preferred' | 'alternative' | 'hidden';

/** In the order of trust; the numbers in {@link Labels} are places in this list. */
export const LABEL_KINDS: readonly LabelKind[] = ['preferred', 'alternative', 'hidden'];

/** A label of a concept. */
export interface ConceptLabel {
  readonly text: string;
  /** BCP 47 in lower case; empty where none is stated. */
  readonly language: string;
  readonly kind: LabelKind;
}

/** Labels in columns, since vocabularies have millions. A row belongs to the concept with that number. */
export interface Labels {
  readonly texts: readonly string[];
  readonly concepts: readonly number[];
  /** Places in the languages of the vocabulary. */
  readonly languages: readonly number[];
  readonly kinds: readonly number[];
}

/** A concept scheme. */
export interface Scheme {
  readonly iri: string;
  readonly title?: string;
}

/** Numbers of concepts by the number of a concept. */
export type Links = readonly (readonly number[])[];

/** A vocabulary in SKOS. Concepts are numbered from 0. */
export interface Vocabulary {
  readonly schemes: readonly Scheme[];
  /** IRIs of the concepts. */
  readonly iris: readonly string[];
  /** BCP 47 in lower case; empty for labels without a language. */
  readonly languages: readonly string[];
  readonly labels: Labels;
  /** Direct broader concepts, without circles. */
  readonly broader: Links;
  readonly narrower: Links;
  readonly related: Links;
  /** Places in the schemes. */
  readonly inSchemes: Links;
  /** What concepts are the same as, elsewhere. */
  readonly matches: ReadonlyMap<number, readonly string[]>;
  readonly notations: ReadonlyMap<number, readonly string[]>;
  /** Definitions, scope notes and examples in the language that was asked for, or without one. */
  readonly notes: ReadonlyMap<number, readonly string[]>;
}

/** The labels of each concept. It takes a pass over all labels, so that it is made once. */
export function labelsByConcept({
  iris,
  labels,
  languages,
}: Vocabulary): readonly (readonly ConceptLabel[])[] {
  const lists: ConceptLabel[][] = iris.map(() => []);
  labels.texts.forEach((text, row) => {
    const kind = LABEL_KINDS[labels.kinds[row] ?? 0] ?? 'hidden';
    lists[labels.concepts[row] ?? 0]?.push({
      text,
      language: languages[labels.languages[row] ?? 0] ?? '',
      kind,
    });
  });
  return lists;
}

/** Whether a tag is the language, a variant of it (`en-gb` for `en`), or empty. */
export function fitsLanguage(tag: string, language: string): boolean {
  return tag === '' || tag === language || tag.startsWith(`${language}-`);
}

/**
 * The name of a concept for people: its preferred label in a language, else without a language, in English, or any; without a
 * label the last part of its IRI.
 */
export function nameOf(labels: readonly ConceptLabel[], iri: string, language: string): string {
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

/** All concepts above one, the nearest first, each once. */
export function ancestorsOf(broader: Links, concept: number, most = Infinity): readonly number[] {
  const found = new Set<number>();
  let level = broader[concept] ?? [];
  while (level.length > 0 && found.size < most) {
    const next: number[] = [];
    for (const one of level)
      if (one !== concept && !found.has(one)) {
        found.add(one);
        next.push(...(broader[one] ?? []));
      }
    level = next;
  }
  return [...found].slice(0, most);
}
