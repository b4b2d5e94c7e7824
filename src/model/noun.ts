/** True if a noun is one token or several (`nif:Word`, `nif:Phrase`). */
export type NounKind = 'word' | 'phrase';

/** Penn Treebank tag of a noun; a phrase carries the tag of its head, in English its last word. */
export type NounTag = 'NN' | 'NNS' | 'NNP' | 'NNPS';

export type EntityClass = 'person' | 'place' | 'organisation' | 'other';

/** One word of a sentence. Offsets are UTF-16 code units into the annotated text, end exclusive. */
export interface Token {
  /** As it stands in the text. */
  readonly surface: string;
  /** Lower case, nouns in the singular. */
  readonly lemma: string;
  readonly begin: number;
  readonly end: number;
  /** True for a date, a number, or a number with a unit: such tokens are never linked. */
  readonly numeric: boolean;
  readonly stopWord: boolean;
  readonly tag?: NounTag;
}

export interface Noun {
  /** Lower-case base form; of a phrase those of its tokens joined by one blank. What a preposition joins may keep its form. */
  readonly lemma: string;
  readonly surface: string;
  readonly kind: NounKind;
  readonly tag: NounTag;
  readonly entityClass: EntityClass;
  /** Offsets as in {@link Token}. */
  readonly begin: number;
  readonly end: number;
}

/** A sentence as tokens, in order. */
export interface Sentence {
  readonly begin: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

/** A text with its sentences and the mentions of nouns in it, ordered by begin, then by end. */
export interface AnnotatedText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly nouns: readonly Noun[];
}

/** Port: the base form of a plural noun in lower case: 'studies' → 'study'. */
export type Lemmatizer = (plural: string) => string;

/** Port: finds sentences and nouns in a text. One implementation serves corpus and pages alike. */
export interface Annotator {
  /** Identifies the implementation and its version; the knowledge base records it. */
  readonly name: string;
  annotate(text: string): AnnotatedText;
  /** The same in steps that take a moment each, where it can: so a long text does not keep all else waiting. */
  annotateInSteps?(text: string): Generator<undefined, AnnotatedText>;
}

/** A mention together with the IRI of what it means. */
export interface EntityLink {
  readonly begin: number;
  readonly end: number;
  readonly iri: string;
  readonly linker: string;
}

/** A link by a service: offsets in UTF-16 code units of the text. */
export type RemoteLink = Omit<EntityLink, 'linker'>;

/** Port: finds what nouns mean. A span is that of a noun, or of a run of tokens; those of one linker never overlap. */
export interface EntityLinker {
  readonly name: string;
  link(text: AnnotatedText, known?: KnownLinks): Promise<readonly EntityLink[]>;
}

export interface KnownLinks {
  /** Links by a service; undefined if it was not queried, or is down. */
  readonly remote?: readonly RemoteLink[];
  /** Lemmas of the only nouns whose links are needed: those of others may have another meaning. Default: all. */
  readonly wanted?: ReadonlySet<string>;
}

export interface LinkedNoun extends Noun {
  readonly iri?: string;
  readonly linker?: string;
}
