import path from 'node:path';
import type { BuildSettings } from '../../settings/settings.js';
import { classifierFile, trainedClassifierQuads } from '../../../knowledge/files/classifier-file.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { beginPublication, finishPublications } from '../../../knowledge/files/companions.js';
import { readNQuads } from '../../../knowledge/files/nquads-file.js';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import type { EndpointSettings } from '../../../model/endpoint.js';
import type { WritableKnowledgeBase } from '../../../knowledge/places/store.js';
import { topicIris, type TopicIris } from '../../../knowledge/krs/iris.js';
import { OutputError, SfwcError, UsageError, messageOf } from '../../../model/errors.js';
import { sfwc } from '../../../model/vocabulary.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { loadStore } from '../../../knowledge/places/stores.js';

/** Place in which a topic is built, and its destination. */
export interface BuildTarget {
  /** The folder that has the topic as it was before. */
  readonly before: string;
  /** The folder that the topic is built in. */
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
  settings: BuildSettings & EndpointSettings,
  warn: (message: string) => void = () => undefined,
): Promise<BuildTarget> {
  const { kb, baseIri, topic } = settings;
  const place = parsePlace(kb);
  if (place.path !== undefined) {
    await finishPublications(place.path);
    const file = path.normalize(topicFile(place.path, topic));
    const publication = beginPublication(file);
    const before = place.path;
    const publish = async (): Promise<string> => {
      await publication.publish();
      return file;
    };
    return { ...publication, before, publish };
  }
  if (settings.add) {
    throw new UsageError('--add needs the texts of the topic, which are not kept in a SPARQL endpoint', {
      hint: 'build the topic from all of its sources, or in a folder (--kb DIR)',
    });
  }
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
      await send(endpoint, file, { topic, iris });
      isKept = false;
      return `${place.name} graph ${iris.topic}`;
    },
    async close() {
      if (!isKept) await folder.remove();
    },
  };
}

/** A topic by its name, with its IRIs. */
interface NamedTopic {
  readonly topic: string;
  readonly iris: TopicIris;
}

async function send(endpoint: WritableKnowledgeBase, file: string, named: NamedTopic): Promise<void> {
  const { topic, background, concepts, nif } = named.iris;
  try {
    await endpoint.replaceGraphs(quadsOf(file, named), [topic, background, concepts, nif]);
  } catch (error) {
    const kept = `what was built is kept in ${path.dirname(file)}`;
    const hint = error instanceof SfwcError && error.hint !== undefined ? `${error.hint}; ${kept}` : kept;
    throw new OutputError(messageOf(error), { hint, cause: error });
  }
}

/** The topic, its NIF layer and its trained ensemble, without the names of files that the endpoint does not have. */
async function* quadsOf(file: string, { topic, iris }: NamedTopic): AsyncGenerator<string> {
  const { nif } = await readCompanions(file);
  const filesNamed = [sfwc.corpusRecord, sfwc.nifLayer].map((predicate) => ` <${predicate}> `);
  for await (const piece of readNQuads(file)) {
    const lines = piece.split('\n').filter((line) => !filesNamed.some((named) => line.includes(named)));
    yield lines.join('\n');
  }
  if (nif !== undefined) yield* readNQuads(nif);
  yield trainedClassifierQuads(classifierFile(path.dirname(file), topic, DEFAULT_CLASSIFIER), iris.topic);
}
