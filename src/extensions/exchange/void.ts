import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Writer, type Quad } from 'n3';
import {
  openUnits,
  type DatasetUnit,
  type UnitPlaces,
  type UnreadableUnit,
} from '../../knowledge/places/dataset-units.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { endpointUnits } from '../../knowledge/places/store-place.js';
import { dcat, PREFIXES, voidVocabulary as vocabulary } from '../../model/vocabulary.js';
import { stat } from 'node:fs/promises';
import { countDataset, datasetFacts } from './dataset-facts.js';
import type { RdfFormat } from './rdf-writer.js';
import { catalogueQuads, datasetQuads, type Catalogue, type Download } from './dataset-quads.js';

/**
 * Describes knowledge bases and crawls in VoID and DCAT: a catalogue for each place and, as its parts, a dataset for each topic and
 * crawl, with its size, its classes and properties, where it is available, and what it was made of.
 * @param onUnreadable called with each file that cannot be read; it is left out
 * @param downloads where all of it is available as well, such as an export
 * @returns Turtle
 * @throws InputError when a place holds no knowledge base
 */
export async function voidDescription(
  places: UnitPlaces,
  onUnreadable: (unit: UnreadableUnit) => void,
  downloads: readonly Download[] = [],
): Promise<string> {
  const quads: Quad[] = [];
  for (const kb of places.kbs) {
    const place = parsePlace(kb);
    const catalogue: Catalogue = {
      iri: `${place.iri}#dataset`,
      title: `knowledge base ${place.name}`,
      endpoint: place.path === undefined ? place.iri : undefined,
      downloads,
    };
    quads.push(...catalogueQuads(catalogue));
    for await (const unit of openUnits({ ...places, kbs: [kb] }, onUnreadable))
      quads.push(...(await unitQuads(unit, catalogue, await dumpsOf(unit))));
  }
  const prefixes = { ...PREFIXES, void: vocabulary.namespace, dcat: dcat.namespace };
  return written(new Writer({ prefixes }), quads);
}

async function unitQuads(
  unit: DatasetUnit,
  catalogue: Catalogue,
  downloads: readonly Download[],
): Promise<Quad[]> {
  const facts = await datasetFacts(unit);
  return facts === undefined
    ? []
    : datasetQuads(catalogue, { facts, counts: await countDataset(unit), downloads });
}

/** The files of a topic or crawl. */
function dumpsOf({ files }: DatasetUnit): Promise<Download[]> {
  return Promise.all(
    files.filter((file) => file.endsWith('.nq.gz')).map((file) => downloadOf(file, 'nquads')),
  );
}

const MEDIA_TYPES: Readonly<Record<RdfFormat, string>> = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  jsonld: 'application/ld+json',
  rdfxml: 'application/rdf+xml',
};

/** A file of RDF, gzipped if its name ends in `.gz`. */
export async function downloadOf(file: string, format: RdfFormat): Promise<Download> {
  const url = pathToFileURL(path.resolve(file)).href;
  const { size } = await stat(file);
  return { url, format, mediaType: MEDIA_TYPES[format], isGzipped: /\.gz$/i.test(file), bytes: size };
}

function written(writer: Writer, quads: readonly Quad[]): Promise<string> {
  writer.addQuads([...quads]);
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, text: string) => (error === null ? resolve(text) : reject(error)));
  });
}

/** A server whose datasets are described. */
interface DescribedServer {
  /** Of the document with the description. */
  readonly address: string;
  readonly endpoint: string;
  /** Where a graph can be downloaded as Turtle. */
  readonly downloadOf: (graph: string) => string;
}

/** The description of what a server has. */
export async function describeServed(kb: DatasetUnit['kb'], server: DescribedServer): Promise<string> {
  const { address, endpoint, downloadOf: downloadOfGraph } = server;
  const catalogue: Catalogue = {
    iri: `${address}#dataset`,
    title: 'datasets of this server',
    endpoint,
    downloads: [],
    document: address,
  };
  const quads = catalogueQuads(catalogue);
  const held = await kb.select('SELECT ?g { GRAPH ?g {} }');
  const there = new Set(held.rows.map((row) => row['g']?.value));
  for await (const unopened of endpointUnits(kb, address)) {
    const unit = await unopened.open();
    const graphs = unit.scope?.defaultGraphs ?? [];
    const downloads = graphs
      .filter((graph) => there.has(graph))
      .map((graph) => ({ url: downloadOfGraph(graph), format: 'turtle' as const, mediaType: 'text/turtle' }));
    quads.push(...(await unitQuads(unit, catalogue, downloads)));
  }
  return written(new Writer({ format: 'N-Triples' }), quads);
}
