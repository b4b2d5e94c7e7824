import {
  createCorpusRecord,
  type RecordDocument,
  type CorpusRole,
  type RecordEntry,
  type RecordHeader,
  type RecordWriter,
  createNifWriter,
  type NifWriter,
  createReadingsWriter,
  type ReadingsWriter,
} from '../../../knowledge/files/corpus-record.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { type DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import type { TopicIris } from '../../../knowledge/krs/iris.js';
import { KrsBuilder, type Krs } from '../../../knowledge/krs/krs.js';
import { nifLayer } from '../../../knowledge/krs/topic-quads.js';
import type { CorpusDocument } from '../../../model/document.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { interruptible } from '../../../support/interruptible.js';
import { fullText } from '../../../support/text/full-text.js';
import { toProfile, type DocumentProfile } from '../../../knowledge/krs/document-profile.js';
import type { AnnotationPool } from './annotation-pool.js';
import type { ReadText } from './text-reading.js';
import { sha256 } from '../../../support/hash.js';
import type { CorpusToBuild } from './corpus-to-build.js';
import type { KeptReadings } from './kept-readings.js';

/** Findings in a corpus and its background. */
export interface ReadCorpus {
  readonly krs: Krs;
  readonly profiles: Readonly<Record<CorpusRole, readonly DocumentProfile[]>>;
  /** Documents whose text was annotated; the annotations of the others were known. */
  readonly textsRead: number;
  readonly record: RecordWriter<DocumentAnalysis>;
  readonly nif?: NifWriter;
  readonly readings?: ReadingsWriter;
}

/** Progress of reading a corpus, in characters of texts: what it takes time for. */
export interface CharactersRead {
  readonly done: number;
  readonly total: number;
}

/** Needs of reading a corpus in addition to it. */
export interface ReadingPlan {
  /** Folder into which they are written. */
  readonly folder: string;
  readonly header: RecordHeader;
  readonly iris: TopicIris;
  readonly pool: AnnotationPool;
  readonly kept: KeptReadings;
  /** Hears of each document with its analysis. */
  readonly onRead: (entry: RecordEntry<DocumentAnalysis>) => void;
  /** Documents done, of how many, and the same in characters of their texts. */
  readonly onProgress: (done: number, total: number, characters: CharactersRead) => void;
  /** Ends the reading when aborted: nothing of it stays. */
  readonly signal?: AbortSignal;
}

/**
 * Reads every document of corpus and background, and writes record, NIF layer and readings as it goes; all are still to be
 * committed.
 */
export async function readCorpus(corpus: CorpusToBuild, plan: ReadingPlan): Promise<ReadCorpus> {
  const { settings } = corpus;
  const file = topicFile(plan.folder, settings.topic);
  const record = await createCorpusRecord<DocumentAnalysis>(file, settings.topic, plan.header);
  const nif = settings.nif ? await createNifWriter(file, settings.topic) : undefined;
  const { version } = plan.kept;
  const readings =
    version === undefined ? undefined : await createReadingsWriter(file, settings.topic, version);
  try {
    const found = await readAll(corpus, plan, { record, nif, readings });
    return { ...found, record, nif, readings };
  } catch (error) {
    await record.discard();
    await nif?.discard();
    await readings?.discard();
    throw error;
  }
}

interface Writers {
  readonly record: RecordWriter<DocumentAnalysis>;
  readonly nif: NifWriter | undefined;
  readonly readings: ReadingsWriter | undefined;
}

async function readAll(
  { corpus, background, read }: CorpusToBuild,
  plan: ReadingPlan,
  { record, nif, readings }: Writers,
): Promise<Omit<ReadCorpus, 'record' | 'nif' | 'readings'>> {
  const { pool, iris, onRead, onProgress, signal } = plan;
  const total = corpus.length + background.length;
  const characters = { done: 0, total: charactersOf({ corpus, background }) };
  const builder = new KrsBuilder();
  const profiles: Record<CorpusRole, DocumentProfile[]> = { corpus: [], background: [] };
  let done = 0;
  let textsRead = 0;
  const analysed = concurrentMap(interruptible(read(), signal), pool.size, async (item) => ({
    ...item,
    ...(await readDocument(item, plan)),
  }));
  for await (const { role, document, analysis, isNew, checksum, reading } of analysed) {
    if (isNew) textsRead += 1;
    await record.add({ role, document, analysis });
    onRead({ role, document, analysis });
    if (reading !== undefined) await readings?.add(checksum, reading);
    profiles[role].push(toProfile(analysis.nouns));
    if (role === 'corpus') {
      builder.add({ document: withoutText(document), nouns: analysis.nouns });
      await nif?.add(nifLayer(document, analysis, iris));
    }
    characters.done += document.text.length;
    onProgress((done += 1), total, characters);
  }
  return { krs: builder.finish(), profiles, textsRead };
}

/** Reads a document, with what is kept of its text. */
async function readDocument(
  { document }: RecordDocument,
  { pool, kept }: Pick<ReadingPlan, 'pool' | 'kept'>,
): Promise<ReadText & { readonly checksum: string }> {
  const text = fullText(document);
  const keep = kept.version !== undefined;
  const checksum = keep ? sha256(text) : '';
  return { ...(await pool.read(text, { keep, kept: kept.byText.get(checksum) })), checksum };
}

/** Characters of all texts. */
export function charactersOf({ corpus, background }: Pick<CorpusToBuild, 'corpus' | 'background'>): number {
  return [...corpus, ...background].reduce((sum, { characters }) => sum + characters, 0);
}

function withoutText({
  id,
  title,
  sourceUrl,
  language,
  crawl,
}: CorpusDocument): Omit<CorpusDocument, 'text'> {
  return {
    id,
    title,
    sourceUrl,
    language,
    crawl,
  };
}
