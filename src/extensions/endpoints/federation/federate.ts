import { stat } from 'node:fs/promises';
import { knowledgeBaseFiles, loadFile } from '../../../knowledge/files/kb-folder.js';
import { createOxigraphStore } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { RDF_ENDINGS, isRdfFile, loadRdfFile } from '../../../knowledge/formats/rdf-file.js';
import { withBlankNodes } from '../../../knowledge/formats/skolem.js';
import { InputError } from '../../../model/errors.js';
import type { KnowledgeBase, QueryScope } from '../../../model/rdf.js';
import type { Answering, FederatedSource, FederationRequest } from '../../../knowledge/places/store.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { requireCrawlQuads } from '../../../knowledge/places/knowledge-base.js';

/**
 * A knowledge base together with endpoints, RDF files, other knowledge bases and results of crawls.
 *
 * Files are loaded into one store in this process (two if the query is about one topic alone). If that is all, the
 * store answers by itself; else it and the endpoints are queried together. Name, password and token of the settings are
 * for the endpoint at `place`; others take theirs from their addresses (`https://name:password@host/sparql`).
 *
 * @throws InputError when a source cannot be opened; UsageError for an address that is none
 */
export async function federate(request: FederationRequest): Promise<Answering> {
  const { place, sources, crawls, settings, warn, scopeOf } = request;
  const where = parsePlace(place, settings, warn);
  const remote = where.path === undefined;
  const crawlFiles = crawls.map(requireCrawlQuads);
  const main = await where.open(remote ? [] : crawlFiles);
  const scope = await scopeOf?.(main);
  const members: FederatedSource[] = [];
  const add = (kb: KnowledgeBase, url: string, seen?: QueryScope): unknown =>
    members.push({ url, kb, scope: seen });
  // A topic alone hides what stands in other graphs, and must not hide the other sources.
  const files = remote || scope !== undefined ? createOxigraphStore() : main;
  add(main, remote ? where.name : localUrl(members), scope);
  for (const file of remote ? crawlFiles : []) await loadFile(files, file);
  for (const source of sources) {
    const { kbTimeout, kbRetries } = settings;
    const other = parsePlace(source, { kbTimeout, kbRetries }, warn);
    if (other.path === undefined) add(await other.open([]), other.name);
    else await loadSource(files, other.path);
  }
  if (files !== main && (await files.size()) > 0) add(files, localUrl(members));
  const [only] = members;
  return withBlankNodes(
    members.length === 1 && only !== undefined
      ? scoped(only)
      : (await import('./federation.js')).createFederation(members),
  );
}

/** An address for a store in this process; no request to it leaves the process. */
function localUrl(members: readonly unknown[]): string {
  return `http://source-${members.length + 1}.invalid/sparql`;
}

function scoped({ kb, scope }: FederatedSource): Answering {
  return {
    select: (query) => kb.select(query, scope),
    answer: (query, format) => kb.answer(query, format, scope),
  };
}

/** An RDF file, or a knowledge base by its folder or topic. */
async function loadSource(kb: KnowledgeBase, source: string): Promise<void> {
  if (isRdfFile(source) && !(await isFolder(source))) {
    await loadRdfFile(kb, source);
    return;
  }
  for (const file of await filesOf(source)) await loadFile(kb, file);
}

async function filesOf(source: string): Promise<readonly string[]> {
  try {
    return await knowledgeBaseFiles(source);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`there is no source at ${source}`, {
      hint: `a source is an endpoint (https://…), an RDF file (${RDF_ENDINGS.join(', ')}, also .gz) or a knowledge base`,
      cause: error,
    });
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch {
    return false;
  }
}
