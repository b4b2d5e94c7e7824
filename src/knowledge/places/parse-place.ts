import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Quad } from 'n3';
import type { EndpointSettings, StoreKind } from './store.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { KnowledgeBase, QueryScope } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import { fileExists } from '../../support/files/file-exists.js';
import { sparqlIri } from '../../support/rdf/sparql-terms.js';
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
import { parseNQuads, readQuads } from '../files/nquads-file.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { checkSize } from '../oxigraph/store-limit.js';
import { readTopicFacts } from './topic-facts.js';

/** A place of a knowledge base: a folder, the file of one topic, or a SPARQL endpoint. Nothing is open yet. */
export interface Place {
  /** For people: a path, or an address without name and password. */
  readonly name: string;
  readonly iri: string;
  /** The folder or file; undefined for an endpoint. */
  readonly path: string | undefined;
  /** Opens all topics together, with their NIF layers and expansions. @throws UsageError for crawls and an endpoint */
  open(crawls: readonly string[]): Promise<KnowledgeBase>;
  /** Opens what holds one topic; other topics of a folder are not read. @throws InputError when a folder does not have it */
  openTopic(name: string): Promise<KnowledgeBase>;
  /** Units of the place, to be opened one after the other. @throws InputError when there is nothing */
  units(): AsyncIterable<UnopenedUnit>;
  /** Every quad of these graphs; of all graphs where none is named. Files may bring quads of other graphs as well. */
  quads(graphs: readonly string[], scope: () => string): AsyncIterable<Quad>;
}

interface UnopenedUnit {
  readonly name: string;
  open(): Promise<DatasetUnit>;
}

/** Something that is complete in itself: a topic with its background and NIF layer, a crawl. */
export interface DatasetUnit {
  readonly kind: 'topic' | 'crawl';
  /** For people: a file, or an endpoint and a graph. */
  readonly name: string;
  /** Place in which the unit was sought. */
  readonly place: string;
  readonly kb: KnowledgeBase;
  /** The unit's graphs where the knowledge base holds others, too. */
  readonly scope?: QueryScope;
  /** Files that were read: first the unit's own. */
  readonly files: readonly string[];
}

/** The place that a user wrote: what begins with a scheme, such as `https://`, is an address, all else a folder or file. */
export function parsePlace(
  written: string,
  settings: EndpointSettings = {},
  warn: (message: string) => void = () => undefined,
): Place {
  return schemeOf(written) === undefined ? filePlace(written) : storePlace(written, settings, warn);
}

/** A folder of topics, or one topic by its file, with or without `.nq.gz`. */
function filePlace(place: string): Place {
  return {
    name: place,
    iri: pathToFileURL(path.resolve(place)).href,
    path: place,
    async open(crawls) {
      const topics = await knowledgeBaseFiles(place);
      const layers: string[] = [];
      for (const file of topics) layers.push(...(await topicLayers(file)));
      const files = [...topics, ...layers];
      await checkSize(files, place);
      return loaded([...files, ...crawls]);
    },
    openTopic: (name) => loadTopic(place, name),
    async *units() {
      for (const file of await knowledgeBaseFiles(place))
        yield { name: file, open: () => topicUnit(place, file) };
    },
    async *quads(_graphs, scope) {
      for (const file of await knowledgeBaseFiles(place))
        for (const part of [file, ...(await topicLayers(file))]) yield* readQuads(part, scope());
    },
  };
}

async function loaded(files: readonly string[]): Promise<KnowledgeBase> {
  const kb = createOxigraphStore();
  for (const file of files) await loadFile(kb, file);
  return kb;
}

async function loadTopic(folder: string, name: string): Promise<KnowledgeBase> {
  const file = path.resolve(topicFile(folder, name));
  const files = await knowledgeBaseFiles(folder);
  if (files.some((candidate) => path.resolve(candidate) === file)) return openTopicStore(file);
  const known = files.map(topicNameOf).join(', ');
  throw new InputError(`${folder} has no topic '${name}'`, { hint: `it has: ${known}` });
}

async function topicUnit(place: string, file: string): Promise<DatasetUnit> {
  const files = [file];
  for (const layer of await topicLayers(file)) if (await fileExists(layer)) files.push(layer);
  return { kind: 'topic', name: file, place, kb: await loaded(files), files };
}

/** The files with a topic's NIF layer, and its expansion if it is of the current topic. @throws InputError */
export async function topicLayers(file: string): Promise<readonly string[]> {
  const [{ nif }, expansion] = [await readCompanions(file), await expansionFile(file)];
  return [nif, expansion].filter((layer) => layer !== undefined);
}

