import type { CrawlEvent } from '../../model/crawl-event.js';
import { dcterms, rdf, sfwc, skos } from '../../model/vocabulary.js';
import { describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { decimal, iri, text as literal } from '../../support/rdf/rdf-terms.js';
import { isIri } from '../../support/rdf/sparql-terms.js';

/** The subjects of a page as its properties: the concept by `dcterms:subject`, and with its weight by `sfwc:subject`. */
export function subjectStatements(
  { subjects = [], sequence }: CrawlEvent,
  crawl: string,
): readonly Statement[] {
  return subjects.flatMap(({ iri: concept }, place): Statement[] =>
    isIri(concept)
      ? [
          [dcterms.subject, iri(concept)],
          [sfwc.subject, iri(subjectIri(crawl, sequence, place))],
        ]
      : [],
  );
}

/** The weights of the subjects, and what the vocabulary says of their concepts: name, matches and all broader concepts. */
export function* subjectQuads(
  { subjects = [], sequence }: CrawlEvent,
  crawl: string,
): Generator<Description> {
  for (const [place, { iri: concept, label, weight, broader = [], matches = [] }] of subjects.entries()) {
    if (!isIri(concept)) continue;
    const above = broader.filter(({ iri: address }) => isIri(address));
    yield describe(subjectIri(crawl, sequence, place), crawl, [
      [sfwc.concept, iri(concept)],
      [sfwc.weight, decimal(weight)],
    ]);
    yield describe(concept, crawl, [
      [rdf.type, iri(skos.Concept)],
      [skos.prefLabel, literal(label)],
      ...matches.filter(isIri).map((match): Statement => [skos.exactMatch, iri(match)]),
      ...above.map(({ iri: address }): Statement => [skos.broaderTransitive, iri(address)]),
    ]);
    for (const one of above) yield describe(one.iri, crawl, [[skos.prefLabel, literal(one.label)]]);
  }
}

function subjectIri(crawl: string, sequence: number, place: number): string {
  return `${crawl}/subject/${sequence}-${place + 1}`;
}
