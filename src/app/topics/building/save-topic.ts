import { given } from '../../../support/given.js';
import type { RecordHeader } from '../../../knowledge/files/corpus-record.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { writeStatedQuads } from '../../../knowledge/files/nquads-file.js';
import {
  countBackground,
  documentsByLemma,
  topicStatistics,
  type TopicStatistics,
} from '../../../knowledge/krs/topic-statistics.js';
import { topicQuads, type TopicConcept, type Provenance } from '../../../knowledge/krs/topic-quads.js';
import type { OnWait } from '../../../model/wait.js';
import { untilAborted } from '../../../support/interruptible.js';
import { generalFrequencyIn } from '../../../language/wordnet/commonness.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { contentWarning } from './corpus-check.js';
import type { CorpusToBuild } from './corpus-to-build.js';
import { corpusChecksum } from './gather.js';
import { conceptsOfTopic, type NamedConcept } from './topic-concepts.js';
import type { LinkingPlan } from './linking-plan.js';
import type { ReadCorpus } from './read-corpus.js';
import type { BuiltVocabulary } from './topic-vocabulary.js';

/** A topic that was saved. */
export interface SavedTopic {
  readonly file: string;
  readonly statistics: TopicStatistics;
}

/** A topic as it is saved, besides its texts. */
interface ToSave extends Pick<LinkingPlan, 'iris' | 'header'> {
  readonly vocabulary: Pick<BuiltVocabulary, 'opened'>;
}

/** Follows the saving of a topic, and may end it. */
export interface SaveObserver {
  readonly onWarning?: (message: string) => void;
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

/**
 * Writes a topic whose texts were read: its record and NIF layer, and the topic's file, which names them.
 * @param folder that the topic is built in
 * @throws OutputError; the signal's reason
 */
export async function saveTopic(
  corpus: CorpusToBuild,
  { iris, header, vocabulary }: ToSave,
  { krs, profiles, record, nif, readings }: ReadCorpus,
  { onWarning, onWait, signal }: SaveObserver,
  folder: string,
): Promise<SavedTopic> {
  const { settings, background } = corpus;
  const file = topicFile(folder, settings.topic);
  try {
    onWait?.('writing the topic', { busy: profiles.corpus.length });
    const { name, checksum } = await record.close();
    const layer = await nif?.close(checksum);
    await readings?.close(checksum);
    const provenance = describeProvenance(corpus, header, name, layer);
    const byLemma = documentsByLemma(krs);
    const statistics = topicStatistics(krs, byLemma);
    const facts = { krs, byLemma, statistics, provenance };
    const counted =
      background.length === 0
        ? {}
        : { background: countBackground(profiles.background.map(({ lemmas }) => lemmas)) };
    const concepts = conceptsOf(provenance, vocabulary.opened?.named);
    const quads = topicQuads({ name: settings.topic, iris, ...facts, ...counted, ...given({ concepts }) });
    for (const part of [record, nif, readings]) await part?.commit();
    await writeStatedQuads(file, untilAborted(quads, signal));
    const warning =
      corpus.language === ENGLISH
        ? contentWarning(profiles.corpus, generalFrequencyIn(openWordNet()))
        : undefined;
    if (warning !== undefined) onWarning?.(warning);
    return { file, statistics };
  } catch (error) {
    for (const part of [record, nif, readings]) await part?.discard();
    throw error;
  }
}

/** The concepts of a topic in English that has a line or a vocabulary. */
function conceptsOf(
  { about, language }: Provenance,
  vocabulary: readonly NamedConcept[] | undefined,
): readonly TopicConcept[] | undefined {
  if (language !== ENGLISH || (about === undefined && vocabulary === undefined)) return undefined;
  return conceptsOfTopic(given({ line: about, vocabulary }), openWordNet());
}

function describeProvenance(
  { corpus, background }: CorpusToBuild,
  header: RecordHeader,
  record: string,
  nif: string | undefined,
): Provenance {
  const {
    about,
    annotator,
    textLanguage = ENGLISH,
    linkers,
    labelsChecksum,
    spotlight,
    baseIri,
    language,
  } = header;
  return {
    ...given({ about }),
    annotator,
    language: textLanguage,
    linkers,
    settings: JSON.stringify({ baseIri, language, linker: linkers, spotlight }),
    corpusChecksum: corpusChecksum(corpus),
    labelsChecksum,
    nifLayer: nif,
    ...(background.length === 0 ? {} : { backgroundChecksum: corpusChecksum(background) }),
    corpusRecord: record,
  };
}
