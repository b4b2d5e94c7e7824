import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openAnnotator } from '../judging/english.js';
import { openCorpusRecord, type CorpusRecord, type RecordHeader } from '../kb/files/corpus-record.js';
import { readCompanions, topicFile, topicFilesIn, topicNameOf } from '../kb/files/kb-folder.js';
import type { DocumentAnalysis } from '../krs/analysis.js';
import { topicIris } from '../krs/iris.js';
import { GAZETTEER_NAME } from '../linking/gazetteer.js';
import { labelChanges } from '../linking/labels/label-changes.js';
import { WORDNET_NAME } from '../linking/wordnet-linker.js';
import { InputError } from '../model/errors.js';
import { fullText } from '../support/text/full-text.js';
import { holdDocument, type HeldDocument } from './gather.js';
import type { CorpusToBuild, DocumentToBuild } from './corpus-to-build.js';
import { titleLabels, type LinkingPlan } from './linking-plan.js';

/** Topics of the folder in which readings are searched: finding out what a record contains means reading all of it. */
const MOST_TOPICS = 8;
/** Readings that are kept in memory at most. */
const MOST_READINGS = 2000;
/** Linkers that always link the same text to the same entities. A service or a user-defined linker may not. */
const REPEATABLE_LINKERS: readonly string[] = [GAZETTEER_NAME, WORDNET_NAME];

/**
 * The documents to build from, with the readings that topics of the same folder have of the same texts. Topics often
 * share a background, and reading its texts takes most of the time of a build.
 *
 * A reading is taken only where reading the text again would give the same: the same annotator, linkers and label files, and no
 * title of either corpus that the text may name ({@link labelChanges}). Damaged records are passed over.
 */
export async function withEarlierReadings(
  corpus: CorpusToBuild,
  plan: Pick<LinkingPlan, 'header' | 'iris'>,
  signal?: AbortSignal,
): Promise<CorpusToBuild> {
  const isRepeatable = plan.header.linkers.every((linker) => REPEATABLE_LINKERS.includes(linker));
  if (corpus.change !== undefined || !isRepeatable) return corpus;
  const known = await earlierReadings(corpus, plan, signal);
  if (known.size === 0) return corpus;
  return { ...corpus, read: () => withReadings(corpus.read(), known) };
}

/** Analyses by the checksum of their document. */
type Readings = ReadonlyMap<string, DocumentAnalysis>;

async function* withReadings(
  documents: AsyncGenerator<DocumentToBuild>,
  known: Readings,
): AsyncGenerator<DocumentToBuild> {
  for await (const item of documents) {
    const analysis = known.get(holdDocument(item.document).checksum);
    yield analysis === undefined ? item : { ...item, analysis };
  }
}

async function earlierReadings(
  corpus: CorpusToBuild,
  { header, iris }: Pick<LinkingPlan, 'header' | 'iris'>,
  signal: AbortSignal | undefined,
): Promise<Readings> {
  const { settings } = corpus;
  const wanted = new Set([...corpus.corpus, ...corpus.background].map(({ checksum }) => checksum));
  const labels = titleLabels(settings, corpus.corpus, iris);
  const known = new Map<string, DocumentAnalysis>();
  for (const file of await latestTopics(settings.kb, settings.topic)) {
    if (wanted.size === 0 || known.size >= MOST_READINGS) break;
    signal?.throwIfAborted();
    const record = await recordReadLike(file, header);
    if (record === undefined) continue;
    const own = topicIris(record.header.baseIri, topicNameOf(file));
    await whereUndamaged(async () => {
      const titles = titleLabels(settings, await corpusOf(record), own);
      const mayDiffer = labelChanges(titles, labels, openAnnotator());
      for await (const { document, analysis } of record.entries()) {
        if (known.size >= MOST_READINGS || wanted.size === 0) return;
        const { checksum } = holdDocument(document);
        if (!wanted.has(checksum)) continue;
        if (mayDiffer({ text: fullText(document), hiddenLemmas: analysis.hiddenLemmas })) continue;
        known.set(checksum, analysis);
        wanted.delete(checksum);
      }
    });
  }
  return known;
}

/** The topic itself, then the others of the folder, the latest first. */
async function latestTopics(folder: string, topic: string): Promise<readonly string[]> {
  const own = path.normalize(topicFile(folder, topic));
  const files = await Promise.all(
    (await topicFilesIn(folder)).map(async (file) => ({ file, saved: (await stat(file)).mtimeMs })),
  );
  return files
    .map(({ file, saved }) => ({ file, saved: path.normalize(file) === own ? Infinity : saved }))
    .sort((a, b) => b.saved - a.saved || (a.file < b.file ? -1 : 1))
    .slice(0, MOST_TOPICS)
    .map(({ file }) => file);
}

/** The record of a topic, where its texts were read as those of this header. */
async function recordReadLike(
  file: string,
  header: RecordHeader,
): Promise<CorpusRecord<DocumentAnalysis> | undefined> {
  return whereUndamaged(async () => {
    const { corpus } = await readCompanions(file);
    if (corpus === undefined) return undefined;
    const record = await openCorpusRecord<DocumentAnalysis>(corpus);
    return howRead(record.header) === howRead(header) ? record : undefined;
  });
}

/** What the reading of a text depends on, except the titles of the corpus. */
function howRead(header: RecordHeader): string {
  const { annotator, linkers, labelsChecksum, labelIndexChecksum, language, textLanguage } = header;
  return JSON.stringify([annotator, linkers, labelsChecksum, labelIndexChecksum, language, textLanguage]);
}

async function corpusOf(record: CorpusRecord<DocumentAnalysis>): Promise<readonly HeldDocument[]> {
  const held: HeldDocument[] = [];
  for await (const { role, document } of record.documents())
    if (role === 'corpus') held.push(holdDocument(document));
  return held;
}

/** Readings only save time: a damaged or missing file is not an error here. */
async function whereUndamaged<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof InputError) return undefined;
    throw thrown;
  }
}
