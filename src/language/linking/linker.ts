import { createGazetteer } from './gazetteer.js';
import type { LabelEntry } from './labels/label-entry.js';
import { openWordNetLinker } from './wordnet-linker.js';
import type { WordNet } from '../wordnet/wordnet.js';
import type { Annotator, EntityLinker, RemoteLink } from '../../model/noun.js';

/** The settings of an analyser, as plain data for worker threads. */
export interface AnalyserPlan {
  /** ISO 639-1 code of the language of the texts. Default: English. */
  readonly language?: string;
  /** True if no nouns were found in the texts of the topic. Default: they were. */
  readonly wordsOnly?: boolean;
  /** Names of linkers, in order of precedence. */
  readonly linkers: readonly string[];
  /** Labels for the gazetteer by source, the most trusted source first. */
  readonly labels: readonly (readonly LabelEntry[])[];
}

/** A linker as a table declares it. It is loaded when it is named. */
export interface LinkerDeclaration {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<LinkerKind>;
}

/** A linker: how it is made in any thread. */
export interface LinkerKind {
  make(context: LinkingContext): EntityLinker;
}

/** Links nouns to WordNet. */
export const wordnet: LinkerKind = { make: ({ wordNet }) => openWordNetLinker(wordNet) };

/** Links by the labels of the plan. */
export const gazetteer: LinkerKind = {
  make: ({ plan, annotator }) => createGazetteer(plan.labels, annotator),
};

/** Services with which linkers are made. */
export interface LinkingContext {
  readonly plan: AnalyserPlan;
  readonly wordNet: WordNet;
  readonly annotator: Annotator;
}

/** Links of a text by a service; undefined if the service is down. */
export type AskRemote = (text: string) => Promise<readonly RemoteLink[] | undefined>;
