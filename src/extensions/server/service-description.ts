import { DataFactory, Writer, type BlankNode, type NamedNode, type Quad } from 'n3';
import type { DatasetSummary } from './datasets/served-knowledge-base.js';
import { rdf, sd, voidVocabulary as voidTerms } from '../../model/vocabulary.js';
import { integer, iri } from '../../support/rdf/rdf-terms.js';
import { GRAPH_FORMATS, ROW_FORMATS } from './result-formats.js';

/** Facts in the description of an endpoint. */
export interface ServiceFacts {
  readonly endpoint: string;
  readonly summary: DatasetSummary;
}

type Node = NamedNode | BlankNode;

/**
 * Describes the endpoint by SPARQL 1.1 Service Description, with the sizes of graphs, classes and properties by VoID.
 * @returns N-Triples
 */
export function describeService({ endpoint, summary }: ServiceFacts): string {
  const quads: Quad[] = [];
  const add = (subject: Node, predicate: string, object: Quad['object']): void => {
    quads.push(DataFactory.quad(subject, iri(predicate), object));
  };
  const service = DataFactory.blankNode('service');
  add(service, rdf.type, iri(sd.Service));
  add(service, sd.endpoint, iri(endpoint));
  add(service, sd.supportedLanguage, iri(sd.SPARQL11Query));
  add(service, sd.feature, iri(sd.UnionDefaultGraph));
  for (const format of [...ROW_FORMATS, ...GRAPH_FORMATS]) add(service, sd.resultFormat, iri(format.iri));
  const dataset = DataFactory.blankNode('dataset');
  add(service, sd.defaultDataset, dataset);
  addDataset(add, dataset, endpoint, summary);
  return new Writer({ format: 'N-Triples' }).quadsToString(quads);
}

function addDataset(
  add: (subject: Node, predicate: string, object: Quad['object']) => void,
  dataset: BlankNode,
  endpoint: string,
  { triples, graphs, classes, properties }: DatasetSummary,
): void {
  add(dataset, rdf.type, iri(sd.Dataset));
  add(dataset, rdf.type, iri(voidTerms.Dataset));
  add(dataset, voidTerms.sparqlEndpoint, iri(endpoint));
  add(dataset, voidTerms.triples, integer(triples));
  add(dataset, voidTerms.classes, integer(classes.length));
  add(dataset, voidTerms.properties, integer(properties.length));
  const union = DataFactory.blankNode('union');
  add(dataset, sd.defaultGraph, union);
  add(union, rdf.type, iri(sd.Graph));
  add(union, voidTerms.triples, integer(triples));
  for (const [index, graph] of graphs.entries()) {
    const named = DataFactory.blankNode(`named${index}`);
    const content = DataFactory.blankNode(`graph${index}`);
    add(dataset, sd.namedGraph, named);
    add(named, sd.name, iri(graph.iri));
    add(named, sd.graph, content);
    add(content, rdf.type, iri(sd.Graph));
    add(content, voidTerms.triples, integer(graph.count));
  }
  for (const [index, { iri: name, count }] of classes.entries()) {
    const part = DataFactory.blankNode(`class${index}`);
    add(dataset, voidTerms.classPartition, part);
    add(part, voidTerms.class, iri(name));
    add(part, voidTerms.entities, integer(count));
  }
  for (const [index, { iri: name, count }] of properties.entries()) {
    const part = DataFactory.blankNode(`property${index}`);
    add(dataset, voidTerms.propertyPartition, part);
    add(part, voidTerms.property, iri(name));
    add(part, voidTerms.triples, integer(count));
  }
}
