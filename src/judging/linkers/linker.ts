import type { LabelEntry } from '../../language/linking/labels/label-entry.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import type { Annotator, EntityLink, EntityLinker, RemoteLink } from '../../model/noun.js';
import type { SpotlightParameters, SpotlightServiceSettings } from '../../model/spotlight.js';

/** The settings of an analyser, as plain data for worker threads. */
export interface AnalyserPlan {
  /** ISO 639-1 code of the language of the texts. Default: English. */
  readonly language?: string;
  /** Whether no nouns were found in the texts of the topic. Default: they were. */
  readonly wordsOnly?: boolean;
  /** Names of linkers, in order of precedence. */
  readonly linkers: readonly string[];
  /** Labels for the gazetteer by source, the most trusted source first. */
  readonly labels: readonly (readonly LabelEntry[])[];
}

/** Links of a text that are known before it is linked. */
export interface KnownLinks {
  /** Links by a service; undefined if it was not queried, or is down. */
  readonly remote?: readonly RemoteLink[];
  /** What the WordNet linker links in the text; without it, it is called. */
  readonly wordNet?: readonly EntityLink[];
  /** Lemmas of the only nouns whose links are needed: those of others may have another meaning. Default: all. */
  readonly wanted?: ReadonlySet<string>;
}

/** A linker as a table or a plugin declares it. It is loaded when it is named. */
export interface LinkerDeclaration {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<LinkerKind>;
}

/** What linkers are made with. */
export interface LinkingContext {
  readonly plan: AnalyserPlan;
  readonly wordNet: WordNet;
  readonly annotator: Annotator;
}

/** A linker, or what it is for a text of which some links are known. */
export type MadeLinker = EntityLinker | ((known: KnownLinks) => EntityLinker);

/** Links of a text by a service; undefined if the service is down. */
export type AskRemote = (text: string) => Promise<readonly RemoteLink[] | undefined>;

/** A linker: how it is made in any thread. */
export interface LinkerKind {
  readonly name: string;
  make(context: LinkingContext): MadeLinker;
  /**
   * Opens the service that it links by, in the main thread, since the limits of the service apply to all threads.
   * Default: it links by none.
   * @param warn called when the service goes down and comes back
   */
  openService?(
    parameters: SpotlightParameters,
    settings: SpotlightServiceSettings,
    warn: (message: string) => void,
  ): AskRemote;
}
