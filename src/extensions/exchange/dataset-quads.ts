import { DataFactory, type BlankNode, type NamedNode, type Quad, type Quad_Object } from 'n3';
import {
  dcat,
  dcterms,
  foaf,
  formats,
  prov,
  rdf,
  rdfs,
  voidVocabulary as vocabulary,
} from '../../model/vocabulary.js';
import { dateTime, integer, iri, text } from '../../support/rdf/rdf-terms.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import type { DatasetCounts, DatasetFacts } from './dataset-facts.js';
import { endRun } from '../../support/text/ends.js';

/** Where a dataset can be downloaded. */
export interface Download {
  readonly url: string;
  readonly format: keyof typeof formats;
  /** Such as `application/n-quads`. */
  readonly mediaType: string;
  readonly isGzipped?: boolean;
  readonly bytes?: number;
}

/** A catalogue of datasets: what a place or a server has. */
export interface Catalogue {
  readonly iri: string;
  readonly title: string;
  /** SPARQL endpoint with all of it. */
  readonly endpoint?: string;
  readonly downloads: readonly Download[];
  /** Address of the document with the description, where it has one. */
  readonly document?: string;
}

/** A dataset of a catalogue. */
export interface DescribedDataset {
  readonly facts: DatasetFacts;
  readonly counts: DatasetCounts;
  readonly downloads: readonly Download[];
}

type Statements = readonly (readonly [predicate: string, object: Quad_Object])[];

const LANGUAGES = 'http://id.loc.gov/vocabulary/iso639-1/';
const MEDIA_TYPES = 'https://www.iana.org/assignments/media-types/';
const SPARQL_PROTOCOL = 'https://www.w3.org/TR/sparql11-protocol/';

/** A catalogue in VoID (Alexander et al. 2011) and DCAT 3 (W3C 2024), without its datasets. */
export function catalogueQuads({ iri: name, title, endpoint, downloads, document }: Catalogue): Quad[] {
  const whole = iri(name);
  return [
    ...quadsOf(whole, [
      [rdf.type, iri(vocabulary.Dataset)],
      [rdf.type, iri(dcat.Catalog)],
      [dcterms.title, text(title)],
      ...links([vocabulary.sparqlEndpoint, dcat.service], endpoint),
    ]),
    ...downloadQuads(whole, downloads),
    ...(endpoint === undefined
      ? []
      : quadsOf(iri(endpoint), [
          [rdf.type, iri(dcat.DataService)],
          [dcterms.title, text(`SPARQL endpoint of the ${title}`)],
          [dcat.endpointURL, iri(endpoint)],
          [dcterms.conformsTo, iri(SPARQL_PROTOCOL)],
          [dcat.servesDataset, whole],
        ])),
    ...(document === undefined
      ? []
      : quadsOf(iri(document), [
          [rdf.type, iri(vocabulary.DatasetDescription)],
          [dcterms.title, text(`Description of the ${title}`)],
          [foaf.primaryTopic, whole],
        ])),
  ];
}

/** A dataset of a catalogue in VoID and DCAT. */
export function datasetQuads(catalogue: Catalogue, { facts, counts, downloads }: DescribedDataset): Quad[] {
  const part = iri(facts.iri);
  const { endpoint } = catalogue;
  return [
    ...quadsOf(iri(catalogue.iri), links([vocabulary.subset, dcat.dataset], facts.iri)),
    ...quadsOf(part, [
      [rdf.type, iri(vocabulary.Dataset)],
      [rdf.type, iri(dcat.Dataset)],
      ...factStatements(facts),
      ...links([vocabulary.sparqlEndpoint], endpoint),
    ]),
    ...provenanceQuads(part, facts),
    ...downloadQuads(part, downloads, endpoint),
    ...sizeQuads(part, counts),
    ...(endpoint === undefined ? [] : quadsOf(iri(endpoint), links([dcat.servesDataset], facts.iri))),
  ];
}

