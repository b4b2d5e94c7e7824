import { DataFactory, type Literal } from 'n3';
import type { PageMetadata, Stated } from '../../model/page-metadata.js';
import { dcterms, foaf, prov, rdf, schema, sfwc, xsd } from '../../model/vocabulary.js';
import { sha256 } from '../../support/hash.js';
import { parseUrl } from '../../support/parse-url.js';
import { describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { decimal, iri, text as literal } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';

/** The IRI of what the pages of a crawl say of themselves, which also names its graph. */
export function pageDataSet(crawl: string): string {
  return `${crawl}/page-data`;
}

/** Statements on the whole. */
export function setQuads(crawl: string): Description {
  const set = pageDataSet(crawl);
  return describe(set, set, [
    [rdf.type, iri(sfwc.PageData)],
    [rdf.type, iri(prov.Entity)],
    [prov.wasDerivedFrom, iri(crawl)],
  ]);
}

/** Statements of a page about itself in the terms of Dublin Core. Authors and sites of one name are one resource at each host. */
export function* metadataQuads(
  { crawl, url }: { readonly crawl: string; readonly url: string },
  metadata: PageMetadata,
): Generator<Description> {
  const set = pageDataSet(crawl);
  const { published, modified, authors, site, description, language, licence } = metadata;
  const host = parseUrl(url)?.host ?? '';
  const named = (kind: string, name: string): string =>
    `${set}/${kind}/${sha256(`${host}\n${name}`).slice(0, 16)}`;
  const creators = (authors?.value ?? []).map((name) => ({ name, agent: named('agent', name) }));
  const web = site && named('site', site.value);
  const statements: readonly Statement[] = [
    ...dated(dcterms.issued, published),
    ...trust(published),
    ...dated(dcterms.modified, modified),
    ...creators.map(({ agent }): Statement => [dcterms.creator, iri(agent)]),
    ...(web === undefined ? [] : [[schema.isPartOf, iri(web)] as const]),
    ...(description === undefined ? [] : [[dcterms.description, literal(description.value)] as const]),
    ...(language === undefined ? [] : [[dcterms.language, literal(language.value)] as const]),
    ...(licence === undefined ? [] : [[dcterms.license, iri(iriOfUrl(licence.value))] as const]),
  ];
  if (statements.length > 0) yield describe(iriOfUrl(url), set, statements);
  for (const { name, agent } of creators)
    yield describe(agent, set, [
      [rdf.type, iri(prov.Agent)],
      [foaf.name, literal(name)],
    ]);
  if (web !== undefined)
    yield describe(web, set, [
      [rdf.type, iri(schema.WebSite)],
      [schema.name, literal(site?.value ?? '')],
    ]);
}

function dated(property: string, stated: Stated | undefined): readonly Statement[] {
  return stated === undefined ? [] : [[property, dateLiteral(stated.value)]];
}

/** Source and confidence of the date of publication. */
function trust(published: Stated | undefined): readonly Statement[] {
  if (published === undefined) return [];
  return [
    [sfwc.issuedFrom, literal(published.source)],
    [sfwc.issuedConfidence, decimal(published.confidence)],
  ];
}

/** @param value ISO 8601, as exact as the page states it */
function dateLiteral(value: string): Literal {
  const types: Readonly<Record<number, string>> = { 4: xsd.gYear, 7: xsd.gYearMonth, 10: xsd.date };
  return DataFactory.literal(value, iri(types[value.length] ?? xsd.dateTime));
}
