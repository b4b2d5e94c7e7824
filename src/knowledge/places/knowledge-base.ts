import { existsSync } from 'node:fs';
import path from 'node:path';
import { FORMAT_VERSION } from '../krs/topic-quads.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { checkArguments } from '../../support/check-arguments.js';
import { QUADS, requireCrawl } from '../../support/crawl-folder.js';
import { readTopicFacts, type TopicFacts } from './topic-facts.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { parsePlace } from './parse-place.js';

/**
 * Opens a knowledge base: all topics of a folder, or one topic (`kb/diabetes`), with their NIF layers and expansions where
 * they have any, together with the results of crawls; or a SPARQL endpoint (`https://host/sparql`). An expansion that was
 * made before its topic was changed is left out.
 *
 * @param place folder, or file with or without `.nq.gz`; or the address of an endpoint
 * @param crawls result folders of crawls whose pages and decisions are queried together with it; not with an endpoint
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
  return parsePlace(place, settings, warn).open(crawls.map(requireCrawlQuads));
}

/** The file with a crawl's RDF in its result folder. */
export function crawlQuadsFile(folder: string): string {
  return path.join(folder, QUADS);
}

/** The same of a crawl that has ended. @throws InputError where there is no such crawl in the folder */
export function requireCrawlQuads(folder: string): string {
  const file = crawlQuadsFile(folder);
  if (existsSync(file)) return file;
  requireCrawl(folder);
  throw new InputError(`the crawl in ${folder} has not been written as RDF yet (no ${QUADS})`, {
    hint: `it is written when the crawl ends; see: sfwc explain ${folder}`,
  });
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
  const where = parsePlace(place, settings, warn);
  const kb = await where.openTopic(name);
  const facts = await readTopicFacts(kb, name);
  if (facts.formatVersion !== FORMAT_VERSION) {
    throw new InputError(
      `topic '${name}' of ${where.name} has format version ${facts.formatVersion}, this is sfwc with ${FORMAT_VERSION}`,
      {
        hint: 'build the topic again',
      },
    );
  }
  return { folder: where.path, kb, facts };
}

/**
 * The folder that a topic lies in, for the files next to it.
 * @param what that is: 'an expansion'
 * @throws UsageError for a topic in a SPARQL endpoint
 */
export function folderOf({ folder, facts }: OpenTopic, what: string): string {
  if (folder !== undefined) return folder;
  throw new UsageError(`${what} requires a folder; topic '${facts.name}' is in a SPARQL endpoint`, {
    hint: 'build the topic into a folder: sfwc build … --kb DIR',
  });
}
