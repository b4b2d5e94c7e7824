import type { CorpusDocument } from '../../model/document.js';
import type { EntityClass, LinkedNoun, NounKind, NounTag } from '../../model/noun.js';

/** A distinct noun of a topic: one node of the knowledge representation schema. */
export interface KrsEntity {
  readonly lemma: string;
  readonly kind: NounKind;
  readonly tag: NounTag;
  readonly entityClass: EntityClass;
  readonly iri?: string;
  readonly linker?: string;
  /** Indices into {@link Krs.documents}, ascending. */
  readonly documents: readonly number[];
}

/** A document as the schema keeps it: without its text. */
export interface KrsDocument {
  readonly id: string;
  readonly title: string;
  readonly sourceUrl?: string;
  readonly language?: string;
  readonly crawl?: string;
  /** Mentions of nouns in the document. */
  readonly nounCount: number;
  readonly linkedNounCount: number;
}

/** The knowledge representation schema of a topic as plain data. Documents are ordered by id, entities by {@link entityKey}. */
export interface Krs {
  readonly documents: readonly KrsDocument[];
  readonly entities: readonly KrsEntity[];
}

export interface CountedNoun extends Omit<KrsEntity, 'documents'> {
  readonly mentions: number;
}

/** A document of a corpus with its nouns found and linked. */
export interface AnnotatedDocument {
  readonly document: Omit<CorpusDocument, 'text'>;
  readonly nouns: readonly CountedNoun[];
}

/** The distinct nouns among mentions. */
interface GroupedNouns {
  /** In the order of their first mention; kind and linker are those of the last. */
  readonly nouns: readonly CountedNoun[];
  /** For each mention the place of its noun. */
  readonly places: readonly number[];
}

/** Finds which mentions are of the same noun, by what makes them the same entity ({@link entityKey}). */
export function groupNouns(mentions: readonly LinkedNoun[]): GroupedNouns {
  // A text has thousands of mentions: comparing those of one lemma is faster than making a key for each.
  const byLemma = new Map<string, number[]>();
  const last: LinkedNoun[] = [];
  const counts: number[] = [];
  const places = mentions.map((noun) => {
    const sameLemma = byLemma.get(noun.lemma);
    const known = sameLemma?.find((place) => isSameEntity(last[place], noun));
    const place = known ?? last.length;
    last[place] = noun;
    counts[place] = (counts[place] ?? 0) + 1;
    if (sameLemma === undefined) byLemma.set(noun.lemma, [place]);
    else if (known === undefined) sameLemma.push(place);
    return place;
  });
  const nouns = last.map(({ lemma, kind, tag, entityClass, iri, linker }, place) => ({
    ...{ lemma, kind, tag, entityClass, iri, linker },
    mentions: counts[place] ?? 0,
  }));
  return { nouns, places };
}

/** True if two mentions with the same lemma have the same {@link entityKey}. */
function isSameEntity(a: LinkedNoun | undefined, b: LinkedNoun): boolean {
  return a?.tag === b.tag && a.entityClass === b.entityClass && a.iri === b.iri;
}

/** Key of an entity: mentions with the same lemma, tag, class and IRI are the same one. */
function entityKey(entity: Pick<LinkedNoun, 'lemma' | 'tag' | 'entityClass' | 'iri'>): string {
  return `${entity.lemma}\t${entity.tag}\t${entity.entityClass}\t${entity.iri ?? ''}`;
}

interface OpenEntity {
  noun: CountedNoun;
  /** Documents in the order in which they came, each once. */
  readonly arrivals: number[];
}

/**
 * Collects annotated documents into a topic's schema. The paper draws one entity per document and noun. Here it is one
 * entity per distinct noun with many `sfwc:inDocument`, a sixth of the triples; both of the paper's queries count the same
 * on either form.
 */
export class KrsBuilder {
  readonly #documents = new Map<string, KrsDocument>();
  readonly #entities = new Map<string, OpenEntity>();

  /** Adds a document. Documents may come in any order. @throws RangeError when its id was added before */
  add({ document, nouns }: AnnotatedDocument): void {
    if (this.#documents.has(document.id)) throw new RangeError(`document '${document.id}' was added twice`);
    this.#documents.set(document.id, {
      ...document,
      nounCount: countMentions(nouns),
      linkedNounCount: countMentions(nouns.filter((noun) => noun.iri !== undefined)),
    });
    const arrival = this.#documents.size - 1;
    for (const noun of nouns) this.#mention(arrival, noun);
  }

  #mention(arrival: number, noun: CountedNoun): void {
    const key = entityKey(noun);
    const open = this.#entities.get(key);
    if (open === undefined) {
      this.#entities.set(key, { noun, arrivals: [arrival] });
      return;
    }
    if (open.arrivals.at(-1) !== arrival) open.arrivals.push(arrival);
    // Mentions may differ in linker or kind; which of them speaks for all must not hang on the order.
    if (compare(origin(noun), origin(open.noun)) < 0) open.noun = noun;
  }

  /** The schema of all that was added; the same documents give the same schema in whatever order they came. */
  finish(): Krs {
    const documents = [...this.#documents.values()].sort((a, b) => compare(a.id, b.id));
    const position = new Map(documents.map(({ id }, index) => [id, index]));
    const positions = [...this.#documents.keys()].map((id) => position.get(id) ?? 0);
    const entities = [...this.#entities.entries()]
      .sort(([a], [b]) => compare(a, b))
      .map(([, open]) => toEntity(open, positions));
    return { documents, entities };
  }
}

function countMentions(nouns: readonly CountedNoun[]): number {
  return nouns.reduce((sum, noun) => sum + noun.mentions, 0);
}

function toEntity({ noun, arrivals }: OpenEntity, positions: readonly number[]): KrsEntity {
  const { lemma, kind, tag, entityClass, iri, linker } = noun;
  const documents = arrivals.map((arrival) => positions[arrival] ?? 0).sort((a, b) => a - b);
  return { lemma, kind, tag, entityClass, documents, iri, linker };
}

function origin({ kind, linker }: CountedNoun): string {
  return `${kind}\t${linker ?? ''}`;
}

/** By code units: the same order on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
