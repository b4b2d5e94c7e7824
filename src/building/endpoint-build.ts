import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildSettings } from '../config/settings.js';
import { readCompanions } from '../kb/files/kb-folder.js';
import { readNQuads } from '../kb/files/nquads-file.js';
import type { SparqlEndpoint } from '../kb/endpoint/sparql-endpoint.js';
import { topicIris, type TopicIris } from '../krs/iris.js';
import { OutputError, SfwcError, UsageError, messageOf } from '../model/errors.js';
import { sfwc } from '../model/vocabulary.js';
import { noteFinished, noteUnfinished } from '../support/files/unfinished.js';
import { isChange } from './corpus-change.js';
import { connectEndpoint } from '../knowledge/endpoint.js';
import { withoutCredentials } from '../support/without-credentials.js';

/**
 * Builds a topic for a SPARQL endpoint: in a folder of its own, that is then sent. The topic's graphs take the place of
 * the old ones when all of them have arrived. The endpoint is asked before the work begins whether it takes updates.
 * Where it takes the topic no more when that is built, the folder stays, and the error says where it is.
 *
 * @param build builds in the folder that it is given and returns, among others, the topic's file
 * @returns what it returned; the place of the topic is its graph
 * @throws UsageError when the topic is to be changed, for which its texts are needed, which an endpoint does not keep
 */
export async function buildForEndpoint<Built extends { readonly file: string }>(
  settings: BuildSettings,
  build: (kb: string) => Promise<Built>,
  warn: ((message: string) => void) | undefined,
): Promise<Built> {
  if (isChange(settings)) {
    throw new UsageError('a topic in a SPARQL endpoint cannot be changed: its texts are not kept there', {
      hint: 'change it in a folder (--kb DIR), or build it whole from its sources',
    });
  }
  const endpoint = connectEndpoint(settings.kb, settings, warn);
  await endpoint.checkWritable();
  const iris = topicIris(settings.baseIri, settings.topic);
  const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-build-'));
  noteUnfinished(folder);
  try {
    const built = await build(folder);
    await send(endpoint, built.file, iris);
    await remove(folder);
    return { ...built, file: `${withoutCredentials(settings.kb)} graph ${iris.topic}` };
  } catch (error) {
    // The work of hours may be in there.
    if (error instanceof NotSentError) noteFinished(folder);
    else await remove(folder);
    throw error;
  }
}

/** The topic was built, but the endpoint did not take it. */
class NotSentError extends OutputError {}

async function send(
  endpoint: SparqlEndpoint,
  file: string,
  { topic, background, nif }: TopicIris,
): Promise<void> {
  try {
    await endpoint.replaceGraphs(quadsOf(file), [topic, background, nif]);
  } catch (error) {
    const kept = `what was built is kept in ${path.dirname(file)}`;
    const hint = error instanceof SfwcError && error.hint !== undefined ? `${error.hint}; ${kept}` : kept;
    throw new NotSentError(messageOf(error), { hint, cause: error });
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  noteFinished(folder);
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
