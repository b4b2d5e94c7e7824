import type { Quad } from 'n3';
import type { KnowledgeBase, QueryScope } from '../../model/rdf.js';

/** A place of a knowledge base: a folder, the file of one topic, or a SPARQL endpoint. Nothing is open yet. */
export interface Place {
  /** For people: a path, or an address without name and password. */
  readonly name: string;
  /** The IRI of the place. */
  readonly iri: string;
  /** The folder or file; undefined for an endpoint. */
  readonly path: string | undefined;
  /**
   * Opens all topics together, with their NIF layers and expansions.
   * @param crawls files with the RDF of crawls to load as well
   * @throws UsageError for crawls and an endpoint
   */
  open(crawls: readonly string[]): Promise<KnowledgeBase>;
  /** Opens what holds one topic; other topics of a folder are not read. @throws InputError when a folder does not have it */
  openTopic(name: string): Promise<KnowledgeBase>;
  /** Units of the place, to be opened one after the other. @throws InputError when there is nothing */
  units(): AsyncIterable<UnopenedUnit>;
  /**
   * Every quad of these graphs; of all graphs where none is named. Files may bring quads of other graphs as well.
   * @param scope gives a prefix for the labels of blank nodes, another one each time, so that those of several parts differ
   */
  quads(graphs: readonly string[], scope: () => string): AsyncIterable<Quad>;
}

/** A unit that has a name and can be opened. */
export interface UnopenedUnit {
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
