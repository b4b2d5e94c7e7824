import path from 'node:path';
import type { BuildSettings } from '../../settings/settings.js';
import { readCompanions } from '../../../knowledge/files/kb-folder.js';
import { readNQuads } from '../../../knowledge/files/nquads-file.js';
import type { PlaceSettings, WritableKnowledgeBase } from '../../../knowledge/places/store.js';
import { topicIris, type TopicIris } from '../../../knowledge/krs/iris.js';
import { OutputError, SfwcError, UsageError, messageOf } from '../../../model/errors.js';
import { sfwc } from '../../../model/vocabulary.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { isChange } from './corpus-change.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { loadStore } from '../../../knowledge/places/stores.js';

/** Where a topic is built, and where it goes then. */
export interface BuildTarget {
  /** The folder that the topic is built in. */
  readonly folder: string;
  /**
   * Brings the topic to where it belongs. @returns its place: a file, or the address of an endpoint and the topic's graph
   * @throws OutputError when an endpoint does not take it any more; the error says in which folder the topic is kept
   */
  publish(file: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * The target that settings name: the folder itself, or a SPARQL endpoint. A topic for an endpoint is built in a folder of
 * its own; the topic's graphs replace the old ones when all of them have arrived. The endpoint is checked before the work
 * begins whether it takes updates.
 * @throws UsageError when a topic in an endpoint is to be changed, for which its texts are needed
 */
export async function openBuildTarget(
  settings: BuildSettings & PlaceSettings,
  warn: (message: string) => void = () => undefined,
): Promise<BuildTarget> {
  const { kb, baseIri, topic } = settings;
  const place = parsePlace(kb);
  if (place.path !== undefined) {
    return { folder: place.path, publish: (file) => Promise.resolve(file), close: () => Promise.resolve() };
  }
  if (isChange(settings)) {
    throw new UsageError('a topic in a SPARQL endpoint cannot be changed: its texts are not kept there', {
      hint: 'change it in a folder (--kb DIR), or build it whole from its sources',
    });
  }
  const endpoint = await (await loadStore(kb, settings)).openToWrite?.(kb, { settings, warn });
  if (endpoint === undefined)
    throw new UsageError(`no topic can be built into ${place.name}: it is only read`);
  await endpoint.checkWritable();
  const iris = topicIris(baseIri, topic);
  const folder = await makeTemporaryFolder('build');
  let isKept = false;
  return {
    folder: folder.path,
    async publish(file) {
      // The work of hours may be in there.
      isKept = true;
      await folder.keep();
      await send(endpoint, file, iris);
      isKept = false;
      return `${place.name} graph ${iris.topic}`;
    },
    async close() {
      if (!isKept) await folder.remove();
    },
  };
}

async function send(
  endpoint: WritableKnowledgeBase,
  file: string,
  { topic, background, nif }: TopicIris,
): Promise<void> {
  try {
    await endpoint.replaceGraphs(quadsOf(file), [topic, background, nif]);
  } catch (error) {
    const kept = `what was built is kept in ${path.dirname(file)}`;
    const hint = error instanceof SfwcError && error.hint !== undefined ? `${error.hint}; ${kept}` : kept;
    throw new OutputError(messageOf(error), { hint, cause: error });
  }
}

/** The topic and its NIF layer, without the names of files that the endpoint does not have. */
async function* quadsOf(file: string): AsyncGenerator<string> {
  const { nif } = await readCompanions(file);
  const filesNamed = [sfwc.corpusRecord, sfwc.nifLayer].map((predicate) => ` <${predicate}> `);
  for await (const piece of readNQuads(file)) {
    const lines = piece.split('\n').filter((line) => !filesNamed.some((named) => line.includes(named)));
    yield lines.join('\n');
  }
  if (nif !== undefined) yield* readNQuads(nif);
}
