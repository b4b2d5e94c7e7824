import type { LabelEntry } from '../../language/linking/labels/label-entry.js';
import type { CorpusReader } from '../../model/document.js';
import type { OnWait } from '../../model/wait.js';
import type { NamedConcept } from './building/topic-concepts.js';

/** Follows the reading of a vocabulary, and may end it. */
export interface VocabularyObserver {
  readonly onWarning: (message: string) => void;
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

/** A vocabulary that a topic is built with. */
export interface TopicVocabulary {
  /** Its concepts as texts, of which a topic without others consists. */
  readonly concepts: CorpusReader;
  /** The IRIs of its concepts with their labels in the language of the topic, in the order of the vocabulary. */
  readonly named: readonly NamedConcept[];
  /** The labels of concepts that texts name, each with the concept that it means there. */
  labelsIn(texts: AsyncIterable<string>): Promise<readonly LabelEntry[]>;
  /** Writes it next to a topic. @throws OutputError */
  save(topicFile: string): Promise<void>;
}
