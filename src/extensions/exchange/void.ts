import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Writer, type BlankNode, type Quad_Object } from 'n3';
import {
  dcterms,
  formats,
  PREFIXES,
  rdf,
  rdfs,
  sfwc,
  voidVocabulary as vocabulary,
} from '../../model/vocabulary.js';
import { dateTime, integer, iri, text } from '../../support/rdf/rdf-terms.js';
import {
  openUnits,
  type DatasetUnit,
  type UnitPlaces,
  type UnreadableUnit,
} from '../../knowledge/places/dataset-units.js';
import type { OtherInfo, TopicInfo } from '../../judging/plugins/topic-info-port.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { describeUnit } from './kb-info.js';

/** What a topic holds, in numbers. */
interface Counts {
  readonly triples: number;
  readonly subjects: number;
  readonly objects: number;
  readonly entities: number;
  readonly classes: readonly (readonly [iri: string, count: number])[];
  readonly properties: readonly (readonly [iri: string, count: number])[];
}

/**
 * Describes knowledge bases in VoID (Alexander et al. 2011): a dataset for each place and, as its parts, one for each topic,
 * with its size, its classes and properties, where it is available, and what it was made of.
 * @param onUnreadable told of each file that cannot be read; it is left out
 * @throws InputError when a place holds no knowledge base
 */
export async function voidDescription(
  places: UnitPlaces,
  onUnreadable: (unit: UnreadableUnit) => void,
): Promise<string> {
  const writer = new Writer({ prefixes: { ...PREFIXES, void: vocabulary.namespace } });
  for (const kb of places.kbs) {
    const place = parsePlace(kb);
    const endpoint = place.path === undefined ? [iri(place.iri)] : [];
    const whole = iri(`${place.iri}#dataset`);
    writer.addQuad(whole, iri(rdf.type), iri(vocabulary.Dataset));
    writer.addQuad(whole, iri(dcterms.title), text(`knowledge base ${place.name}`));
    for (const address of endpoint) writer.addQuad(whole, iri(vocabulary.sparqlEndpoint), address);
    for await (const unit of openUnits({ ...places, kbs: [kb] }, onUnreadable)) {
      if (unit.kind !== 'topic') continue;
      const info = await describeUnit(unit);
      const part = iri('iri' in info ? `${info.iri}/dataset` : `${parsePlace(unit.name).iri}#part`);
      writer.addQuad(whole, iri(vocabulary.subset), part);
      for (const [predicate, object] of [...provenance(info, writer), ...sizes(await count(unit), writer)])
        writer.addQuad(part, iri(predicate), object);
      for (const address of endpoint) writer.addQuad(part, iri(vocabulary.sparqlEndpoint), address);
    }
  }
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, turtle: string) => (error === null ? resolve(turtle) : reject(error)));
  });
}

type Part = readonly [predicate: string, object: Quad_Object];

function provenance(info: TopicInfo | OtherInfo, writer: Writer): Part[] {
  if (!('name' in info)) return [[rdf.type, iri(vocabulary.Dataset)]];
  const { name, annotator, linkers, settings, checksums, files, documents } = info;
  const sums = Object.entries(checksums).map(([of, checksum]) => `${of} SHA-256 ${checksum}`);
  const statement = `annotator ${annotator}; linkers ${linkers.join(', ')}; settings ${settings}; ${sums.join(', ')}`;
  const modified = files[0]?.modified;
  const dumps = files.filter(({ file, bytes }) => bytes !== undefined && file.endsWith('.nq.gz'));
  return [
    [rdf.type, iri(vocabulary.Dataset)],
    [dcterms.title, text(name)],
    [dcterms.description, text(`Nouns of ${documents} documents about ${name}, and what they mean.`)],
    ...(modified === undefined ? [] : [[dcterms.modified, dateTime(modified)] as const]),
    [
      dcterms.provenance,
      writer.blank([
        { predicate: iri(rdf.type), object: iri(dcterms.ProvenanceStatement) },
        { predicate: iri(rdfs.label), object: text(statement) },
      ]),
    ],
    [vocabulary.documents, integer(documents)],
    ...dumps.map(({ file }) => [vocabulary.dataDump, iri(pathToFileURL(path.resolve(file)).href)] as const),
    ...(dumps.length === 0 ? [] : [[vocabulary.feature, iri(formats.nquads)] as const]),
  ];
}

function sizes(
  { triples, subjects, objects, entities, classes, properties }: Counts,
  writer: Writer,
): Part[] {
  const partition = (kind: string, term: string, size: string, count: number): BlankNode =>
    writer.blank([
      { predicate: iri(kind), object: iri(term) },
      { predicate: iri(size), object: integer(count) },
    ]);
  const terms = [...classes, ...properties].map(([term]) => term);
  const vocabularies = new Set(terms.map((term) => term.replace(/[^#/]*$/, '')));
  return [
    [vocabulary.triples, integer(triples)],
    [vocabulary.entities, integer(entities)],
    [vocabulary.distinctSubjects, integer(subjects)],
    [vocabulary.distinctObjects, integer(objects)],
    [vocabulary.classes, integer(classes.length)],
    [vocabulary.properties, integer(properties.length)],
    ...[...vocabularies].sort().map((namespace): Part => [vocabulary.vocabulary, iri(namespace)]),
    ...classes.map(([term, size]): Part => [
      vocabulary.classPartition,
      partition(vocabulary.class, term, vocabulary.entities, size),
    ]),
    ...properties.map(([term, size]): Part => [
      vocabulary.propertyPartition,
      partition(vocabulary.property, term, vocabulary.triples, size),
    ]),
  ];
}

async function count({ kb, scope }: DatasetUnit): Promise<Counts> {
  const list = async (query: string): Promise<(readonly [string, number])[]> => {
    const { rows } = await kb.select(query, scope);
    return rows.map((row) => [row['iri']?.value ?? '', Number(row['n']?.value ?? 0)] as const);
  };
  const one = async (what: string, pattern = '?s ?p ?o'): Promise<number> => {
    const { rows } = await kb.select(`SELECT (COUNT(${what}) AS ?n) WHERE { ${pattern} }`, scope);
    return Number(rows[0]?.['n']?.value ?? 0);
  };
  return {
    triples: await one('*'),
    subjects: await one('DISTINCT ?s'),
    objects: await one('DISTINCT ?o'),
    // What the topic is about: its nouns.
    entities: await one('DISTINCT ?s', `?s a <${sfwc.Entity}>`),
    classes: await list(
      'SELECT ?iri (COUNT(DISTINCT ?s) AS ?n) WHERE { ?s a ?iri } GROUP BY ?iri ORDER BY ?iri',
    ),
    properties: await list('SELECT ?iri (COUNT(*) AS ?n) WHERE { ?s ?iri ?o } GROUP BY ?iri ORDER BY ?iri'),
  };
}
