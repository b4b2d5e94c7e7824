import path from 'node:path';
import { trainingText, type TrainingText } from '../../../judging/topic/scorer.js';
import {
  LINE_DOCUMENT,
  openCorpusRecord,
  type CorpusRecord,
  type CorpusRole,
  type RecordDocument,
  type RecordEntry,
} from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicNameOf } from '../../../knowledge/files/kb-folder.js';
import { readGlosses } from '../../../language/wordnet/glosses.js';
import { InputError } from '../../../model/errors.js';
import type { WordReader } from '../../../model/topic.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { evenly } from '../../../support/statistics.js';

/** Maximum number of documents of each kind to learn from; more would cost memory and hardly change the result. */
const MAX_DOCUMENTS = 2000;

/** The record of a topic's corpus. @throws InputError when the topic has none */
export async function openRecord(topicFile: string): Promise<CorpusRecord> {
  const corpus = await recordOf(topicFile);
  if (corpus !== undefined) return openCorpusRecord(corpus);
  const folder = path.dirname(topicFile);
  throw new InputError(`${folder} has no topic '${topicNameOf(topicFile)}' with a record of its corpus`, {
    hint: 'build the topic from all of its sources',
  });
}

export async function hasRecord(topicFile: string): Promise<boolean> {
  return (await recordOf(topicFile)) !== undefined;
}

async function recordOf(topicFile: string): Promise<string | undefined> {
  const corpus = (await fileExists(topicFile)) ? (await readCompanions(topicFile)).corpus : undefined;
  return corpus !== undefined && (await fileExists(corpus)) ? corpus : undefined;
}

export type DocumentIds = Readonly<Record<CorpusRole, readonly string[]>>;

/**
 * Learns from at most `most` documents of each kind, evenly spread over the ids. The line about a topic is not counted as a text.
 * @param ids of all documents that will come
 */
export function createLearner<Entry extends RecordDocument, Learned>(
  ids: DocumentIds,
  learn: (entry: Entry) => Learned,
  most = MAX_DOCUMENTS,
) {
  const texts = ids.corpus.filter((id) => id !== LINE_DOCUMENT);
  const choose = (all: readonly string[]): ReadonlySet<string> => new Set(evenly([...all].sort(), most));
  const chosen = { corpus: choose(texts), background: choose(ids.background) };
  const learned: Record<CorpusRole, Map<string, Learned>> = { corpus: new Map(), background: new Map() };
  const isChosen = ({ role, document }: RecordDocument): boolean => chosen[role].has(document.id);
  return {
    /** True if something is learned from a document. */
    isChosen,
    add: (entry: Entry): void => {
      if (isChosen(entry)) learned[entry.role].set(entry.document.id, learn(entry));
    },
    /** In the order of the ids, so that the results do not depend on the order of the documents. */
    learned: () => ({ corpus: byId(learned.corpus), background: byId(learned.background) }),
  };
}

/**
 * Learns from the documents of a record as {@link createLearner} does.
 * @param read reads at least the chosen documents, as `record.documents` or `record.entries` does
 */
export async function learnFromRecord<Entry extends RecordDocument, Learned>(
  record: CorpusRecord,
  read: (isChosen: (document: RecordDocument) => boolean) => AsyncIterable<Entry>,
  learn: (entry: Entry) => Learned,
): Promise<Readonly<Record<CorpusRole, readonly Learned[]>>> {
  const ids: Record<CorpusRole, string[]> = { corpus: [], background: [] };
  for await (const { role, document } of record.documents()) ids[role].push(document.id);
  const learner = createLearner(ids, learn);
  for await (const entry of read(learner.isChosen)) learner.add(entry);
  return learner.learned();
}

function byId<Value>(values: ReadonlyMap<string, Value>): Value[] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** The texts of a topic that classifiers learn from. */
export type TopicTexts = Readonly<Record<CorpusRole, readonly TrainingText[]>>;

/** Learns the texts of a topic while it is built. @param ids of all its documents */
export function createTextLearner(ids: DocumentIds, words: WordReader) {
  return createLearner(ids, textReader(words));
}

function textReader(words: WordReader) {
  return ({ document, analysis }: RecordEntry) => trainingText({ ...document, ...analysis }, words);
}

/** The texts of a topic, from the record of its corpus. @throws InputError when it has none */
export async function topicTexts(topicFile: string, words: WordReader): Promise<TopicTexts> {
  const record = await openRecord(topicFile);
  return learnFromRecord(record, (isChosen) => record.entries(isChosen), textReader(words));
}

/** Number of glosses per text, which makes it about as long as an encyclopedia article, and number of texts. */
const GLOSSES_IN_TEXT = 200;
const GLOSS_TEXTS = 400;

/** General English for strategies that learn from texts: runs of WordNet's glosses, evenly spread over the dictionary. */
export function generalEnglishTexts(): readonly string[] {
  const glosses = [...readGlosses()];
  const step = Math.floor(glosses.length / GLOSS_TEXTS);
  return Array.from({ length: GLOSS_TEXTS }, (_, index) =>
    glosses.slice(index * step, index * step + GLOSSES_IN_TEXT).join('\n'),
  );
}
