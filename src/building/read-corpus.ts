import { createCorpusRecord, type RecordHeader, type RecordWriter } from '../kb/files/corpus-record.js';
import { createNifWriter, type NifWriter } from '../kb/files/nif-file.js';
import { topicFile } from '../kb/files/kb-folder.js';
import { type DocumentAnalysis } from '../krs/analysis.js';
import type { TopicIris } from '../krs/iris.js';
import { KrsBuilder, type Krs } from '../krs/krs.js';
import { nifLayer } from '../krs/nif-layer.js';
import type { CorpusDocument } from '../model/document.js';
import { concurrentMap } from '../support/concurrent-map.js';
import { interruptible } from '../support/interruptible.js';
import { fullText } from '../support/text/full-text.js';
import { toProfile, type DocumentProfile } from '../topic/profile.js';
import type { AnnotationPool } from '../judging/annotation-pool.js';
import type { CorpusToBuild, DocumentToBuild } from './corpus-to-build.js';

/** What was found in a corpus and its background. */
export interface ReadCorpus {
  readonly krs: Krs;
  readonly profiles: readonly DocumentProfile[];
  readonly backgroundProfiles: readonly DocumentProfile[];
  /** Documents whose text was read; the others were known. */
  readonly textsRead: number;
  readonly record: RecordWriter<DocumentAnalysis>;
  readonly nif?: NifWriter;
}

/** How far reading a corpus is, in characters of texts: what it takes time for. */
export interface CharactersRead {
  readonly done: number;
  readonly total: number;
}

/** What reading a corpus needs beside it. */
export interface ReadingPlan {
  readonly header: RecordHeader;
  readonly iris: TopicIris;
  readonly pool: AnnotationPool;
  /** Whether a text that was read before must be read again. */
  readonly isStale: (document: DocumentToBuild) => boolean;
  /** Documents done, of how many, and the same in characters of their texts. */
  readonly onProgress: (done: number, total: number, characters: CharactersRead) => void;
  /** Ends the reading when aborted: nothing of it stays. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads every document of corpus and background, or takes what was found in it before, and writes record and NIF layer
 * as it goes; both are still to be committed.
 */
export async function readCorpus(corpus: CorpusToBuild, plan: ReadingPlan): Promise<ReadCorpus> {
  const { settings } = corpus;
  const file = topicFile(settings.kb, settings.topic);
  const record = await createCorpusRecord<DocumentAnalysis>(file, settings.topic, plan.header);
  const nif = settings.nif ? await createNifWriter(file, settings.topic) : undefined;
  try {
    const found = await readAll(corpus, plan, { record, nif });
    return { ...found, record, ...(nif === undefined ? {} : { nif }) };
  } catch (error) {
    await record.discard();
    await nif?.discard();
    throw error;
  }
}

interface Writers {
  readonly record: RecordWriter<DocumentAnalysis>;
  readonly nif: NifWriter | undefined;
}

async function readAll(
  { corpus, background, read }: CorpusToBuild,
  plan: ReadingPlan,
  { record, nif }: Writers,
): Promise<Omit<ReadCorpus, 'record' | 'nif'>> {
  const { pool, iris, isStale, onProgress, signal } = plan;
  const total = corpus.length + background.length;
  const characters = { done: 0, total: charactersOf({ corpus, background }) };
  const builder = new KrsBuilder();
  const profiles = {
    corpus: new Map<string, DocumentProfile>(),
    background: new Map<string, DocumentProfile>(),
  };
  let done = 0;
  let textsRead = 0;
  const analysed = concurrentMap(interruptible(read(), signal), pool.size, async (item) => {
    if (item.analysis !== undefined && !isStale(item)) return { ...item, analysis: item.analysis };
    textsRead += 1;
    return { ...item, analysis: await pool.annotate(fullText(item.document)) };
  });
  for await (const { role, document, analysis } of analysed) {
    await record.add({ role, document, analysis });
    profiles[role].set(document.id, toProfile(analysis.nouns));
    if (role === 'corpus') {
      builder.add({ document: withoutText(document), nouns: analysis.nouns });
      await nif?.add(nifLayer(document, analysis, iris));
    }
    characters.done += document.text.length;
    onProgress((done += 1), total, characters);
  }
  return {
    krs: builder.finish(),
    profiles: inOrder(profiles.corpus),
    backgroundProfiles: inOrder(profiles.background),
    textsRead,
  };
}

/** Characters of all texts. */
export function charactersOf({ corpus, background }: Pick<CorpusToBuild, 'corpus' | 'background'>): number {
  return [...corpus, ...background].reduce((sum, { characters }) => sum + characters, 0);
}

/** By id, so that nothing depends on the order in which documents came. */
function inOrder(profiles: ReadonlyMap<string, DocumentProfile>): DocumentProfile[] {
  return [...profiles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, profile]) => profile);
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
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    ...(language === undefined ? {} : { language }),
    ...(crawl === undefined ? {} : { crawl }),
  };
}
