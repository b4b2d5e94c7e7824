import type { LabelUse } from '../../model/label-use.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';

/** A file of a topic. */
export interface FileInfo {
  readonly file: string;
  /** Absent where the file is missing. */
  readonly bytes?: number;
  /** When it was written: ISO 8601, UTC. */
  readonly modified?: string;
  /** Of a trained classifier: the labelled pages that its threshold comes from. */
  readonly labels?: LabelUse;
  /** Of a trained classifier: what it learned to tell the topic from; "the topic's" for the topic's own background. */
  readonly background?: string;
}

/** What there is to know about a topic. */
export interface TopicInfo extends TopicFacts {
  /** File, or endpoint and graph. */
  readonly where: string;
  /** Mentions of nouns, and of linked nouns. */
  readonly nouns: number;
  readonly linkedNouns: number;
  /** Distinct nouns, and distinct linked nouns. */
  readonly entities: number;
  readonly linkedEntities: number;
  /** Different things that nouns are linked to. */
  readonly meanings: number;
  /** Documents and nouns of the background, where there is one. */
  readonly background?: { readonly documents: number; readonly nouns: number };
  /** The settings that shaped the topic, as JSON. */
  readonly settings: string;
  readonly checksums: { readonly corpus: string; readonly labels?: string; readonly background?: string };
  readonly statements: number;
  readonly graphs: readonly { readonly iri: string; readonly statements: number }[];
  /** The topic's file, its companions and its trained classifiers; none with an endpoint. */
  readonly files: readonly FileInfo[];
}

/** A place that holds something else than a topic, or cannot be read. */
export interface OtherInfo {
  readonly where: string;
  readonly statements?: number;
  readonly message: string;
}
