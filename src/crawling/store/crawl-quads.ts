import { DataFactory, type Literal, type NamedNode } from 'n3';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageMetadata, Stated } from '../../model/page-metadata.js';
import { pageNumbersOf, type DocumentPages } from '../../model/page-reading.js';
import type { TakenAction } from '../../model/steering.js';
import type { Subject } from '../../model/subject.js';
import type { Judgement, NounEvidence } from '../../model/topic.js';
import { dcterms, foaf, itsrdf, nif, prov, rdf, sfwc, skos, xsd } from '../../model/vocabulary.js';
import { sha256 } from '../../support/hash.js';
import { describe, type Description, type Statement, nifText } from '../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text as literal, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../support/rdf/sparql-terms.js';
import type { CrawlSummary } from '../engine/crawl-counts.js';

/** Identity of a crawl, for its RDF. */
export interface CrawlIdentity {
  /** The names and IRIs of the topic, or of several; of a crawl without a topic none. */
  readonly topic: string | readonly string[];
  readonly topicIri: string | readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly seeds: readonly string[];
}

/** A statement for each value; none where there is no value. */
function say<T>(
  property: string,
  values: T | readonly T[] | undefined | null,
  term: (value: T) => NamedNode | Literal,
): Statement[] {
  if (values === undefined || values === null) return [];
  return ([values].flat() as T[]).map((value) => [property, term(value)]);
}

const page = (url: string): NamedNode => iri(iriOfUrl(url));

/** The IRI of a crawl, which also names its graph: one for each topic, start and set of seeds. */
export function crawlIri({ topicIri, startedAt, seeds }: CrawlIdentity): string {
  return `http://sfwcrawler.com/crawl/${sha256([topicIri, startedAt, ...seeds].flat().join('\n')).slice(0, 16)}`;
}

/** The quads about the crawl itself: a prov:Activity that used the topic. */
export function crawlQuads(identity: CrawlIdentity): Description {
  const crawl = crawlIri(identity);
  const names = [identity.topic].flat();
  const title = names.length === 0 ? 'Crawl without a topic' : `Crawl for ${names.join(', ')}`;
  return describe(crawl, crawl, [
    ...say(rdf.type, [sfwc.Crawl, prov.Activity], iri),
    [dcterms.title, literal(title)],
    ...say(prov.used, identity.topicIri, iri),
    [prov.startedAtTime, dateTime(identity.startedAt)],
  ]);
}

/** Why a crawl ended. */
export function endQuads({ ended, until }: Partial<CrawlSummary>, crawl: string): Description {
  return describe(crawl, crawl, [...say(sfwc.ended, ended, literal), ...say(sfwc.until, until, literal)]);
}

/** The IRIs of several topics by their names; empty where there is one. */
export function topicsOf({ topic, topicIri }: CrawlIdentity): ReadonlyMap<string, string> {
  const names = [topic].flat();
  const iris = [topicIri].flat();
  return new Map(names.length === 1 ? [] : names.map((name, place) => [name, iris[place] ?? '']));
}

/**
 * The quads of one event: the page, its links, the decision (of several topics that of the best, the others next to it), and
 * the evidence for it. @param text the text that was judged, which becomes a `nif:Context` with the mentions of the evidence
 */
export function* eventQuads(
  event: CrawlEvent,
  crawl: string,
  text?: string,
  topics: ReadonlyMap<string, string> = new Map(),
): Generator<Description> {
  const { sequence, priority, archived, rights = {} } = event;
  const decisions = decisionsOf(event, crawl, topics);
  const subjects = (event.subjects ?? []).filter(({ iri: concept }) => isIri(concept));
  const subjectIri = (place: number): string => `${crawl}/subject/${sequence}-${place + 1}`;
  yield describe(iriOfUrl(event.url), crawl, [
    [rdf.type, iri(sfwc.Page)],
    ...say(dcterms.title, event.title, literal),
    [sfwc.state, literal(event.state)],
    ...say(sfwc.reasonCode, event.code, literal),
    ...say(sfwc.httpStatus, event.status, integer),
    [sfwc.depth, integer(event.depth)],
    ...say(sfwc.foundOn, event.referrer, page),
    ...say(sfwc.redirectsTo, event.finalUrl, page),
    ...say(sfwc.canonicalPage, event.canonicalUrl, page),
    ...say(sfwc.resembles, event.resembles, page),
    ...say(sfwc.truncated, event.truncated, literal),
    ...say(sfwc.readFrom, event.reading?.from, literal),
    ...say(dcterms.license, rights.licences, page),
    ...say(dcterms.rights, rights.statement, literal),
    ...say(sfwc.tdmReserved, rights.tdmReserved, truth),
    ...say(sfwc.tdmPolicy, rights.tdmPolicy, page),
    ...say(sfwc.aiDirective, rights.directives, literal),
    ...say(sfwc.usagePreference, rights.usage, literal),
    ...say(sfwc.capturedAt, archived?.time, dateTime),
    ...say(sfwc.archive, archived?.archive, literal),
    ...say(sfwc.priority, priority?.value, decimal),
    ...say(sfwc.priorityReason, priority?.reason, literal),
    ...subjects.flatMap(({ iri: concept }, place): Statement[] => [
      [dcterms.subject, iri(concept)],
      [sfwc.subject, iri(subjectIri(place))],
    ]),
    [prov.generatedAtTime, dateTime(event.time)],
    [prov.wasGeneratedBy, iri(crawl)],
    ...say(sfwc.decision, decisions[0]?.iri, iri),
    ...decisions.flatMap((one) => (one.topic ? say(sfwc.topicDecision, one.iri, iri) : [])),
    ...say(sfwc.linksTo, event.links, page),
  ]);
  for (const [place, subject] of subjects.entries()) yield* subjectQuads(subject, subjectIri(place), crawl);
  for (const decision of decisions) yield* decisionQuads(decision, crawl, event.reading?.pages);
  if (text !== undefined) yield* evidenceInText(event, decisions, crawl, text);
  // The page's own claims have a graph of their own.
  if (event.metadata !== undefined) yield metadataQuads(event.url, event.metadata, pageDataSet(crawl));
}

