import { existsSync } from 'node:fs';
import path from 'node:path';
import { FORMAT_VERSION } from '../krs/topic-quads.js';
import { InputError, SfwcError, UsageError, shellWord } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { checkArguments } from '../../support/check-arguments.js';
import { QUADS, requireCrawl } from '../../support/crawl-folder.js';
import { readTopicFacts, type TopicFacts } from './topic-facts.js';
import type { EndpointSettings } from './store.js';
import { filesWithLayers, loadedFrom, parsePlace } from './parse-place.js';

/**
 * Opens a knowledge base: all topics of a folder, or one topic (`kb/diabetes`), with their NIF layers and expansions where
 * they have any, together with the results of crawls; or a SPARQL endpoint (`https://host/sparql`). An expansion that was
 * made before its topic was changed is left out.
 * @param crawls result folders of crawls whose pages and decisions are queried together with it; not with an endpoint
 * @throws InputError
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

export function crawlQuadsFile(folder: string): string {
  return path.join(folder, QUADS);
}

/** The same of a crawl that has ended. @throws InputError where there is no such crawl in the folder */
export function requireCrawlQuads(folder: string): string {
  const file = crawlQuadsFile(folder);
  if (existsSync(file)) return file;
  requireCrawl(folder);
  throw new InputError(`the crawl in ${folder} has not been written as RDF yet (no ${QUADS})`, {
    hint: `it is written when the crawl ends; see: sfwc explain ${shellWord(folder)}`,
  });
}

/** A topic that is ready to judge by. */
export interface OpenTopic {
  /** The folder of the knowledge base, where trained classifiers lie, too; none for a SPARQL endpoint. */
  readonly folder?: string;
  readonly kb: KnowledgeBase;
  readonly facts: TopicFacts;
}

/** Opens one topic of a knowledge base folder, of which other topics are not read, or of a SPARQL endpoint. */
export async function openTopic(
  place: string,
  name: string,
  settings: EndpointSettings = {},
  warn?: (message: string) => void,
): Promise<OpenTopic> {
  const where = parsePlace(place, settings, warn);
  const kb = await where.openTopic(name);
  const facts = await readTopicFacts(kb, name);
  if (facts.formatVersion === FORMAT_VERSION) return { folder: where.path, kb, facts };
  throw new InputError(
    `topic '${name}' of ${where.name} has format version ${facts.formatVersion}, this is sfwc with ${FORMAT_VERSION}`,
    { hint: 'build the topic again' },
  );
}

/** The folder that a topic lies in, for the files next to it. @throws UsageError for a topic in a SPARQL endpoint */
export function folderOf({ folder, facts }: OpenTopic, what: string): string {
  if (folder !== undefined) return folder;
  throw new UsageError(`${what} requires a folder; topic '${facts.name}' is in a SPARQL endpoint`, {
    hint: 'build the topic into a folder: sfwc build … --kb DIR',
  });
}

/** A topic with its layers, or a crawl. */
export interface DatasetUnit {
  readonly kind: 'topic' | 'crawl';
  /** Its own file. */
  readonly name: string;
  readonly kb: KnowledgeBase;
}

export interface UnitPlaces {
  /** Folders and files. */
  readonly kbs: readonly string[];
  /** Result folders of crawls. */
  readonly crawls?: readonly string[];
}

/** Opens units one after the other, so that one is in memory; damaged ones are reported. @throws InputError */
export async function* openUnits(
  { kbs, crawls = [] }: UnitPlaces,
  onUnreadable: (unit: { readonly name: string; readonly error: SfwcError }) => void,
): AsyncGenerator<DatasetUnit> {
  const topics = (await Promise.all(kbs.map(filesWithLayers))).flat();
  const units = [...topics, ...crawls.map((folder) => [crawlQuadsFile(folder)])];
  for (const [place, files] of units.entries()) {
    const [name = ''] = files;
    const kind = place < topics.length ? 'topic' : 'crawl';
    try {
      if (kind === 'crawl') requireCrawlQuads(path.dirname(name));
      yield { kind, name, kb: await loadedFrom(files) };
    } catch (error) {
      if (!(error instanceof SfwcError)) throw error;
      onUnreadable({ name, error });
    }
  }
}