function factStatements(facts: DatasetFacts): Statements {
  const { title, description, keywords, language, created, modified, documents } = facts;
  return [
    [dcterms.title, text(title)],
    [dcterms.description, text(description)],
    ...keywords.map((keyword) => [dcat.keyword, text(keyword)] as const),
    ...links([dcterms.language], language === undefined ? undefined : `${LANGUAGES}${language}`),
    ...(created === undefined ? [] : [[dcterms.created, dateTime(created)] as const]),
    ...(modified === undefined ? [] : [[dcterms.modified, dateTime(modified)] as const]),
    ...(documents === undefined ? [] : [[vocabulary.documents, integer(documents)] as const]),
    ...links([prov.wasGeneratedBy], facts.generatedBy),
    ...facts.derivedFrom.map((topic) => [prov.wasDerivedFrom, iri(topic)] as const),
  ];
}

function provenanceQuads(part: NamedNode, { provenance }: DatasetFacts): Quad[] {
  if (provenance === undefined) return [];
  return nested(part, dcterms.provenance, [
    [rdf.type, iri(dcterms.ProvenanceStatement)],
    [rdfs.label, text(provenance)],
  ]);
}

function downloadQuads(subject: NamedNode, downloads: readonly Download[], endpoint?: string): Quad[] {
  return downloads.flatMap(({ url, format, mediaType, isGzipped = false, bytes }) => [
    ...quadsOf(subject, [
      [vocabulary.dataDump, iri(url)],
      [vocabulary.feature, iri(formats[format])],
    ]),
    ...nested(subject, dcat.distribution, [
      [rdf.type, iri(dcat.Distribution)],
      [dcat.accessURL, iri(url)],
      [dcat.downloadURL, iri(url)],
      [dcat.mediaType, iri(`${MEDIA_TYPES}${mediaType}`)],
      ...(isGzipped ? [[dcat.compressFormat, iri(`${MEDIA_TYPES}application/gzip`)] as const] : []),
      ...(bytes === undefined ? [] : [[dcat.byteSize, integer(bytes)] as const]),
      ...links([dcat.accessService], endpoint),
    ]),
  ]);
}

function sizeQuads(part: NamedNode, { classes, properties, ...counts }: DatasetCounts): Quad[] {
  const terms = [...classes, ...properties].map(([term]) => term);
  const vocabularies = new Set(terms.map((term) => term.slice(0, endRun(term, /[^#/]/))).filter(isIri));
  return [
    ...quadsOf(part, [
      [vocabulary.triples, integer(counts.triples)],
      [vocabulary.entities, integer(counts.entities)],
      [vocabulary.distinctSubjects, integer(counts.subjects)],
      [vocabulary.distinctObjects, integer(counts.objects)],
      [vocabulary.classes, integer(classes.length)],
      [vocabulary.properties, integer(properties.length)],
      ...[...vocabularies].sort().map((namespace) => [vocabulary.vocabulary, iri(namespace)] as const),
    ]),
    ...classes.flatMap(([term, size]) =>
      nested(part, vocabulary.classPartition, [
        [vocabulary.class, iri(term)],
        [vocabulary.entities, integer(size)],
      ]),
    ),
    ...properties.flatMap(([term, size]) =>
      nested(part, vocabulary.propertyPartition, [
        [vocabulary.property, iri(term)],
        [vocabulary.triples, integer(size)],
      ]),
    ),
  ];
}

function links(predicates: readonly string[], object: string | undefined): Statements {
  return object === undefined ? [] : predicates.map((predicate) => [predicate, iri(object)] as const);
}

function nested(subject: NamedNode, predicate: string, statements: Statements): Quad[] {
  const node = DataFactory.blankNode();
  return [...quadsOf(subject, [[predicate, node]]), ...quadsOf(node, statements)];
}

function quadsOf(subject: NamedNode | BlankNode, statements: Statements): Quad[] {
  return statements.map(([predicate, object]) => DataFactory.quad(subject, iri(predicate), object));
}