/** A judgement as a resource. */
interface Decision {
  readonly iri: string;
  readonly judgement: Judgement;
  /** IRI of the topic that it is by, where there are several. */
  readonly topic?: string;
}

/** The decision on a page comes first, then those of the other topics. */
function decisionsOf(
  { judgement, sequence }: CrawlEvent,
  crawl: string,
  topics: ReadonlyMap<string, string>,
) {
  if (judgement === undefined) return [];
  const name = `${crawl}/decision/${sequence}`;
  const decisions: Decision[] = [{ iri: name, judgement, topic: topics.get(judgement.topic ?? '') }];
  for (const [place, one] of (judgement.topics ?? []).entries())
    if (one.topic !== judgement.topic)
      decisions.push({ iri: `${name}/topic/${place + 1}`, judgement: one, topic: topics.get(one.topic) });
  return decisions;
}

const evidenceIri = (decision: string, place: number): string => `${decision}/evidence/${place + 1}`;
const modelIri = (crawl: string, model: number): string => `${crawl}/model/${model}`;

function* decisionQuads(
  { judgement, iri: decision, topic }: Decision,
  crawl: string,
  pages: DocumentPages | undefined,
): Generator<Description> {
  const { reason, model } = judgement;
  const { evidence, nouns, band } = reason;
  yield describe(decision, crawl, [
    ...say(rdf.type, [sfwc.Decision, prov.Entity], iri),
    [prov.wasGeneratedBy, iri(crawl)],
    ...say(sfwc.byTopic, topic, iri),
    [sfwc.accepted, truth(judgement.accepted)],
    [sfwc.score, decimal(judgement.score)],
    [sfwc.classifier, literal(judgement.classifier)],
    ...say(sfwc.byModel, model, (number) => iri(modelIri(crawl, number))),
    [dcterms.description, literal(reason.summary)],
    ...say(sfwc.meanIdf, reason.meanIdf, decimal),
    ...say(sfwc.readBy, reason.annotator, literal),
    ...say(sfwc.overruledBy, reason.overruled?.by, literal),
    ...say(sfwc.bandLow, band.low, decimal),
    ...say(sfwc.bandHigh, band.high, decimal),
    [sfwc.distinctNouns, integer(nouns.distinct)],
    [sfwc.linkedNouns, integer(nouns.linked)],
    [sfwc.unknownNouns, integer(nouns.unknown)],
    ...evidence.map((_, place): Statement => [sfwc.evidence, iri(evidenceIri(decision, place))]),
  ]);
  for (const [place, noun] of evidence.entries())
    yield describe(evidenceIri(decision, place), crawl, evidenceStatements(noun, place + 1, pages));
}

function evidenceStatements(noun: NounEvidence, rank: number, pages?: DocumentPages): Statement[] {
  return [
    [rdf.type, iri(sfwc.Evidence)],
    [sfwc.rank, integer(rank)],
    [nif.anchorOf, literal(noun.lemma)],
    ...say(itsrdf.taIdentRef, noun.iri !== undefined && isIri(noun.iri) ? noun.iri : undefined, iri),
    [sfwc.idfValue, decimal(noun.idf)],
    [sfwc.knownInDocuments, integer(noun.documents)],
    [sfwc.pull, decimal(noun.pull)],
    ...say(sfwc.facet, noun.facet, literal),
    ...say(sfwc.onPage, pages && pageNumbersOf(pages, noun.mentions), integer),
  ];
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
  const { contextQuads, part } = nifText(`${main.iri}/text`, text, crawl, [[nif.sourceUrl, page(url)]]);
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
        yield describe(evidenceIri(decision, index), crawl, [[sfwc.mention, iri(mention.iri)]]);
      }
    }
  }
}

