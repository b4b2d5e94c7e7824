import {
  createCorpusRecord,
  createNifWriter,
  type CorpusRole,
  type RecordEntry,
  type RecordHeader,
} from '../../../knowledge/files/corpus-record.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { writeStatedQuads } from '../../../knowledge/files/nquads-file.js';
import { KrsBuilder } from '../../../knowledge/krs/krs.js';
import {
  countBackground,
  documentsByLemma,
  nifLayer,
  topicQuads,
  topicStatistics,
  type Provenance,
  type TopicStatistics,
} from '../../../knowledge/krs/topic-quads.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { given } from '../../../support/given.js';
import { interruptible } from '../../../support/interruptible.js';
import { fullText } from '../../../support/text/full-text.js';
import type { Own } from '../../../support/with-resources.js';
import type { AnnotationPool } from './annotation-pool.js';
import { corpusChecksum, type BuildCallbacks, type CorpusToBuild } from './corpus-to-build.js';
import type { LinkingPlan } from './linking-plan.js';
import { conceptsOfTopic, type NamedConcept } from './topic-concepts.js';

interface WritingPlan extends LinkingPlan {
  /** The folder that the topic is built in. */
  readonly folder: string;
  readonly pool: AnnotationPool;
  /** The concepts of its vocabulary. */
  readonly named: readonly NamedConcept[] | undefined;
  readonly onRead: (entry: RecordEntry) => void;
}

/**
 * Reads every document of corpus and background, and writes the topic: record, NIF layer, and the topic's file, which names them.
 * @throws OutputError; the signal's reason
 */
export async function writeTopic(
  own: Own,
  corpus: CorpusToBuild,
  plan: WritingPlan,
  { onProgress, onWait, signal }: BuildCallbacks,
): Promise<{ readonly file: string; readonly statistics: TopicStatistics }> {
  const { topic: name, nif: withNif } = corpus.settings;
  const { iris, header, pool } = plan;
  const file = topicFile(plan.folder, name);
  const record = own(await createCorpusRecord(file, header));
  const nif = withNif ? own(await createNifWriter(file)) : undefined;
  const builder = new KrsBuilder();
  const lemmas: Record<CorpusRole, (readonly string[])[]> = { corpus: [], background: [] };
  const total = corpus.corpus.length + corpus.background.length;
  const entries = concurrentMap(interruptible(corpus.read(), signal), pool.size, async (item) => ({
    ...item,
    analysis: await pool.annotate(fullText(item.document)),
  }));
  let done = 0;
  for await (const entry of entries) {
    const { role, document, analysis } = entry;
    await record.add(entry);
    plan.onRead(entry);
    if (role === 'background') lemmas[role].push([...new Set(analysis.nouns.map(({ lemma }) => lemma))]);
    else {
      const { id, title, sourceUrl, language, crawl } = document;
      builder.add({ document: { id, title, sourceUrl, language, crawl }, nouns: analysis.nouns });
      await nif?.add(nifLayer(document, analysis, iris));
    }
    onProgress?.((done += 1), total);
  }
  onWait?.('writing the topic');
  const krs = builder.finish();
  const { name: recordName, checksum } = await record.finish();
  const provenance = describeProvenance(corpus, header, recordName, await nif?.finish(checksum));
  const byLemma = documentsByLemma(krs);
  const statistics = topicStatistics(krs, byLemma);
  const background = corpus.background.length === 0 ? undefined : countBackground(lemmas.background);
  const optional = given({ background, concepts: conceptsOf(provenance, plan.named) });
  const quads = topicQuads({ name, iris, krs, byLemma, statistics, provenance, ...optional });
  await writeStatedQuads(file, untilAborted(quads, signal));
  return { file, statistics };
}

/** Passes values on. @throws the signal's reason, once it is aborted */
function* untilAborted<T>(values: Iterable<T>, signal: AbortSignal | undefined): Generator<T> {
  for (const value of values) {
    signal?.throwIfAborted();
    yield value;
  }
}

function conceptsOf({ about, language }: Provenance, vocabulary: readonly NamedConcept[] | undefined) {
  if (language !== ENGLISH || (about === undefined && vocabulary === undefined)) return undefined;
  return conceptsOfTopic(given({ line: about, vocabulary }), openWordNet());
}

function describeProvenance(
  { corpus, background }: CorpusToBuild,
  header: RecordHeader,
  corpusRecord: string,
  nif: string | undefined,
): Provenance {
  const { about, annotator, textLanguage = ENGLISH, linkers, labelsChecksum, spotlight } = header;
  const { baseIri, language } = header;
  return {
    ...given({ about }),
    ...{ annotator, language: textLanguage, linkers, labelsChecksum, corpusRecord, nifLayer: nif },
    settings: JSON.stringify({ baseIri, language, linker: linkers, spotlight }),
    corpusChecksum: corpusChecksum(corpus),
    ...(background.length === 0 ? {} : { backgroundChecksum: corpusChecksum(background) }),
  };
}
