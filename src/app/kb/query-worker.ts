import path from 'node:path';
import { companionsOf } from '../../knowledge/files/companions.js';
import { knowledgeBaseFiles, readCompanions } from '../../knowledge/files/kb-folder.js';
import * as limit from '../../knowledge/oxigraph/store-limit.js';
import { crawlQuadsFile } from '../../knowledge/places/knowledge-base.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { InputError, messageOf, QueryError, SfwcError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { serveThread } from '../../support/threads/serve-thread.js';
import { beyondMemory, queryKnowledgeBase, type QueryProtocol, type TopicQuery } from './query-topics.js';

/** A worker thread that answers one query, with a limit to its memory. */
serveThread<QueryProtocol>(async ({ queryMemory, request }, call) => {
  // The engine has not been loaded yet: none of these imports does.
  limit.boundEngineMemory(queryMemory * 1e6 + (await limit.memoryOfFiles(await filesToLoad(request))));
  limit.silenceEngine();
  const warn = (message: string): void => void call('warn', message);
  const answer = (): Promise<string> =>
    queryKnowledgeBase({ ...request, warn }).catch((error: unknown) => {
      throw explain(error, queryMemory);
    });
  return { answer };
});

/** The error with the limit, if an allocation of the engine failed; else the same. */
function explain(error: unknown, queryMemory: number): unknown {
  if (!limit.isEngineFailure(error instanceof SfwcError ? error.cause : error)) return error;
  if (error instanceof QueryError) return beyondMemory(queryMemory, error);
  return new InputError(messageOf(error), {
    hint: `allow more with --query-memory (it is ${queryMemory} MB), or query one topic, as in kb/TOPIC`,
    cause: error,
  });
}

/** The files that the query loads, as far as they exist: opening them later says what is wrong with the others. */
async function filesToLoad({ place, source = [], crawl = [] }: TopicQuery): Promise<readonly string[]> {
  const files = crawl.map(crawlQuadsFile);
  for (const where of [place, ...source]) {
    if (parsePlace(where).path === undefined) continue;
    for (const file of await knowledgeBaseFiles(where).catch(() => []))
      files.push(file, ...(await layersAtMost(file)));
  }
  const existing = await Promise.all(files.map(fileExists));
  return files.filter((_, index) => existing[index]);
}

/** A topic's NIF layer and expansions, outdated ones included: to tell these, the engine would have to read the topic. */
async function layersAtMost(file: string): Promise<readonly string[]> {
  const { nif } = await readCompanions(file).catch(() => ({ nif: undefined }));
  const expansions = await companionsOf(file, 'expansion').catch(() => []);
  return [nif ?? [], expansions.map((name) => path.join(path.dirname(file), name))].flat();
}
