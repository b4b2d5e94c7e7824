import { dcterms, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { dateTime, integer, iri, text } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import { changeIri, roundIri, whyText, type PageChange, type RoundReport } from './round-report.js';

/** The quads of a round: a prov:Activity that its crawl informed, and the changes that it noted, each a prov:Entity. */
export function* reportQuads(report: RoundReport): Generator<Description> {
  const round = roundIri(report);
  const { topic, startedAt, endedAt } = report;
  yield describe(round, round, [
    [rdf.type, iri(sfwc.Round)],
    [rdf.type, iri(prov.Activity)],
    [dcterms.title, text(topic === '' ? `Round ${report.round}` : `Round ${report.round} for ${topic}`)],
    [sfwc.roundNumber, integer(report.round)],
    [prov.startedAtTime, dateTime(startedAt)],
    [prov.endedAtTime, dateTime(endedAt)],
    [prov.wasInformedBy, iri(report.crawl)],
  ]);
  for (const change of report.changes) yield changeQuads(change, report, round);
}

function changeQuads(change: PageChange, report: RoundReport, round: string): Description {
  const { kind, url, title, at } = change;
  const { added = [], removed = [] } = change.text ?? {};
  return describe(changeIri(report, url), round, [
    [rdf.type, iri(sfwc.Change)],
    [rdf.type, iri(prov.Entity)],
    [sfwc.changeKind, text(kind)],
    [sfwc.changedPage, iri(iriOfUrl(url))],
    ...(title === '' ? [] : [[dcterms.title, text(title)] as const]),
    [dcterms.description, text(whyText(change))],
    ...added.map((line): Statement => [sfwc.addedText, text(line)]),
    ...removed.map((line): Statement => [sfwc.removedText, text(line)]),
    [prov.wasGeneratedBy, iri(round)],
    [prov.generatedAtTime, dateTime(at)],
  ]);
}
