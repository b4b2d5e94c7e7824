import path from 'node:path';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { classifierFile, trainedClassifierQuads } from '../../../knowledge/files/classifier-file.js';
import type { RecordHeader } from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { readNQuads, writeStatedQuads } from '../../../knowledge/files/nquads-file.js';
import { topicIris, type TopicIris } from '../../../knowledge/krs/iris.js';
import {
  type Provenance,
  type TopicConcept,
  type TopicStatistics,
  topicQuads,
  topicStatistics,
  countBackground,
  documentsByLemma,
} from '../../../knowledge/krs/topic-quads.js';
import { parsePlace, loadStore } from '../../../knowledge/places/parse-place.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import { messageOf, OutputError, SfwcError, UsageError } from '../../../model/errors.js';
import { sfwc } from '../../../model/vocabulary.js';
import type { OnWait } from '../../../model/wait.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { given } from '../../../support/given.js';
import { untilAborted } from '../../../support/interruptible.js';
import type { BuildSettings } from '../../settings/build-settings.js';
import { corpusChecksum, type CorpusToBuild } from './corpus-to-build.js';
import type { LinkingPlan, ReadCorpus } from './read-corpus.js';
import { conceptsOfTopic, type NamedConcept } from './topic-concepts.js';
import { beginPublication, finishPublications } from '../../../knowledge/files/companions.js';

/** Place in which a topic is built, and its destination. */
interface BuildTarget {
  readonly before: string;
  readonly folder: string;
  /**
   * Brings the topic to where it belongs, with all that lies next to it.
   * @returns its place: a file, or the address of an endpoint and the topic's graph
   * @throws OutputError when an endpoint does not take it any more; the error says in which folder the topic is kept
   */
  publish(file: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * The target that settings name: a folder, or a SPARQL endpoint. The topic is built in a folder of its own. Its files, or
 * graphs, replace the old ones when all of them are there. An endpoint is checked before the work begins whether it takes
 * updates.
 * @throws UsageError when texts are to be added to a topic in an endpoint, for which those it has are needed
 */
export async function openBuildTarget(
  settings: BuildSettings,
  warn: (message: string) => void,
): Promise<BuildTarget> {
  const { kb, topic } = settings;
  const place = parsePlace(kb);
  if (place.path === undefined) return openEndpointTarget(settings, place.name, warn);
  await finishPublications(place.path);
  const file = path.normalize(topicFile(place.path, topic));
  const publication = beginPublication(file);
  const publish = async (): Promise<string> => {
    await publication.publish();
    return file;
  };
  return { ...publication, before: place.path, publish };
}

async function openEndpointTarget(
  settings: BuildSettings,
  name: string,
  warn: (message: string) => void,
): Promise<BuildTarget> {
  const { kb, baseIri, topic, add } = settings;
  if (add)
    throw new UsageError('--add needs the texts of the topic, which are not kept in a SPARQL endpoint', {
      hint: 'build the topic from all of its sources, or in a folder (--kb DIR)',
    });
  const endpoint = (await loadStore(kb)).openTopic(kb, { settings, warn });
  await endpoint.checkWritable();
  const iris = topicIris(baseIri, topic);
  const folder = await makeTemporaryFolder('build');
  let isKept = false;
  return {
    before: folder.path,
    folder: folder.path,
    async publish(file) {
      // The work of hours may be in there.
      isKept = true;
      await folder.keep();
      try {
        const { background, concepts, nif } = iris;
        await endpoint.replaceGraphs(quadsOf(file, topic, iris), [iris.topic, background, concepts, nif]);
      } catch (error) {
        const kept = `what was built is kept in ${path.dirname(file)}`;
        const hint = error instanceof SfwcError && error.hint !== undefined ? `${error.hint}; ${kept}` : kept;
        throw new OutputError(messageOf(error), { hint, cause: error });
      }
      isKept = false;
      return `${name} graph ${iris.topic}`;
    },
    async close() {
      if (!isKept) await folder.remove();
    },
  };
}

/** The topic, its NIF layer and its trained ensemble, without the names of files that the endpoint does not have. */
async function* quadsOf(file: string, topic: string, iris: TopicIris): AsyncGenerator<string> {
  const { nif } = await readCompanions(file);
  const filesNamed = [sfwc.corpusRecord, sfwc.nifLayer].map((predicate) => ` <${predicate}> `);
  for await (const piece of readNQuads(file)) {
    const lines = piece.split('\n').filter((line) => !filesNamed.some((named) => line.includes(named)));
    yield lines.join('\n');
  }
  if (nif !== undefined) yield* readNQuads(nif);
  yield trainedClassifierQuads(classifierFile(path.dirname(file), topic, DEFAULT_CLASSIFIER), iris.topic);
}

interface ToSave extends Pick<LinkingPlan, 'iris' | 'header'> {
  readonly named: readonly NamedConcept[] | undefined;
}

/**
 * Writes a topic whose texts were read: its record and NIF layer, and the topic's file, which names them.
 * @param folder that the topic is built in
 * @throws OutputError; the signal's reason
 */
export async function saveTopic(
  corpus: CorpusToBuild,
  { iris, header, named }: ToSave,
  { krs, profiles, record, nif, readings }: ReadCorpus,
  { onWait, signal }: { readonly onWait?: OnWait; readonly signal?: AbortSignal },
  folder: string,
): Promise<{ readonly file: string; readonly statistics: TopicStatistics }> {
  const { topic } = corpus.settings;
  const file = topicFile(folder, topic);
  try {
    onWait?.('writing the topic');
    const { name, checksum } = await record.close();
    const layer = await nif?.close(checksum);
    await readings?.close(checksum);
    const provenance = describeProvenance(corpus, header, name, layer);
    const byLemma = documentsByLemma(krs);
    const statistics = topicStatistics(krs, byLemma);
    const background =
      corpus.background.length === 0
        ? undefined
        : countBackground(profiles.background.map(({ lemmas }) => lemmas));
    const optional = given({ background, concepts: conceptsOf(provenance, named) });
    const quads = topicQuads({ name: topic, iris, krs, byLemma, statistics, provenance, ...optional });
    for (const part of [record, nif, readings]) await part?.commit();
    await writeStatedQuads(file, untilAborted(quads, signal));
    return { file, statistics };
  } catch (error) {
    for (const part of [record, nif, readings]) await part?.discard();
    throw error;
  }
}

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
  const { about, annotator, textLanguage = ENGLISH, linkers, labelsChecksum, spotlight, ...rest } = header;
  const { baseIri, language } = rest;
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
