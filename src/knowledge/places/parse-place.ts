import path from 'node:path';
import type { Quad } from 'n3';
import { InputError, UsageError } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { companionName, companionsOf } from '../files/companions.js';
import {
  knowledgeBaseFiles,
  loadFile,
  openTopicStore,
  readCompanions,
  topicFile,
  topicNameOf,
} from '../files/kb-folder.js';
import { readQuads } from '../files/nquads-file.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { checkSize } from '../oxigraph/store-limit.js';
import type { EndpointSettings, StoreKind } from './store.js';
import { readTopicFacts } from './topic-facts.js';

/** A place of a knowledge base: a folder, the file of one topic, or a SPARQL endpoint. Nothing is open yet. */
export interface Place {
  /** For people: a path, or an address without name and password. */
  readonly name: string;
  /** The folder or file; undefined for an endpoint. */
  readonly path: string | undefined;
  /** Opens all topics together, with their NIF layers and expansions. @throws UsageError for crawls and an endpoint */
  open(crawls: readonly string[]): Promise<KnowledgeBase>;
  /** Opens what holds one topic; other topics of a folder are not read. @throws InputError when a folder does not have it */
  openTopic(name: string): Promise<KnowledgeBase>;
}

/** A folder of topics, or one topic by its file, with or without `.nq.gz`. */
function filePlace(place: string): Place {
  return {
    name: place,
    path: place,
    async open(crawls) {
      const files = [...(await filesWithLayers(place)).flat(), ...crawls];
      await checkSize(files, place);
      return loadedFrom(files);
    },
    async openTopic(name) {
      const file = path.resolve(topicFile(place, name));
      const files = await knowledgeBaseFiles(place);
      if (files.some((candidate) => path.resolve(candidate) === file)) return openTopicStore(file);
      const known = files.map(topicNameOf).join(', ');
      throw new InputError(`${place} has no topic '${name}'`, { hint: `it has: ${known}` });
    },
  };
}

/**
 * The place that a user wrote: what begins with a scheme, such as `https://`, is the address of a SPARQL endpoint, all else a
 * folder or file. What opens an endpoint is loaded then: most places are folders.
 */
export function parsePlace(
  written: string,
  settings: EndpointSettings = {},
  warn: (message: string) => void = () => undefined,
): Place {
  if (schemeOf(written) === undefined) return filePlace(written);
  return {
    name: withoutCredentials(written),
    path: undefined,
    async open(crawls) {
      if (crawls.length === 0) return (await loadStore(written)).open(written, { settings, warn });
      throw new UsageError('results of crawls cannot be loaded into an endpoint', {
        hint: 'sfwc query --crawl asks them together',
      });
    },
    openTopic: async () => (await loadStore(written)).openTopic(written, { settings, warn }),
  };
}

/** A store with these files. @throws InputError */
export async function loadedFrom(files: readonly string[]): Promise<KnowledgeBase> {
  const kb = createOxigraphStore();
  for (const file of files) await loadFile(kb, file);
  return kb;
}

/** The files of each topic of a folder or file: its own, and its layers. @throws InputError, also for an endpoint */
export async function filesWithLayers(place: string): Promise<readonly (readonly string[])[]> {
  if (schemeOf(place) !== undefined)
    throw new InputError(`${withoutCredentials(place)} is no folder or file`, {
      hint: 'query a SPARQL endpoint: sfwc query URL',
    });
  const files = await knowledgeBaseFiles(place);
  return Promise.all(files.map(async (file) => [file, ...(await topicLayers(file))]));
}

/** Every quad of a knowledge base, as its files have it. @param scope names a file, for its blank nodes */
export async function* quadsOf(place: string, scope: () => string): AsyncGenerator<Quad> {
  for (const file of (await filesWithLayers(place)).flat()) yield* readQuads(file, scope());
}

/** The files with a topic's NIF layer, and its expansion if it is of the current topic. @throws InputError */
export async function topicLayers(file: string): Promise<readonly string[]> {
  const { nif } = await readCompanions(file);
  const layers = nif === undefined ? [] : [nif];
  const expansions = await companionsOf(file, 'expansion');
  if (expansions.length === 0) return layers;
  const topic = topicNameOf(file);
  const { checksum } = await readTopicFacts(await openTopicStore(file), topic);
  const name = companionName(topic, 'expansion', checksum);
  return expansions.includes(name) ? [...layers, path.join(path.dirname(file), name)] : layers;
}

/** The scheme of an address such as `https://host/sparql`, lower case; undefined for a path. */
export function schemeOf(place: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(place)?.[1]?.toLowerCase();
}

/** Loads what opens the address of a SPARQL endpoint. @throws InputError for an address of another scheme */
export async function loadStore(address: string): Promise<StoreKind> {
  if (['http', 'https'].includes(schemeOf(address) ?? ''))
    return (await import('../../extensions/endpoints/sparql-endpoint.js')).endpointStore;
  throw new InputError(`no store opens ${withoutCredentials(address)}`, {
    hint: 'sfwc opens folders, and SPARQL endpoints by http and https',
  });
}
