import path from 'node:path';
import { knowledgeBaseFiles, loadFile, topicFile } from '../kb/files/kb-folder.js';
import { createOxigraphStore } from '../kb/oxigraph/oxigraph-store.js';
import { checkSize } from '../kb/oxigraph/store-limit.js';
import { openTopicStore } from '../kb/files/topic-store.js';
import { InputError, UsageError } from '../model/errors.js';
import type { KnowledgeBase } from '../model/rdf.js';
import { readTopicFacts, type TopicFacts } from '../topic/topic-facts.js';
import { FORMAT_VERSION } from '../krs/topic-quads.js';
import { connectEndpoint, isEndpoint, openEndpoint, type EndpointSettings } from './endpoint.js';
import { withoutCredentials } from '../support/without-credentials.js';
import { topicLayers } from './topic-layers.js';
import { checkArguments } from '../support/check-arguments.js';

/**
 * Opens a knowledge base: all topics of a folder, or one topic (`kb/diabetes`), with their NIF layers and expansions where
 * they have any, together with the results of crawls; or a SPARQL endpoint (`https://host/sparql`). An expansion that was
 * made before its topic was changed is left out.
 *
 * @param place folder, or file with or without `.nq.gz`; or the address of an endpoint
 * @param crawls result folders of crawls whose pages and decisions are asked together with it; not with an endpoint
 * @param settings how an endpoint is used
 * @param warn told of requests to an endpoint that are repeated, and of answers that it cuts off
 * @throws InputError when there is nothing to open, a file is damaged, there is more than the store in this process holds,
 * or an endpoint cannot be reached
 */
export async function openKnowledgeBase(
  place: string,
  crawls: readonly string[] = [],
  settings: EndpointSettings = {},
  warn?: (message: string) => void,
): Promise<KnowledgeBase> {
  checkArguments('openKnowledgeBase', {
    place: [place, 'string'],
    crawls: [crawls, 'strings'],
    settings: [settings, 'object'],
    warn: [warn, 'function?'],
  });
  if (isEndpoint(place)) {
    if (crawls.length === 0) return openEndpoint(place, settings, warn);
    throw new UsageError('results of crawls cannot be loaded into an endpoint', {
      hint: 'sfwc query --crawl asks them together',
    });
  }
  const topics = await knowledgeBaseFiles(place);
  const layers: string[] = [];
  for (const file of topics) layers.push(...(await topicLayers(file)));
  const files = [...topics, ...layers];
  await checkSize(files, place);
  const kb = createOxigraphStore();
  for (const file of [...files, ...crawls.map(crawlQuadsFile)]) await loadFile(kb, file);
  return kb;
}

/** The file with a crawl's RDF in its result folder. */
export function crawlQuadsFile(folder: string): string {
  return path.join(folder, 'crawl.nq.gz');
}

/** A topic that is ready to judge by. */
export interface OpenTopic {
  /** The folder of the knowledge base, where trained classifiers lie, too; none for a SPARQL endpoint. */
  readonly folder?: string;
  readonly kb: KnowledgeBase;
  readonly facts: TopicFacts;
}

/**
 * Opens one topic of a knowledge base folder, of which other topics are not read, or of a SPARQL endpoint.
 * @throws InputError when there is no such topic, it was written by another version, or an endpoint cannot be reached
 */
export async function openTopic(
  place: string,
  name: string,
  settings: EndpointSettings = {},
  warn?: (message: string) => void,
): Promise<OpenTopic> {
  checkArguments('openTopic', {
    place: [place, 'string'],
    name: [name, 'string'],
    settings: [settings, 'object'],
    warn: [warn, 'function?'],
  });
  const kb = isEndpoint(place) ? connectEndpoint(place, settings, warn) : await loadTopic(place, name);
  const facts = await readTopicFacts(kb, name);
  if (facts.formatVersion !== FORMAT_VERSION) {
    throw new InputError(
      `topic '${name}' of ${withoutCredentials(place)} has format version ${facts.formatVersion}, this is sfwc with ${FORMAT_VERSION}`,
      {
        hint: 'build the topic again',
      },
    );
  }
  return { ...(isEndpoint(place) ? {} : { folder: place }), kb, facts };
}

/**
 * The folder that a topic lies in, for what lies beside it.
 * @param what that is: 'an expansion'
 * @throws UsageError for a topic in a SPARQL endpoint
 */
export function folderOf({ folder, facts }: OpenTopic, what: string): string {
  if (folder !== undefined) return folder;
  throw new UsageError(
    `${what} lies in a folder beside its topic, and '${facts.name}' is in a SPARQL endpoint`,
    {
      hint: 'build the topic into a folder: sfwc build … --kb DIR',
    },
  );
}

async function loadTopic(folder: string, name: string): Promise<KnowledgeBase> {
  const file = topicFile(folder, name);
  const files = await knowledgeBaseFiles(folder);
  if (!files.includes(file) && !files.some((candidate) => path.resolve(candidate) === path.resolve(file))) {
    const known = files.map((candidate) => path.basename(candidate, '.nq.gz')).join(', ');
    throw new InputError(`${folder} has no topic '${name}'`, { hint: `it has: ${known}` });
  }
  return openTopicStore(file);
}
