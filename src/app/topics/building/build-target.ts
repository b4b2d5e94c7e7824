import path from 'node:path';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { classifierFile, trainedClassifierQuads } from '../../../knowledge/files/classifier-file.js';
import { beginPublication, finishPublications } from '../../../knowledge/files/companions.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { readNQuads } from '../../../knowledge/files/nquads-file.js';
import { topicIris, type TopicIris } from '../../../knowledge/krs/iris.js';
import { loadStore, parsePlace } from '../../../knowledge/places/parse-place.js';
import { messageOf, OutputError, SfwcError, UsageError } from '../../../model/errors.js';
import { sfwc } from '../../../model/vocabulary.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import type { BuildSettings } from '../../settings/build-settings.js';
import type { BuildCallbacks } from './corpus-to-build.js';

/**
 * The target that settings name: a folder, or a SPARQL endpoint. The topic is built in a folder of its own. Its files, or
 * graphs, replace the old ones when all of them are there. An endpoint is checked for updates before the work begins.
 * `before` is the folder with the topic as it was. `publish` brings the topic to where it belongs, with all that lies next to it,
 * and returns its place: a file, or the address of an endpoint and the topic's graph. @throws OutputError when an endpoint does
 * not take it any more; the error says in which folder the topic is kept
 * @throws UsageError when texts are to be added to a topic in an endpoint, for which those it has are needed
 */
export async function openBuildTarget(settings: BuildSettings, observer: BuildCallbacks) {
  const { kb, topic } = settings;
  const place = parsePlace(kb);
  if (place.path === undefined) return openEndpointTarget(settings, observer);
  await finishPublications(place.path);
  const file = path.normalize(topicFile(place.path, topic));
  const publication = beginPublication(file);
  return { ...publication, before: place.path, publish: () => publication.publish().then(() => file) };
}

async function openEndpointTarget(settings: BuildSettings, { onWait, onWarning }: BuildCallbacks) {
  const { kb, baseIri, topic, add } = settings;
  if (add)
    throw new UsageError('--add needs the texts of the topic, which are not kept in a SPARQL endpoint', {
      hint: 'build the topic from all of its sources, or in a folder (--kb DIR)',
    });
  const name = withoutCredentials(kb);
  const endpoint = (await loadStore(kb)).openTopic(kb, { settings, warn: (message) => onWarning?.(message) });
  await endpoint.checkWritable();
  const iris = topicIris(baseIri, topic);
  const folder = await makeTemporaryFolder('build');
  let isKept = false;
  return {
    before: folder.path,
    folder: folder.path,
    async publish() {
      onWait?.(`sending the topic to ${name}`);
      // The work of hours may be in there.
      isKept = true;
      folder.keep();
      try {
        const graphs = [iris.topic, iris.background, iris.concepts, iris.nif];
        await endpoint.replaceGraphs(quadsOf(folder.path, topic, iris), graphs);
      } catch (cause) {
        const hint = cause instanceof SfwcError && cause.hint !== undefined ? `${cause.hint}; ` : '';
        throw new OutputError(messageOf(cause), {
          hint: `${hint}what was built is kept in ${folder.path}`,
          cause,
        });
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
async function* quadsOf(folder: string, topic: string, iris: TopicIris): AsyncGenerator<string> {
  const file = topicFile(folder, topic);
  const { nif } = await readCompanions(file);
  const named = [sfwc.corpusRecord, sfwc.nifLayer].map((predicate) => ` <${predicate}> `);
  for await (const piece of readNQuads(file)) {
    const lines = piece.split('\n').filter((line) => !named.some((predicate) => line.includes(predicate)));
    yield lines.join('\n');
  }
  if (nif !== undefined) yield* readNQuads(nif);
  yield trainedClassifierQuads(classifierFile(folder, topic, DEFAULT_CLASSIFIER), iris.topic);
}
