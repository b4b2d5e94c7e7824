import type { CorpusRole, RecordEntry } from '../../../knowledge/files/corpus-record.js';
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

/** The texts of a topic, from the record of its corpus. @throws InputError when it has none */
export async function topicTexts(topicFile: string, words: WordReader): Promise<TopicTexts> {
  const record = await openRecord(topicFile);
  return learnFromRecord(
    record,
    (isChosen) => record.entries(isChosen),
    (entry) => textOf(entry, words),
  );
}