/** The weight of a subject, and what the vocabulary says of its concept: name, matches and all broader concepts. */
function* subjectQuads(
  { iri: concept, label, weight, broader = [], matches = [] }: Subject,
  subject: string,
  crawl: string,
): Generator<Description> {
  const above = broader.filter(({ iri: address }) => isIri(address));
  yield describe(subject, crawl, [
    [sfwc.concept, iri(concept)],
    [sfwc.weight, decimal(weight)],
  ]);
  yield describe(concept, crawl, [
    [rdf.type, iri(skos.Concept)],
    [skos.prefLabel, literal(label)],
    ...say(skos.exactMatch, matches.filter(isIri), iri),
    ...above.map(({ iri: address }): Statement => [skos.broaderTransitive, iri(address)]),
  ]);
  for (const one of above) yield describe(one.iri, crawl, [[skos.prefLabel, literal(one.label)]]);
}

/** The IRI of what the pages of a crawl say of themselves, which also names its graph. */
const pageDataSet = (crawl: string): string => `${crawl}/page-data`;

/** Statements on the whole. */
export function setQuads(crawl: string): Description {
  const set = pageDataSet(crawl);
  return describe(set, set, [
    ...say(rdf.type, [sfwc.PageData, prov.Entity], iri),
    [prov.wasDerivedFrom, iri(crawl)],
  ]);
}

/** Statements of a page about itself in the terms of Dublin Core. */
function metadataQuads(url: string, metadata: PageMetadata, set: string): Description {
  const { published, modified, authors, description, language, licence } = metadata;
  return describe(iriOfUrl(url), set, [
    ...say(dcterms.issued, published, dateOf),
    ...say(sfwc.issuedFrom, published?.source, literal),
    ...say(sfwc.issuedConfidence, published?.confidence, decimal),
    ...say(dcterms.modified, modified, dateOf),
    ...say(dcterms.creator, authors?.value, literal),
    ...say(dcterms.description, description?.value, literal),
    ...say(dcterms.language, language?.value, literal),
    ...say(dcterms.license, licence?.value, page),
  ]);
}

/** ISO 8601, as exact as the page states it. */
function dateOf({ value }: Stated): Literal {
  const types: Readonly<Record<number, string>> = { 4: xsd.gYear, 7: xsd.gYearMonth, 10: xsd.date };
  return DataFactory.literal(value, iri(types[value.length] ?? xsd.dateTime));
}

/** The quads of what people asked of a crawl: each action, and each training of a model with answers, is a prov:Activity. */
export function* actionQuads(actions: readonly TakenAction[], crawl: string): Generator<Description> {
  const names = [...new Set(actions.map(({ by }) => by))];
  const agentOf = ({ by, software }: TakenAction): string =>
    `${crawl}/${software === true ? 'software' : 'person'}/${names.indexOf(by) + 1}`;
  for (const [agent, { by, software }] of new Map(actions.map((taken) => [agentOf(taken), taken])))
    yield describe(agent, crawl, [
      ...say(rdf.type, software === true ? [prov.Agent, prov.SoftwareAgent] : prov.Agent, iri),
      [foaf.name, literal(by)],
    ]);
  for (const [place, taken] of actions.entries()) {
    const { action, time, refused } = taken;
    const subject = `${crawl}/action/${place + 1}`;
    yield describe(subject, crawl, [
      ...say(rdf.type, [sfwc.Action, prov.Activity], iri),
      [sfwc.actionKind, literal(action.kind)],
      [dcterms.description, literal(taken.effect)],
      [prov.wasAssociatedWith, iri(agentOf(taken))],
      [prov.startedAtTime, dateTime(time)],
      [sfwc.afterEvent, integer(taken.after)],
      ...targetsOf(action),
      ...say(sfwc.refused, refused, truth),
    ]);
    if (action.kind === 'model')
      yield describe(modelIri(crawl, action.number), crawl, [
        ...say(rdf.type, [sfwc.Model, prov.Entity], iri),
        [sfwc.modelNumber, integer(action.number)],
        [sfwc.answersYes, integer(action.yes)],
        [sfwc.answersNo, integer(action.no)],
        [sfwc.modelChecksum, literal(action.checksum)],
        [prov.wasGeneratedBy, iri(subject)],
        [prov.generatedAtTime, dateTime(time)],
      ]);
    if (refused === undefined) yield describe(crawl, crawl, [[prov.wasInformedBy, iri(subject)]]);
  }
}

function targetsOf(action: TakenAction['action']): readonly Statement[] {
  if (action.kind === 'seed') return say(sfwc.concerns, action.urls, page);
  if (action.kind === 'rate') return say(sfwc.concerns, [action.url, ...(action.alike ?? [])], page);
  if ('term' in action) return say(sfwc.termText, action.term, literal);
  return say(sfwc.addressPattern, 'what' in action ? action.what : undefined, literal);
}
