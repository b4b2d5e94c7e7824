import type { CrawlEvent, Rejudged } from '../../model/crawl-event.js';
import type { Judgement, NounEvidence } from '../../model/topic.js';
import { dcterms, itsrdf, nif, prov, rdf, rdfs, sfwc, skos } from '../../model/vocabulary.js';
import { sha256 } from '../../support/hash.js';
import { nifText, describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text as literal, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../support/rdf/sparql-terms.js';
import { modelIri } from '../steering/action-quads.js';
import { pageNumbersOf, type DocumentPages } from '../../model/page-reading.js';
import { metadataQuads } from './page-data-quads.js';
import { leftQuads, priorityQuads } from './reason-quads.js';

/** Identity of a crawl, for its RDF. */
export interface CrawlIdentity {
  /** The topic's name; of a crawl for several topics those of all, of one without a topic none. */
  readonly topic: string | readonly string[];
  /** The topic's IRI, or those of all topics in the same order. */
  readonly topicIri: string | readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seeds: readonly string[];
}

/** The IRI of a crawl, which also names its graph: one for each topic, start and set of seeds. */
export function crawlIri({ topicIri, startedAt, seeds }: CrawlIdentity): string {
  return `http://sfwcrawler.com/crawl/${sha256([topicIri, startedAt, ...seeds].flat().join('\n')).slice(0, 16)}`;
}

/** The quads about the crawl itself: a prov:Activity that used the topic. */
export function crawlQuads(identity: CrawlIdentity): Description {
  const crawl = crawlIri(identity);
  return describe(crawl, crawl, [
    [rdf.type, iri(sfwc.Crawl)],
    [rdf.type, iri(prov.Activity)],
    [dcterms.title, literal(titleOf(identity))],
    ...[identity.topicIri].flat().map((topic): Statement => [prov.used, iri(topic)]),
    [prov.startedAtTime, dateTime(identity.startedAt)],
  ]);
}

/** The IRIs of several topics by their names; empty where there is one. */
export function topicsOf({ topic, topicIri }: CrawlIdentity): ReadonlyMap<string, string> {
  const names = [topic].flat();
  const iris = [topicIri].flat();
  return new Map(names.length === 1 ? [] : names.map((name, place) => [name, iris[place] ?? '']));
}

function titleOf({ topic }: CrawlIdentity): string {
  const names = [topic].flat();
  return names.length === 0 ? 'Crawl without a topic' : `Crawl for ${names.join(', ')}`;
}

/**
 * The quads of one event: the page, its links, the decision, and the evidence for it. Where the page was judged by several
 * topics, the decision is that of the best, and the others stand next to it.
 *
 * @param text the text that was judged; given, it becomes a `nif:Context`, and the evidence leads to its mentions in it
 * @param topics the IRIs of several topics by their names
 */
export function* eventQuads(
  event: CrawlEvent,
  crawl: string,
  text?: string,
  topics: ReadonlyMap<string, string> = new Map(),
): Generator<Description> {
  const page = iriOfUrl(event.url);
  const decisions = decisionsOf(event, crawl, topics);
  const links = (event.links ?? []).map((url): Statement => [sfwc.linksTo, iri(iriOfUrl(url))]);
  yield describe(page, crawl, [
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
    ...optionalText(sfwc.truncated, event.truncated),
    ...readingStatements(event.reading),
    ...rightsStatements(event),
    ...captureStatements(event),
    ...subjectStatements(event, crawl),
    [prov.generatedAtTime, dateTime(event.time)],
    [prov.wasGeneratedBy, iri(crawl)],
    ...decisions.slice(0, 1).map((main): Statement => [sfwc.decision, iri(main.iri)]),
    ...decisions.flatMap((one): Statement[] => (one.topic ? [[sfwc.topicDecision, iri(one.iri)]] : [])),
    ...links,
  ]);
  yield* subjectQuads(event, crawl);
  yield* priorityQuads(event, crawl);
  yield* leftQuads(event, crawl);
  for (const decision of decisions) yield* decisionQuads(decision, crawl, event.reading?.pages);
  const [main] = decisions;
  if (main !== undefined && event.rejudged !== undefined) yield formerQuads(main.iri, event.rejudged, crawl);
  if (text !== undefined) yield* evidenceInText(event, decisions, crawl, text);
  // The page's own claims have a graph of their own.
  if (event.metadata !== undefined) yield* metadataQuads({ crawl, url: event.url }, event.metadata);
}

/** Statements on the way in which a page was read that scripts fill. */
function readingStatements(reading: CrawlEvent['reading']): Statement[] {
  if (reading === undefined) return [];
  return [
    [sfwc.readFrom, literal(reading.from)],
    ...reading.signs.map((sign): Statement => [sfwc.shellSign, literal(sign)]),
    ...(reading.paid === undefined ? [] : [[sfwc.renderingPaid, truth(reading.paid)] as const]),
  ];
}

/** Statements of a page and its server about its use. */
function rightsStatements({ rights = {} }: CrawlEvent): readonly Statement[] {
  const { licences = [], statement, tdmReserved, tdmPolicy, directives = [] } = rights;
  return [
    ...licences.map((address): Statement => [dcterms.license, iri(iriOfUrl(address))]),
    ...optionalText(dcterms.rights, statement),
    ...(tdmReserved === undefined ? [] : [[sfwc.tdmReserved, truth(tdmReserved)] as const]),
    ...optionalIri(sfwc.tdmPolicy, tdmPolicy),
    ...directives.map((directive): Statement => [sfwc.aiDirective, literal(directive)]),
  ];
}

/** The capture that a page was read from, where an archive was crawled. */
function captureStatements({ archived }: CrawlEvent): readonly Statement[] {
  if (archived === undefined) return [];
  const { time, archive, file, offset, replayed } = archived;
  return [
    [sfwc.capturedAt, dateTime(time)],
    [sfwc.archive, literal(archive)],
    ...optionalText(sfwc.archivedRecord, file === undefined ? replayed : `${file}#${offset ?? 0}`),
  ];
}

/** Statements on a page before it was judged again. */
function formerQuads(decision: string, { accepted, threshold }: Rejudged, crawl: string): Description {
  return describe(decision, crawl, [
    [sfwc.acceptedBefore, truth(accepted)],
    ...optionalDecimal(sfwc.bandLowBefore, threshold),
  ]);
}

/** A judgement as a resource. */
interface Decision {
  readonly iri: string;
  readonly judgement: Judgement;
  /** IRI of the topic that it is by, where there are several. */
  readonly topic?: string;
}

/** The decision on a page comes first, then those of the other topics. */
export function decisionsOf(
  { judgement, sequence }: CrawlEvent,
  crawl: string,
  topics: ReadonlyMap<string, string> = new Map(),
): readonly Decision[] {
  if (judgement === undefined) return [];
  const iri = `${crawl}/decision/${sequence}`;
  const topicOf = (one: Judgement): string | undefined => topics.get(one.topic ?? '');
  const others = (judgement.topics ?? []).flatMap((one, place) =>
    one.topic === judgement.topic
      ? []
      : [{ iri: `${iri}/topic/${place + 1}`, judgement: one, topic: topicOf(one) }],
  );
  return [{ iri, judgement, topic: topicOf(judgement) }, ...others];
}

/** The text of a page, and where in it the evidence of all topics stands: down to the character. */
function* evidenceInText(
  { url }: CrawlEvent,
  decisions: readonly Decision[],
  crawl: string,
  text: string,
): Generator<Description> {
  const [main] = decisions;
  if (main === undefined) return;
  const { contextQuads, part } = nifText(`${main.iri}/text`, text, crawl, [
    [nif.sourceUrl, iri(iriOfUrl(url))],
  ]);
  yield contextQuads;
  const characters = Array.from(text);
  const mentioned = new Set<string>();
  for (const { iri: decision, judgement } of decisions) {
    for (const [index, { lemma, mentions }] of judgement.reason.evidence.entries()) {
      for (const [begin, end] of mentions ?? []) {
        const anchor = characters.slice(begin, end).join('');
        const mention = part(begin, end, anchor, [[nif.lemma, literal(lemma)]]);
        // Another topic may have named it.
        const place = `${lemma} ${mention.iri}`;
        if (decision === main.iri || !mentioned.has(place)) yield mention.quads;
        mentioned.add(place);
        yield describe(`${decision}/evidence/${index + 1}`, crawl, [[sfwc.mention, iri(mention.iri)]]);
      }
    }
  }
}

function* decisionQuads(
  { judgement, iri: decision, topic }: Decision,
  crawl: string,
  pages: DocumentPages | undefined,
): Generator<Description> {
  const { reason } = judgement;
  const evidence = (rank: number): string => `${decision}/evidence/${rank}`;
  const member = (name: string): string => `${decision}/member/${name.replaceAll(' ', '-')}`;
  yield describe(decision, crawl, [
    [rdf.type, iri(sfwc.Decision)],
    [rdf.type, iri(prov.Entity)],
    [prov.wasGeneratedBy, iri(crawl)],
    ...(topic === undefined ? [] : [[sfwc.byTopic, iri(topic)] as const]),
    [sfwc.accepted, truth(judgement.accepted)],
    [sfwc.score, decimal(judgement.score)],
    [sfwc.classifier, literal(judgement.classifier)],
    ...(judgement.model === undefined
      ? []
      : [[sfwc.byModel, iri(modelIri(crawl, judgement.model))] as const]),
    [dcterms.description, literal(reason.summary)],
    ...optionalDecimal(sfwc.meanIdf, reason.meanIdf),
    ...optionalText(sfwc.readBy, reason.annotator),
    ...optionalText(sfwc.overruledBy, reason.overruled?.by),
    ...optionalDecimal(sfwc.bandLow, reason.band.low),
    ...optionalDecimal(sfwc.bandHigh, reason.band.high),
    [sfwc.distinctNouns, integer(reason.nouns.distinct)],
    [sfwc.linkedNouns, integer(reason.nouns.linked)],
    [sfwc.unknownNouns, integer(reason.nouns.unknown)],
    ...reason.evidence.map((_, index): Statement => [sfwc.evidence, iri(evidence(index + 1))]),
    ...(reason.members ?? []).map(({ member: name }): Statement => [sfwc.opinion, iri(member(name))]),
  ]);
  for (const { member: name, score, odds } of reason.members ?? [])
    yield describe(member(name), crawl, [
      [rdf.type, iri(sfwc.Opinion)],
      [rdfs.label, literal(name)],
      [sfwc.score, decimal(score)],
      [sfwc.logOdds, decimal(odds)],
    ]);
  for (const [index, noun] of reason.evidence.entries()) {
    yield describe(evidence(index + 1), crawl, evidenceStatements(noun, index + 1, pages));
  }
}

function evidenceStatements(noun: NounEvidence, rank: number, pages?: DocumentPages): Statement[] {
  const numbers = pages === undefined ? [] : pageNumbersOf(pages, noun.mentions);
  return [
    [rdf.type, iri(sfwc.Evidence)],
    [sfwc.rank, integer(rank)],
    [nif.anchorOf, literal(noun.lemma)],
    ...(noun.iri !== undefined && isIri(noun.iri) ? [[itsrdf.taIdentRef, iri(noun.iri)] as const] : []),
    [sfwc.idfValue, decimal(noun.idf)],
    [sfwc.knownInDocuments, integer(noun.documents)],
    [sfwc.pull, decimal(noun.pull)],
    ...optionalText(sfwc.facet, noun.facet),
    ...numbers.map((number): Statement => [sfwc.onPage, integer(number)]),
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
