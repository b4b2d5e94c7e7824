import type { CorpusRole, RecordEntry } from '../../../knowledge/files/corpus-record.js';
import { readTerms, termsFile } from '../../../knowledge/files/terms-file.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import type { WordReader } from '../../../model/topic.js';
import { trainingText, type TrainingText } from '../../../judging/topic/training-text.js';
import {
  createLearner,
  learnFromRecord,
  openRecord,
  type DocumentIds,
  type Learner,
} from './recorded-texts.js';
import { withTerms } from './with-terms.js';

/** Texts as classifiers read them, with the name and, where they are not the topic's own, the checksum of their source. */
export interface TrainingTexts {
  readonly name: string;
  readonly checksum?: string;
  readonly contents: readonly TrainingText[];
}

/** The texts of a topic that classifiers learn from. */
export type TopicTexts = Readonly<Record<CorpusRole, readonly TrainingText[]>>;

/** Learns the texts of a topic while it is built. @param ids of all its documents */
export function createTextLearner(
  ids: DocumentIds,
  words: WordReader,
): Learner<RecordEntry<DocumentAnalysis>, TrainingText> {
  return createLearner(ids, (entry: RecordEntry<DocumentAnalysis>) => textOf(entry, words));
}

function textOf({ document, analysis }: RecordEntry<DocumentAnalysis>, words: WordReader): TrainingText {
  return trainingText({ ...document, ...analysis }, words);
}

/**
 * The texts of a topic, with the terms that people took from crawls.
 * @param learned the texts without these terms, where they were learned while the topic was built; default: those in the record of
 *   its corpus
 */
export async function topicTexts(
  topicFile: string,
  words: WordReader,
  learned?: TopicTexts,
): Promise<TopicTexts> {
  const texts = learned ?? (await recordedTexts(topicFile, words));
  return withTerms(texts, await readTerms(termsFile(topicFile)), words);
}

async function recordedTexts(topicFile: string, words: WordReader): Promise<TopicTexts> {
  const record = await openRecord(topicFile);
  return learnFromRecord(
    record,
    (isChosen) => record.entries(isChosen),
    (entry) => textOf(entry, words),
  );
}
