import path from 'node:path';
import { generalFrequencyFor } from '../../../judging/judge/languages.js';
import { removeStale } from '../../../knowledge/files/companions.js';
import type { RecordHeader } from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { readingsOf } from '../../../knowledge/files/readings-file.js';
import { recordIndexFile, writeRecordIndex } from '../../../knowledge/files/record-index.js';
import { writeTopicFile } from '../../../knowledge/files/topic-store.js';
import { countBackground } from '../../../knowledge/krs/background.js';
import { documentsByLemma } from '../../../knowledge/krs/frequencies.js';
import { topicQuads, type Provenance } from '../../../knowledge/krs/topic-quads.js';
import { topicStatistics, type TopicStatistics } from '../../../knowledge/krs/topic-statistics.js';
import type { Calibration } from '../../../model/topic.js';
import type { OnWait } from '../../../model/wait.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { untilAborted } from '../../../support/interruptible.js';
import { calibrate, type CalibrationInput } from '../../../judging/topic/calibration.js';
import { topicChecksum } from '../../../knowledge/places/topic-facts.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { contentWarning } from './corpus-check.js';
import type { CorpusToBuild } from './corpus-to-build.js';
import { corpusChecksum } from './gather.js';
import type { LinkingPlan } from './linking-plan.js';
import type { ReadCorpus } from './read-corpus.js';

/** A topic that was saved. */
export interface SavedTopic {
  readonly file: string;
  readonly statistics: TopicStatistics;
  readonly calibration: Calibration;
}

/** What hears how a topic is saved, and may end that. */
export interface SaveObserver {
  readonly onWarning?: (message: string) => void;
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

/**
 * Writes a topic whose texts were read: its record and NIF layer, and then the topic's file, which names them. What an
 * earlier build left is removed; where this one fails, the old topic stays.
 * @throws OutputError; the signal's reason
 */
export async function saveTopic(
  corpus: CorpusToBuild,
  { iris, header }: Pick<LinkingPlan, 'iris' | 'header'>,
  { krs, profiles, backgroundProfiles, record, nif, readings }: ReadCorpus,
  { onWarning, onWait, signal }: SaveObserver,
): Promise<SavedTopic> {
  const { settings, background } = corpus;
  const file = path.normalize(topicFile(settings.kb, settings.topic));
  try {
    const generalFrequency = generalFrequencyFor(corpus.language, openWordNet());
    const input: CalibrationInput = { documents: profiles, background: backgroundProfiles, generalFrequency };
    onWait?.('calibrating', { busy: profiles.length + backgroundProfiles.length });
    const calibration = calibrate(input);
    onWait?.('writing the topic', { busy: profiles.length });
    const { name, checksum } = await record.close();
    const layer = await nif?.close(checksum);
    await readings?.close(checksum);
    const provenance = describeProvenance(corpus, header, name, layer);
    const byLemma = documentsByLemma(krs);
    const statistics = topicStatistics(krs, byLemma);
    const facts = { krs, byLemma, statistics, calibration, provenance };
    const counted = background.length === 0 ? {} : { background: countedWords(backgroundProfiles) };
    const quads = topicQuads({ name: settings.topic, iris, ...facts, ...counted });
    for (const part of [record, nif, readings]) await part?.commit();
    await writeTopicFile(file, untilAborted(quads, signal));
    const files = { topicFile: file, record: path.join(path.dirname(file), name) };
    await writeRecordIndex(files, topicChecksum(provenance), corpus);
    await removeStale(file, companionNames({ corpus: name, nif: layer }));
    const warning = corpus.language === ENGLISH ? contentWarning(input, calibration) : undefined;
    if (warning !== undefined) onWarning?.(warning);
    return { file, statistics, calibration };
  } catch (error) {
    for (const part of [record, nif, readings]) await part?.discard();
    await removeStale(file, await validCompanions(file));
    throw error;
  }
}

function countedWords(profiles: ReadCorpus['backgroundProfiles']) {
  return countBackground(profiles.map(({ lemmas }) => lemmas));
}

/** The names of the files that belong to the topic as it is saved now. */
async function validCompanions(file: string): Promise<readonly string[]> {
  if (!(await fileExists(file))) return [];
  return companionNames(await readCompanions(file));
}

/** The names of the companions that a topic's file names, and of those that belong to the record of its corpus. */
function companionNames({
  corpus,
  nif,
}: {
  readonly corpus?: string;
  readonly nif?: string;
}): readonly string[] {
  const ofRecord = corpus === undefined ? [] : [corpus, recordIndexFile(corpus), readingsOf(corpus)];
  return [...ofRecord, ...(nif === undefined ? [] : [nif])].map((companion) => path.basename(companion));
}

function describeProvenance(
  { corpus, background }: CorpusToBuild,
  header: RecordHeader,
  record: string,
  nif: string | undefined,
): Provenance {
  const {
    annotator,
    textLanguage = ENGLISH,
    linkers,
    labelsChecksum,
    labelIndexChecksum,
    spotlight,
    baseIri,
    language,
  } = header;
  return {
    annotator,
    language: textLanguage,
    linkers,
    settings: JSON.stringify({ baseIri, language, linker: linkers, spotlight }),
    corpusChecksum: corpusChecksum(corpus),
    labelsChecksum,
    labelIndexChecksum,
    nifLayer: nif,
    ...(background.length === 0 ? {} : { backgroundChecksum: corpusChecksum(background) }),
    corpusRecord: record,
  };
}
