import type { CorpusDocument } from '../../model/document.js';
import type { EntityClass, NounKind, NounTag } from '../../model/noun.js';

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

/** Key of an entity: mentions with the same lemma, tag, class and IRI are the same one. */
export function entityKey({ lemma, tag, entityClass, iri = '' }: Omit<KrsEntity, 'documents'>): string {
  return `${lemma}\t${tag}\t${entityClass}\t${iri}`;
}

/**
 * Collects annotated documents into a topic's schema. The paper draws one entity per document and noun. Here it is one
 * entity per distinct noun with many `sfwc:inDocument`, a sixth of the triples; both of the paper's queries count the same
 * on either form.
 */
export class KrsBuilder {
  readonly #documents = new Map<string, KrsDocument>();
  /** Key → the noun, and its documents in the order in which they came, each once. */
  readonly #entities = new Map<string, { noun: CountedNoun; readonly arrivals: number[] }>();

  /** Adds a document. Documents may come in any order. @throws RangeError when its id was added before */
  add({ document, nouns }: AnnotatedDocument): void {
    if (this.#documents.has(document.id)) throw new RangeError(`document '${document.id}' was added twice`);
    this.#documents.set(document.id, {
      ...document,
      nounCount: countMentions(nouns),
      linkedNounCount: countMentions(nouns.filter((noun) => noun.iri !== undefined)),
    });
    const arrival = this.#documents.size - 1;
    for (const noun of nouns) {
      const key = entityKey(noun);
      const open = this.#entities.get(key) ?? { noun, arrivals: [] };
      this.#entities.set(key, open);
      if (open.arrivals.at(-1) !== arrival) open.arrivals.push(arrival);
      // Mentions may differ in linker or kind; which of them speaks for all must not hang on the order.
      if (compare(origin(noun), origin(open.noun)) < 0) open.noun = noun;
    }
  }

  /** The schema of all that was added; the same documents give the same schema in whatever order they came. */
  finish(): Krs {
    const documents = [...this.#documents.values()].sort((a, b) => compare(a.id, b.id));
    const position = new Map(documents.map(({ id }, index) => [id, index]));
    const positions = [...this.#documents.keys()].map((id) => position.get(id) ?? 0);
    const sorted = [...this.#entities].sort(([a], [b]) => compare(a, b));
    const entities = sorted.map(([, { noun, arrivals }]) => {
      const { lemma, kind, tag, entityClass, iri, linker } = noun;
      const at = arrivals.map((arrival) => positions[arrival] ?? 0).sort((a, b) => a - b);
      return { lemma, kind, tag, entityClass, documents: at, iri, linker };
    });
    return { documents, entities };
  }
}

function countMentions(nouns: readonly CountedNoun[]): number {
  return nouns.reduce((sum, noun) => sum + noun.mentions, 0);
}

function origin({ kind, linker }: CountedNoun): string {
  return `${kind}\t${linker ?? ''}`;
}

/** By code units: the same order on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
