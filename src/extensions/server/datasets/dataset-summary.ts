import { parseBindings } from '../../../knowledge/formats/result-text.js';
import { answerQuery, namedGraphs } from './dataset-store.js';
import type { Store } from '../../../knowledge/oxigraph/oxigraph-store.js';
import type { Bindings } from '../../../model/rdf.js';
import { rdfs, sfwc } from '../../../model/vocabulary.js';

/** An IRI and its number of occurrences. */
export interface CountedIri {
  readonly iri: string;
  readonly count: number;
}

/** A topic of the knowledge base. */
export interface TopicSummary {
  readonly iri: string;
  readonly name: string;
  readonly documents: number;
  readonly nouns: number;
  readonly linkedNouns: number;
}

/** The content of a dataset in numbers. */
export interface DatasetSummary {
  /** Quads. */
  readonly triples: number;
  readonly defaultGraphTriples: number;
  /** Named graphs with their triples. */
  readonly graphs: readonly CountedIri[];
  /** Classes with their instances, and properties with their triples, the most frequent first. */
  readonly classes: readonly CountedIri[];
  readonly properties: readonly CountedIri[];
  readonly topics: readonly TopicSummary[];
}

/** Maximum number of classes and properties; a knowledge base has some dozens. */
const MAX = 2000;

const GRAPHS = 'SELECT ?iri (COUNT(*) AS ?count) { GRAPH ?iri { ?s ?p ?o } } GROUP BY ?iri ORDER BY ?iri';
const CLASSES = 'SELECT ?iri (COUNT(*) AS ?count) { ?s a ?iri } GROUP BY ?iri ORDER BY DESC(?count) ?iri';
const PROPERTIES = 'SELECT ?iri (COUNT(*) AS ?count) { ?s ?iri ?o } GROUP BY ?iri ORDER BY DESC(?count) ?iri';
const TOPICS = `SELECT ?iri ?name ?documents ?nouns ?linked {
  ?iri a <${sfwc.Topic}> ; <${rdfs.label}> ?name ; <${sfwc.documentCount}> ?documents ; <${sfwc.statistics}> ?s .
  ?s <${sfwc.nounCount}> ?nouns ; <${sfwc.linkedNounCount}> ?linked
} ORDER BY ?name`;

/** Counts the content of a dataset. Reads all of it: some seconds for millions of triples. */
export function summarise(store: Store): DatasetSummary {
  const graphs = namedGraphs(store).length === 0 ? [] : counted(store, GRAPHS);
  const inGraphs = graphs.reduce((sum, { count }) => sum + count, 0);
  return {
    triples: store.size,
    defaultGraphTriples: store.size - inGraphs,
    graphs,
    classes: counted(store, CLASSES),
    properties: counted(store, PROPERTIES),
    topics: rows(store, TOPICS).map((row) => ({
      iri: row['iri']?.value ?? '',
      name: row['name']?.value ?? '',
      documents: Number(row['documents']?.value),
      nouns: Number(row['nouns']?.value),
      linkedNouns: Number(row['linked']?.value),
    })),
  };
}

function counted(store: Store, query: string): CountedIri[] {
  return rows(store, query).map((row) => ({
    iri: row['iri']?.value ?? '',
    count: Number(row['count']?.value),
  }));
}

function rows(store: Store, query: string): Bindings['rows'] {
  const { text = '' } = answerQuery(store, {
    query,
    scope: { defaultGraphs: [], namedGraphs: [] },
    base: sfwc.Topic,
    mediaTypes: { SELECT: 'application/sparql-results+json' },
    maxRows: MAX,
  });
  return parseBindings(text).rows;
}
