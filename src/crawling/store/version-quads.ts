import type { CrawlEvent } from '../../model/crawl-event.js';
import { versionsOf, type PageVersion } from '../../model/page-version.js';
import { dcterms, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { given } from '../../support/given.js';
import { describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text as literal, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';

/** The versions of a page as its properties. */
export function versionStatements(
  { versions = [], sequence }: CrawlEvent,
  crawl: string,
): readonly Statement[] {
  return versions.map((_, place) => [dcterms.hasVersion, iri(versionIri(crawl, sequence, place))]);
}

/** The versions of a page: each a specialisation of it and, from the second on, a revision of the one before. */
export function* versionQuads(event: CrawlEvent, crawl: string): Generator<Description> {
  const { sequence } = event;
  const page = iri(iriOfUrl(event.url));
  for (const [place, version] of versionsOf(event).entries())
    yield describe(versionIri(crawl, sequence, place), crawl, [
      [rdf.type, iri(sfwc.Version)],
      [rdf.type, iri(prov.Entity)],
      [prov.specializationOf, page],
      ...(place === 0 ? [] : [[prov.wasRevisionOf, iri(versionIri(crawl, sequence, place - 1))] as const]),
      [prov.wasGeneratedBy, iri(crawl)],
      ...ofVersion(
        version.chosen === true ? { ...version, ...given({ archived: event.archived }) } : version,
      ),
    ]);
}

function ofVersion({
  time,
  again = [],
  archived = {},
  gained = [],
  lost = [],
  ...said
}: PageVersion): Statement[] {
  const { status, redirectsTo, accepted, score, code } = said;
  const { file, offset, replayed, digest } = archived;
  const record = file === undefined ? replayed : `${file}#${offset ?? 0}`;
  return [
    [sfwc.capturedAt, dateTime(time)],
    ...again.map((one): Statement => [sfwc.capturedAgain, dateTime(one)]),
    ...(accepted === undefined ? [] : [[sfwc.versionAccepted, truth(accepted)] as const]),
    ...(score === undefined ? [] : [[sfwc.versionScore, decimal(score)] as const]),
    ...(status === undefined ? [] : [[sfwc.httpStatus, integer(status)] as const]),
    ...(code === undefined ? [] : [[sfwc.reasonCode, literal(code)] as const]),
    ...(redirectsTo === undefined ? [] : [[sfwc.redirectsTo, iri(iriOfUrl(redirectsTo))] as const]),
    ...(record === undefined ? [] : [[sfwc.archivedRecord, literal(record)] as const]),
    ...(digest === undefined ? [] : [[sfwc.contentDigest, literal(digest)] as const]),
    ...gained.map((noun): Statement => [sfwc.gainedNoun, literal(noun)]),
    ...lost.map((noun): Statement => [sfwc.lostNoun, literal(noun)]),
  ];
}

function versionIri(crawl: string, sequence: number, place: number): string {
  return `${crawl}/version/${sequence}-${place + 1}`;
}
