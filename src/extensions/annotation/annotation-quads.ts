import type { DocumentAnalysis } from '../../knowledge/krs/analysis.js';
import { annotatedText } from '../../knowledge/krs/nif-layer.js';
import { dcterms, nif, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { describe, type Description } from '../../support/rdf/quads.js';
import { iri, text as literal } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';

/** The annotations of a crawl by one topic. */
export interface AnnotationSet {
  /** Their IRI, which also names their graph. */
  readonly iri: string;
  /** The IRI of the crawl. */
  readonly crawl: string;
  readonly facts: Pick<TopicFacts, 'name' | 'iri' | 'annotator' | 'linkers'>;
}

/** @param crawl the crawl's IRI */
export function annotationSet(crawl: string, facts: AnnotationSet['facts']): AnnotationSet {
  return { iri: `${crawl}/annotations/${encodeURIComponent(facts.name)}`, crawl, facts };
}

/** What is said of the annotations by one topic as a whole. */
export function setQuads({ iri: set, crawl, facts }: AnnotationSet): Description {
  return describe(set, set, [
    [rdf.type, iri(sfwc.Annotations)],
    [rdf.type, iri(prov.Entity)],
    [sfwc.byTopic, iri(facts.iri)],
    [prov.wasDerivedFrom, iri(crawl)],
    [sfwc.annotator, literal(facts.annotator)],
    [sfwc.linkers, literal(facts.linkers.join(','))],
  ]);
}

/** A page as it was judged. */
export interface PageText {
  /** Its address in the events of the crawl. */
  readonly url: string;
  readonly title: string;
  /** Title, empty line and main text, in Unicode NFC. */
  readonly text: string;
}

/**
 * A page in NIF, in the schema of the NIF layers of corpora. The IRI of the context is that of the page in the crawl's RDF, with
 * the fragment of the whole text. The class is that of the mention, since a noun of a page need not be in the topic.
 */
export function pageQuads(
  { url, title, text }: PageText,
  analysis: Pick<DocumentAnalysis, 'nouns' | 'mentions'>,
  { iri: graph }: AnnotationSet,
): Iterable<Description> {
  const place = iriOfUrl(url);
  const about = [
    [dcterms.title, literal(title)],
    [nif.sourceUrl, iri(place)],
  ] as const;
  return annotatedText({ place, text, graph, about }, analysis, ({ entityClass }) => [
    [sfwc.neTag, literal(entityClass)],
  ]);
}
