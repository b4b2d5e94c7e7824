import type { Quad } from 'n3';
import type { CrawlEvent } from '../../model/crawl.js';
import type { Judgement, NounEvidence } from '../../model/topic.js';
import { dcterms, itsrdf, nif, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { sha256 } from '../../support/hash.js';
import { nifText } from '../../support/rdf/nif-strings.js';
import { describe, type Statement } from '../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text as literal, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../support/rdf/sparql-terms.js';

/** What a crawl was, for its RDF. */
export interface CrawlIdentity {
  readonly topic: string;
  /** The topic's IRI. */
  readonly topicIri: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seeds: readonly string[];
}

/** The IRI of a crawl, which also names its graph: one for each topic, start and set of seeds. */
export function crawlIri({ topicIri, startedAt, seeds }: CrawlIdentity): string {
  return `http://sfwcrawler.com/crawl/${sha256([topicIri, startedAt, ...seeds].join('\n')).slice(0, 16)}`;
}

/** The quads about the crawl itself: a prov:Activity that used the topic. */
export function crawlQuads(identity: CrawlIdentity): Quad[] {
  const crawl = crawlIri(identity);
  return describe(crawl, crawl, [
    [rdf.type, iri(sfwc.Crawl)],
    [rdf.type, iri(prov.Activity)],
    [dcterms.title, literal(`Crawl for ${identity.topic}`)],
    [prov.used, iri(identity.topicIri)],
    [prov.startedAtTime, dateTime(identity.startedAt)],
  ]);
}

/**
 * The quads of one event: the page, its links, the decision, and the evidence for it.
 *
 * @param text the text that was judged; given, it becomes a `nif:Context`, and the evidence leads to its mentions in it
 */
export function* eventQuads(event: CrawlEvent, crawl: string, text?: string): Generator<Quad> {
  const page = iriOfUrl(event.url);
  const decision = `${crawl}/decision/${event.sequence}`;
  const links = (event.links ?? []).map((url): Statement => [sfwc.linksTo, iri(iriOfUrl(url))]);
  yield* describe(page, crawl, [
    [rdf.type, iri(sfwc.Page)],
    ...optionalText(dcterms.title, event.title),
    [sfwc.state, literal(event.state)],
    ...optionalText(sfwc.reasonCode, event.code),
    ...(event.status === undefined ? [] : [[sfwc.httpStatus, integer(event.status)] as const]),
    [sfwc.depth, integer(event.depth)],
    ...optionalIri(sfwc.foundOn, event.referrer),
    ...optionalIri(sfwc.redirectsTo, event.finalUrl),
    ...optionalIri(sfwc.canonicalPage, event.canonicalUrl),
    ...optionalIri(sfwc.resembles, event.resembles),
    [prov.generatedAtTime, dateTime(event.time)],
    [prov.wasGeneratedBy, iri(crawl)],
    ...(event.judgement === undefined ? [] : [[sfwc.decision, iri(decision)] as const]),
    ...links,
  ]);
  if (event.judgement === undefined) return;
  yield* decisionQuads(event.judgement, decision, crawl);
  if (text !== undefined) yield* evidenceInText(event, event.judgement, { crawl, decision, text });
}

/** The text of a page, and where in it the evidence stands: down to the character. */
function* evidenceInText(
  { url }: CrawlEvent,
  { reason }: Judgement,
  { crawl, decision, text }: { readonly crawl: string; readonly decision: string; readonly text: string },
): Generator<Quad> {
  const { contextQuads, part } = nifText(`${decision}/text`, text, crawl, [
    [nif.sourceUrl, iri(iriOfUrl(url))],
  ]);
  yield* contextQuads;
  const characters = Array.from(text);
  for (const [index, { lemma, mentions }] of reason.evidence.entries()) {
    for (const [begin, end] of mentions ?? []) {
      const anchor = characters.slice(begin, end).join('');
      const mention = part(begin, end, anchor, [[nif.lemma, literal(lemma)]]);
      yield* mention.quads;
      yield* describe(`${decision}/evidence/${index + 1}`, crawl, [[sfwc.mention, iri(mention.iri)]]);
    }
  }
}

function* decisionQuads(judgement: Judgement, decision: string, crawl: string): Generator<Quad> {
  const { reason } = judgement;
  const evidence = (rank: number): string => `${decision}/evidence/${rank}`;
  yield* describe(decision, crawl, [
    [rdf.type, iri(sfwc.Decision)],
    [rdf.type, iri(prov.Entity)],
    [prov.wasGeneratedBy, iri(crawl)],
    [sfwc.accepted, truth(judgement.accepted)],
    [sfwc.score, decimal(judgement.score)],
    [sfwc.classifier, literal(judgement.classifier)],
    [dcterms.description, literal(reason.summary)],
    ...optionalDecimal(sfwc.meanIdf, reason.meanIdf),
    ...optionalDecimal(sfwc.proseLikeness, reason.likeness ?? null),
    ...optionalText(sfwc.quickAnnotator, reason.annotator),
    ...optionalDecimal(sfwc.bandLow, reason.band.low),
    ...optionalDecimal(sfwc.bandHigh, reason.band.high),
    [sfwc.distinctNouns, integer(reason.nouns.distinct)],
    [sfwc.linkedNouns, integer(reason.nouns.linked)],
    [sfwc.unknownNouns, integer(reason.nouns.unknown)],
    ...reason.evidence.map((_, index): Statement => [sfwc.evidence, iri(evidence(index + 1))]),
  ]);
  for (const [index, noun] of reason.evidence.entries()) {
    yield* describe(evidence(index + 1), crawl, evidenceStatements(noun, index + 1));
  }
}

function evidenceStatements(noun: NounEvidence, rank: number): Statement[] {
  return [
    [rdf.type, iri(sfwc.Evidence)],
    [sfwc.rank, integer(rank)],
    [nif.anchorOf, literal(noun.lemma)],
    ...(noun.iri !== undefined && isIri(noun.iri) ? [[itsrdf.taIdentRef, iri(noun.iri)] as const] : []),
    [sfwc.idfValue, decimal(noun.idf)],
    [sfwc.knownInDocuments, integer(noun.documents)],
    [sfwc.pull, decimal(noun.pull)],
    ...optionalText(sfwc.facet, noun.facet),
  ];
}

function optionalText(predicate: string, value: string | undefined): Statement[] {
  return value === undefined ? [] : [[predicate, literal(value)]];
}

function optionalIri(predicate: string, url: string | undefined): Statement[] {
  return url === undefined ? [] : [[predicate, iri(iriOfUrl(url))]];
}

function optionalDecimal(predicate: string, value: number | null): Statement[] {
  return value === null ? [] : [[predicate, decimal(value)]];
}
