import { rm } from 'node:fs/promises';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../../knowledge/files/companions.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { PARTS } from '../../../judging/parts.js';
import { UsageError } from '../../../model/errors.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { fullText } from '../../../support/text/full-text.js';
import type { BuildSettings } from '../../settings/build-settings.js';
import type { TopicVocabulary, VocabularyObserver } from '../vocabulary.js';
import type { CorpusToBuild } from './corpus-to-build.js';

/** The vocabulary of a topic that is built. */
export interface BuiltVocabulary {
  /** Undefined for a topic without one. */
  readonly opened: TopicVocabulary | undefined;
  /** Writes it next to the topic, or removes the one that the topic had before it was built without. @throws OutputError */
  save(topicFile: string): Promise<void>;
}

/**
 * Opens the vocabulary that a topic is built with: one that the settings name, or that of a topic that texts are added to.
 * @throws UsageError for settings; InputError when it cannot be read; the signal's reason
 */
export async function openVocabulary(
  settings: BuildSettings,
  observer: VocabularyObserver,
): Promise<BuiltVocabulary> {
  const { kb, topic, vocabulary, concept, depth } = settings;
  const { path } = parsePlace(kb);
  if (vocabulary.length === 0 && (concept !== undefined || depth !== undefined))
    throw new UsageError('concept and depth choose from a vocabulary', {
      hint: 'name it with --vocabulary',
    });
  if (path === undefined) {
    if (vocabulary.length > 0)
      throw new UsageError(
        'a vocabulary is kept next to a topic in a folder, and this one is in a SPARQL endpoint',
        {
          hint: 'build into a folder: --kb DIR',
        },
      );
    return { opened: undefined, save: () => Promise.resolve() };
  }
  const isKept = settings.add && (await fileExists(vocabularyFile(topicFile(path, topic))));
  const opened =
    vocabulary.length > 0 || isKept
      ? await (await PARTS.vocabularies()).openTopicVocabulary(settings, observer)
      : undefined;
  return {
    opened,
    save: (file) => opened?.save(file) ?? rm(vocabularyFile(file), { force: true }),
  };
}

/** The texts of a topic, without those of its background. */
export async function* textsOf({ read }: Pick<CorpusToBuild, 'read'>): AsyncGenerator<string> {
  for await (const { role, document } of read()) if (role === 'corpus') yield fullText(document);
}
