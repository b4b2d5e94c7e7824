import { knowledgeBaseFiles, loadFile } from '../kb/files/kb-folder.js';
import { createOxigraphStore } from '../kb/oxigraph/oxigraph-store.js';
import { loadRdfFile } from '../kb/formats/rdf-file.js';
import { InputError, SfwcError } from '../model/errors.js';
import type { KnowledgeBase, QueryScope } from '../model/rdf.js';
import { sfwc } from '../model/vocabulary.js';
import { fileExists } from '../support/files/file-exists.js';
import { isEndpoint, openEndpoint, type EndpointSettings } from './endpoint.js';
import { withoutCredentials } from '../support/without-credentials.js';
import { crawlQuadsFile } from './knowledge-base.js';
import { topicLayers } from './topic-layers.js';

/** Something that is complete in itself: a topic with its background and NIF layer, a crawl, a thesaurus. */
export interface DatasetUnit {
  readonly kind: 'topic' | 'crawl' | 'thesaurus';
  /** For people: a file, or an endpoint and a graph. */
  readonly name: string;
  /** Where the unit was looked for. */
  readonly place: string;
  readonly kb: KnowledgeBase;
  /** The unit's graphs where the knowledge base holds others, too. */
  readonly scope?: QueryScope;
  /** Files that were read: first the unit's own. */
  readonly files: readonly string[];
  /** The file that holds a graph. */
  fileOf(graph: string | undefined): string;
}

/** A unit that cannot be read, and why. */
export interface UnreadableUnit {
  readonly name: string;
  readonly error: SfwcError;
}

/** Where units are. */
export interface UnitPlaces {
  /** Folders, files and SPARQL endpoints. */
  readonly kbs: readonly string[];
  /** Result folders of crawls. */
  readonly crawls?: readonly string[];
  /** RDF files. */
  readonly thesauri?: readonly string[];
  readonly settings: EndpointSettings;
  readonly warn: (message: string) => void;
}

/**
 * Opens units one after the other, so that no more than one is in memory. One whose file is damaged is reported and
 * passed over.
 * @throws InputError when a place holds no knowledge base or an endpoint cannot be reached
 */
export async function* openUnits(
  { kbs, crawls = [], thesauri = [], settings, warn }: UnitPlaces,
  onUnreadable: (unit: UnreadableUnit) => void,
): AsyncGenerator<DatasetUnit> {
  const attempt = async function* (
    name: string,
    open: () => Promise<DatasetUnit>,
  ): AsyncGenerator<DatasetUnit> {
    try {
      yield await open();
    } catch (error) {
      if (!(error instanceof SfwcError)) throw error;
      onUnreadable({ name, error });
    }
  };
  for (const place of kbs) {
    if (isEndpoint(place)) yield* endpointUnits(place, settings, warn);
    else
      for (const file of await knowledgeBaseFiles(place)) yield* attempt(file, () => topicUnit(place, file));
  }
  for (const folder of crawls) yield* attempt(folder, () => crawlUnit(folder));
  for (const file of thesauri) yield* attempt(file, () => thesaurusUnit(file));
}

async function topicUnit(place: string, file: string): Promise<DatasetUnit> {
  const kb = createOxigraphStore();
  await loadFile(kb, file);
  const fileOf = new Map((await graphsOf(kb)).map((graph) => [graph, file]));
  const layers: string[] = [];
  for (const layer of await topicLayers(file)) {
    // That a companion is missing is told by the check of companions.
    if (!(await fileExists(layer))) continue;
    await loadFile(kb, layer);
    for (const graph of await graphsOf(kb)) if (!fileOf.has(graph)) fileOf.set(graph, layer);
    layers.push(layer);
  }
  return {
    kind: 'topic',
    name: file,
    place,
    kb,
    files: [file, ...layers],
    fileOf: (graph) => (graph === undefined ? undefined : fileOf.get(graph)) ?? file,
  };
}

async function graphsOf(kb: KnowledgeBase): Promise<string[]> {
  const { rows } = await kb.select('SELECT ?g { GRAPH ?g {} }');
  return rows.flatMap((row) => row['g']?.value ?? []);
}

async function crawlUnit(folder: string): Promise<DatasetUnit> {
  const file = crawlQuadsFile(folder);
  if (!(await fileExists(file))) {
    throw new InputError(`${folder} holds no results of a crawl (no ${file})`, {
      hint: 'name the folder that was given to sfwc crawl --out',
    });
  }
  return oneFile('crawl', folder, file, loadFile);
}

function thesaurusUnit(file: string): Promise<DatasetUnit> {
  return oneFile('thesaurus', file, file, loadRdfFile);
}

async function oneFile(
  kind: DatasetUnit['kind'],
  place: string,
  file: string,
  load: (kb: KnowledgeBase, file: string) => Promise<void>,
): Promise<DatasetUnit> {
  const kb = createOxigraphStore();
  await load(kb, file);
  return { kind, name: file, place, kb, files: [file], fileOf: () => file };
}

const ENDPOINT_TOPICS = `SELECT DISTINCT ?topic ?background WHERE {
  GRAPH ?topic { ?topic a <${sfwc.Topic}> OPTIONAL { ?topic <${sfwc.background}> ?background } } } ORDER BY ?topic`;
const ENDPOINT_CRAWLS = `SELECT DISTINCT ?crawl WHERE { GRAPH ?crawl { ?crawl a <${sfwc.Crawl}> } } ORDER BY ?crawl`;

async function* endpointUnits(
  place: string,
  settings: EndpointSettings,
  warn: (message: string) => void,
): AsyncGenerator<DatasetUnit> {
  const kb = await openEndpoint(place, settings, warn);
  const address = withoutCredentials(place);
  const unit = (kind: DatasetUnit['kind'], graphs: readonly string[]): DatasetUnit => ({
    kind,
    name: `${address} graph ${graphs[0] ?? ''}`,
    place: address,
    kb,
    scope: { defaultGraphs: graphs },
    files: [],
    fileOf: (graph) => `${address} graph ${graph ?? graphs[0] ?? ''}`,
  });
  const topics = (await kb.select(ENDPOINT_TOPICS)).rows;
  const crawls = (await kb.select(ENDPOINT_CRAWLS)).rows;
  if (topics.length + crawls.length === 0) {
    throw new InputError(`${address} holds no topics and no crawls`, {
      hint: `put one there: sfwc build <folder of texts> --topic NAME --kb ${address}`,
    });
  }
  for (const row of topics) {
    const topic = row['topic']?.value ?? '';
    const background = row['background']?.value;
    yield unit('topic', [topic, `${topic}/nif`, ...(background === undefined ? [] : [background])]);
  }
  for (const row of crawls) yield unit('crawl', [row['crawl']?.value ?? '']);
}
