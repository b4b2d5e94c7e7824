import { rm } from 'node:fs/promises';
import { PARTS } from '../../../judging/parts.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../../knowledge/files/companions.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import type { LabelEntry } from '../../../language/linking/labels/label-entry.js';
import type { CorpusReader } from '../../../model/document.js';
import { UsageError } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { fileExists } from '../../../support/files/file-exists.js';
import type { BuildSettings } from '../../settings/build-settings.js';
import type { NamedConcept } from './topic-concepts.js';

export interface VocabularyObserver {
  readonly onWarning: (message: string) => void;
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

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

/**
 * Opens the vocabulary that a topic is built with: one that the settings name, or that of a topic that texts are added to.
 * @returns undefined for a topic without one
 * @throws UsageError for settings; InputError when it cannot be read; the signal's reason
 */
export async function openVocabulary(
  settings: BuildSettings,
  observer: VocabularyObserver,
): Promise<TopicVocabulary | undefined> {
  const { kb, topic, add, vocabulary, concept, depth } = settings;
  const { path } = parsePlace(kb);
  if (vocabulary.length === 0 && (concept !== undefined || depth !== undefined))
    throw new UsageError('concept and depth choose from a vocabulary', { hint: 'name it with --vocabulary' });
  if (vocabulary.length > 0 && path === undefined)
    throw new UsageError('a vocabulary is kept next to a topic in a folder, not in a SPARQL endpoint', {
      hint: 'build into a folder: --kb DIR',
    });
  const isKept = add && path !== undefined && (await fileExists(vocabularyFile(topicFile(path, topic))));
  if (vocabulary.length === 0 && !isKept) return undefined;
  return (await PARTS.vocabularies()).openTopicVocabulary(settings, observer);
}

/** Writes the vocabulary next to a topic, or removes the one that the topic had before. @throws OutputError */
export async function saveVocabulary(vocabulary: TopicVocabulary | undefined, file: string): Promise<void> {
  if (vocabulary === undefined) await rm(vocabularyFile(file), { force: true });
  else await vocabulary.save(file);
}