async function expansionFile(file: string): Promise<string | undefined> {
  const found = await companionsOf(file, 'expansion');
  if (found.length === 0) return undefined;
  const topic = topicNameOf(file);
  const { checksum } = await readTopicFacts(await openTopicStore(file), topic);
  const name = companionName(topic, 'expansion', checksum);
  return found.includes(name) ? path.join(path.dirname(file), name) : undefined;
}

/** A knowledge base at the address of a SPARQL endpoint. What opens it is loaded then: most places are folders. */
function storePlace(address: string, settings: EndpointSettings, warn: (message: string) => void): Place {
  const name = withoutCredentials(address);
  const open = async (): Promise<KnowledgeBase> =>
    (await loadStore(address)).open(address, { settings, warn });
  return {
    name,
    iri: name,
    path: undefined,
    open(crawls) {
      if (crawls.length === 0) return open();
      throw new UsageError('results of crawls cannot be loaded into an endpoint', {
        hint: 'sfwc query --crawl asks them together',
      });
    },
    openTopic: async () => (await loadStore(address)).openTopic(address, { settings, warn }),
    async *units() {
      let isEmpty = true;
      for await (const unit of endpointUnits(await open(), name)) {
        isEmpty = false;
        yield unit;
      }
      if (isEmpty)
        throw new InputError(`${name} holds no topics and no crawls`, {
          hint: `put one there: sfwc build <folder of texts> --topic NAME --kb ${name}`,
        });
    },
    async *quads(graphs, scope) {
      yield* endpointQuads(await open(), name, graphs, scope);
    },
  };
}

const ENDPOINT_TOPICS = `SELECT DISTINCT ?topic ?background WHERE {
  GRAPH ?topic { ?topic a <${sfwc.Topic}> OPTIONAL { ?topic <${sfwc.background}> ?background } } } ORDER BY ?topic`;
const ENDPOINT_CRAWLS = `SELECT DISTINCT ?crawl WHERE { GRAPH ?crawl { ?crawl a <${sfwc.Crawl}> } } ORDER BY ?crawl`;

/** The topics and crawls of a store, each with the graphs that it consists of. */
async function* endpointUnits(kb: KnowledgeBase, address: string): AsyncGenerator<UnopenedUnit> {
  const unit = (kind: DatasetUnit['kind'], graphs: readonly string[]): UnopenedUnit => {
    const name = `${address} graph ${graphs[0] ?? ''}`;
    const scope = { defaultGraphs: graphs };
    return { name, open: () => Promise.resolve({ kind, name, place: address, kb, scope, files: [] }) };
  };
  const topics = (await kb.select(ENDPOINT_TOPICS)).rows;
  const crawls = (await kb.select(ENDPOINT_CRAWLS)).rows;
  for (const row of topics) {
    const topic = row['topic']?.value ?? '';
    const background = row['background']?.value;
    yield unit('topic', [topic, `${topic}/nif`, ...(background === undefined ? [] : [background])]);
  }
  for (const row of crawls) yield unit('crawl', [row['crawl']?.value ?? '']);
}

/** Graph by graph, each as one answer; an endpoint gives the same blank node another label each time. */
async function* endpointQuads(
  kb: KnowledgeBase,
  address: string,
  graphs: readonly string[],
  scope: () => string,
): AsyncGenerator<Quad> {
  const { rows } = await kb.select('SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g');
  const all = rows.flatMap((row) => (row['g']?.termType === 'NamedNode' ? [row['g'].value] : []));
  const wanted = graphs.length === 0 ? all : all.filter((graph) => graphs.includes(graph));
  for (const graph of wanted) {
    const query = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ${sparqlIri(graph)} { ?s ?p ?o } }`;
    const ntriples = await kb.answer(query, 'ntriples');
    yield* parseNQuads(ntriples.replaceAll(/ \.$/gm, ` <${graph}> .`), scope(), address);
  }
}

/** The scheme of an address such as `https://host/sparql`, lower case; undefined for a path. */
export function schemeOf(place: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(place)?.[1]?.toLowerCase();
}

/** Loads what opens the address of a SPARQL endpoint. @throws InputError for an address of another scheme */
export async function loadStore(address: string): Promise<StoreKind> {
  if (['http', 'https'].includes(schemeOf(address) ?? ''))
    return (await import('../../extensions/endpoints/connect.js')).endpointStore;
  throw new InputError(`no store opens ${withoutCredentials(address)}`, {
    hint: 'sfwc opens folders, and SPARQL endpoints by http and https',
  });
}
