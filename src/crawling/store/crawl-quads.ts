import { DataFactory, type Literal, type Term } from 'n3';
import {
  LEFT_BY,
  type CrawlEvent,
  type LeftBy,
  type Priority,
  type QueuedUrl,
} from '../../model/crawl-event.js';
import type { PageMetadata, Stated } from '../../model/page-metadata.js';
import { pageNumbersOf, type DocumentPages } from '../../model/page-reading.js';
import type { EstimateBasis, KnownRemaining } from '../../model/remaining-pages.js';
import type { ModelAction, TakenAction } from '../../model/steering.js';
import type { Judgement, NounEvidence } from '../../model/topic.js';
import {
  dcterms,
  foaf,
  itsrdf,
  nif,
  prov,
  rdf,
  rdfs,
  schema,
  sfwc,
  skos,
  xsd,
} from '../../model/vocabulary.js';
import { sha256 } from '../../support/hash.js';
import { parseUrl } from '../../support/parse-url.js';
import { describe, type Description, type Statement, nifText } from '../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text as literal, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../support/rdf/sparql-terms.js';
import type { CrawlSummary } from '../engine/crawl-counts.js';

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

/** A statement, if there is a value. */
function given<T>(property: string, value: T | undefined | null, term: (value: T) => Term): Statement[] {
  return value === undefined || value === null ? [] : [[property, term(value) as Statement[1]]];
}

function all<T>(property: string, values: readonly T[], term: (value: T) => Term): Statement[] {
  return values.map((value): Statement => [property, term(value) as Statement[1]]);
}

const page = (url: string): ReturnType<typeof iri> => iri(iriOfUrl(url));

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
    ...all(rdf.type, [sfwc.Crawl, prov.Activity], iri),
    [dcterms.title, literal(title)],
    ...all(prov.used, [identity.topicIri].flat(), iri),
    [prov.startedAtTime, dateTime(identity.startedAt)],
  ]);
}

/** The IRIs of several topics by their names; empty where there is one. */
export function topicsOf({ topic, topicIri }: CrawlIdentity): ReadonlyMap<string, string> {
  const names = [topic].flat();
  const iris = [topicIri].flat();
  return new Map(names.length === 1 ? [] : names.map((name, place) => [name, iris[place] ?? '']));
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
  const decisions = decisionsOf(event, crawl, topics);
  yield describe(iriOfUrl(event.url), crawl, [
    [rdf.type, iri(sfwc.Page)],
    ...given(dcterms.title, event.title, literal),
    [sfwc.state, literal(event.state)],
    ...given(sfwc.reasonCode, event.code, literal),
    ...given(sfwc.httpStatus, event.status, integer),
    [sfwc.depth, integer(event.depth)],
    ...given(sfwc.foundOn, event.referrer, page),
    ...given(sfwc.redirectsTo, event.finalUrl, page),
    ...given(sfwc.canonicalPage, event.canonicalUrl, page),
    ...given(sfwc.resembles, event.resembles, page),
    ...given(sfwc.truncated, event.truncated, literal),
    ...readingStatements(event),
    ...rightsStatements(event),
    ...captureStatements(event),
    ...subjectStatements(event, crawl),
    [prov.generatedAtTime, dateTime(event.time)],
    [prov.wasGeneratedBy, iri(crawl)],
    ...decisions.slice(0, 1).map((main): Statement => [sfwc.decision, iri(main.iri)]),
    ...decisions.flatMap((one): Statement[] => (one.topic ? [[sfwc.topicDecision, iri(one.iri)]] : [])),
    ...all(sfwc.linksTo, event.links ?? [], page),
  ]);
  yield* subjectQuads(event, crawl);
  yield* priorityQuads(event, crawl);
  yield* leftQuads(event, crawl);
  for (const decision of decisions) yield* decisionQuads(decision, crawl, event.reading?.pages);
  const [main] = decisions;
  if (main !== undefined && event.rejudged !== undefined)
    yield describe(main.iri, crawl, [
      [sfwc.acceptedBefore, truth(event.rejudged.accepted)],
      ...given(sfwc.bandLowBefore, event.rejudged.threshold, decimal),
    ]);
  if (text !== undefined) yield* evidenceInText(event, decisions, crawl, text);
  // The page's own claims have a graph of their own.
  if (event.metadata !== undefined) yield* metadataQuads({ crawl, url: event.url }, event.metadata);
}

/** The reading of a page that scripts fill. */
function readingStatements({ reading }: CrawlEvent): Statement[] {
  return [
    ...given(sfwc.readFrom, reading?.from, literal),
    ...all(sfwc.shellSign, reading?.signs ?? [], literal),
    ...given(sfwc.renderingPaid, reading?.paid, truth),
  ];
}

/** Statements of a page and its server about its use. */
function rightsStatements({ rights = {} }: CrawlEvent): Statement[] {
  return [
    ...all(dcterms.license, rights.licences ?? [], page),
    ...given(dcterms.rights, rights.statement, literal),
    ...given(sfwc.tdmReserved, rights.tdmReserved, truth),
    ...given(sfwc.tdmPolicy, rights.tdmPolicy, page),
    ...all(sfwc.aiDirective, rights.directives ?? [], literal),
  ];
}

/** The capture that a page was read from, where an archive was crawled. */
function captureStatements({ archived }: CrawlEvent): Statement[] {
  if (archived === undefined) return [];
  const { time, archive, file, offset = 0, replayed } = archived;
  return [
    [sfwc.capturedAt, dateTime(time)],
    [sfwc.archive, literal(archive)],
    ...given(sfwc.archivedRecord, file === undefined ? replayed : `${file}#${offset}`, literal),
  ];
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
): readonly Decision[] {
  if (judgement === undefined) return [];
  const name = `${crawl}/decision/${sequence}`;
  const topicOf = (one: Judgement): string | undefined => topics.get(one.topic ?? '');
  const others = (judgement.topics ?? []).flatMap((one, place) =>
    one.topic === judgement.topic
      ? []
      : [{ iri: `${name}/topic/${place + 1}`, judgement: one, topic: topicOf(one) }],
  );
  return [{ iri: name, judgement, topic: topicOf(judgement) }, ...others];
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
  const source: Statement = [nif.sourceUrl, page(url)];
  const { contextQuads, part } = nifText(`${main.iri}/text`, text, crawl, [source]);
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
  const { reason, model } = judgement;
  const { members = [], evidence } = reason;
  const evidenceIri = (index: number): string => `${decision}/evidence/${index + 1}`;
  const memberIri = (name: string): string => `${decision}/member/${name.replaceAll(' ', '-')}`;
  yield describe(decision, crawl, [
    ...all(rdf.type, [sfwc.Decision, prov.Entity], iri),
    [prov.wasGeneratedBy, iri(crawl)],
    ...given(sfwc.byTopic, topic, iri),
    [sfwc.accepted, truth(judgement.accepted)],
    [sfwc.score, decimal(judgement.score)],
    [sfwc.classifier, literal(judgement.classifier)],
    ...given(sfwc.byModel, model === undefined ? undefined : modelIri(crawl, model), iri),
    [dcterms.description, literal(reason.summary)],
    ...given(sfwc.meanIdf, reason.meanIdf, decimal),
    ...given(sfwc.readBy, reason.annotator, literal),
    ...given(sfwc.overruledBy, reason.overruled?.by, literal),
    ...given(sfwc.bandLow, reason.band.low, decimal),
    ...given(sfwc.bandHigh, reason.band.high, decimal),
    [sfwc.distinctNouns, integer(reason.nouns.distinct)],
    [sfwc.linkedNouns, integer(reason.nouns.linked)],
    [sfwc.unknownNouns, integer(reason.nouns.unknown)],
    ...evidence.map((_, index): Statement => [sfwc.evidence, iri(evidenceIri(index))]),
    ...members.map(({ member }): Statement => [sfwc.opinion, iri(memberIri(member))]),
  ]);
  for (const { member, score, odds } of members)
    yield describe(memberIri(member), crawl, [
      [rdf.type, iri(sfwc.Opinion)],
      [rdfs.label, literal(member)],
      [sfwc.score, decimal(score)],
      [sfwc.logOdds, decimal(odds)],
    ]);
  for (const [index, noun] of evidence.entries())
    yield describe(evidenceIri(index), crawl, evidenceStatements(noun, index + 1, pages));
}

function evidenceStatements(noun: NounEvidence, rank: number, pages?: DocumentPages): Statement[] {
  const numbers = pages === undefined ? [] : pageNumbersOf(pages, noun.mentions);
  return [
    [rdf.type, iri(sfwc.Evidence)],
    [sfwc.rank, integer(rank)],
    [nif.anchorOf, literal(noun.lemma)],
    ...given(itsrdf.taIdentRef, noun.iri !== undefined && isIri(noun.iri) ? noun.iri : undefined, iri),
    [sfwc.idfValue, decimal(noun.idf)],
    [sfwc.knownInDocuments, integer(noun.documents)],
    [sfwc.pull, decimal(noun.pull)],
    ...given(sfwc.facet, noun.facet, literal),
    ...all(sfwc.onPage, numbers, integer),
  ];
}

/** The subjects of a page as its properties: the concept by `dcterms:subject`, and with its weight by `sfwc:subject`. */
function subjectStatements({ subjects = [], sequence }: CrawlEvent, crawl: string): readonly Statement[] {
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
function* subjectQuads({ subjects = [], sequence }: CrawlEvent, crawl: string): Generator<Description> {
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
      ...all(skos.exactMatch, matches.filter(isIri), iri),
      ...above.map(({ iri: address }): Statement => [skos.broaderTransitive, iri(address)]),
    ]);
    for (const one of above) yield describe(one.iri, crawl, [[skos.prefLabel, literal(one.label)]]);
  }
}

function subjectIri(crawl: string, sequence: number, place: number): string {
  return `${crawl}/subject/${sequence}-${place + 1}`;
}

/** Features that are named of a priority. */
const MAX_CONTRIBUTIONS = 3;

/** Why a URL was requested when it was: its priority, and what counted most. */
export function* priorityQuads(
  { url, sequence, priority, sample }: CrawlEvent,
  crawl: string,
): Generator<Description> {
  if (priority === undefined) return;
  const subject = iriOfUrl(url);
  if (sample === true) yield describe(subject, crawl, [[sfwc.sampled, truth(true)]]);
  yield* prioritised(subject, `${crawl}/contribution/${sequence}`, priority, crawl);
}

function* prioritised(
  subject: string,
  name: string,
  { value, reason, contributions = [] }: Pick<Priority, 'value' | 'reason' | 'contributions'>,
  crawl: string,
): Generator<Description> {
  const kept = contributions.slice(0, MAX_CONTRIBUTIONS);
  yield describe(subject, crawl, [
    [sfwc.priority, decimal(value)],
    [sfwc.priorityReason, literal(reason)],
    ...kept.map((_, place): Statement => [sfwc.contribution, iri(`${name}/${place + 1}`)]),
  ]);
  for (const [place, { feature, value: added }] of kept.entries())
    yield describe(`${name}/${place + 1}`, crawl, [
      [rdf.type, iri(sfwc.Contribution)],
      [sfwc.rank, integer(place + 1)],
      [sfwc.feature, literal(feature)],
      [sfwc.pull, decimal(added)],
    ]);
}

/** The links of a page that were left by a rule: one resource for each rule. */
export function* leftQuads(
  { url, sequence, links = [], left = {} }: CrawlEvent,
  crawl: string,
): Generator<Description> {
  for (const [by, places] of Object.entries(left)) {
    const targets = places === 'all' ? links : places.flatMap((place) => links[place] ?? []);
    yield describe(`${crawl}/left/${sequence}/${by}`, crawl, [
      [rdf.type, iri(sfwc.LeftLinks)],
      [sfwc.foundOn, page(url)],
      [sfwc.leftBy, literal(by)],
      [dcterms.description, literal(LEFT_BY[by as LeftBy])],
      ...all(sfwc.leftLink, targets, page),
    ]);
  }
}

/** URLs that were still queued when the crawl ended: others were better. */
export function* queuedQuads(queued: Iterable<QueuedUrl>, crawl: string): Generator<Description> {
  let place = 0;
  for (const { url, depth, referrer, priority, sample } of queued) {
    place += 1;
    const subject = iriOfUrl(url);
    yield describe(subject, crawl, [
      [rdf.type, iri(sfwc.QueuedUrl)],
      [sfwc.depth, integer(depth)],
      ...given(sfwc.foundOn, referrer, page),
      [prov.wasGeneratedBy, iri(crawl)],
    ]);
    if (referrer !== undefined)
      yield* prioritised(subject, `${crawl}/queued/${place}`, sample ?? priority, crawl);
  }
}

/** Why a crawl ended, and how many relevant pages it left, by its last estimate. */
export function* endQuads(
  { ended, until, remaining }: Pick<CrawlSummary, 'ended' | 'until' | 'remaining'>,
  crawl: string,
): Generator<Description> {
  const estimate = `${crawl}/estimate`;
  const isKnown = remaining !== undefined && remaining.notKnown === undefined;
  yield describe(crawl, crawl, [
    [sfwc.ended, literal(ended)],
    ...given(sfwc.until, until, literal),
    ...given(sfwc.estimate, isKnown ? estimate : undefined, iri),
    ...given(sfwc.estimateNotKnown, remaining?.notKnown, literal),
  ]);
  if (isKnown) yield describe(estimate, crawl, estimateStatements(remaining));
}

function estimateStatements(remaining: EstimateBasis & KnownRemaining): Statement[] {
  return [
    [rdf.type, iri(sfwc.Estimate)],
    [sfwc.requests, integer(remaining.requests)],
    [sfwc.relevantFound, integer(remaining.found)],
    [sfwc.relevantLeft, decimal(remaining.left)],
    [sfwc.relevantLeftLow, integer(remaining.low)],
    [sfwc.relevantLeftHigh, integer(remaining.high)],
    [sfwc.estimatedRecall, decimal(remaining.recall)],
    [sfwc.estimatedRecallLow, decimal(remaining.recallLow)],
    [sfwc.estimatedRecallHigh, decimal(remaining.recallHigh)],
    [sfwc.samples, integer(remaining.samples)],
    [sfwc.samplesAccepted, integer(remaining.samplesAccepted)],
  ];
}

/** The IRI of what the pages of a crawl say of themselves, which also names its graph. */
function pageDataSet(crawl: string): string {
  return `${crawl}/page-data`;
}

/** Statements on the whole. */
export function setQuads(crawl: string): Description {
  const set = pageDataSet(crawl);
  return describe(set, set, [
    ...all(rdf.type, [sfwc.PageData, prov.Entity], iri),
    [prov.wasDerivedFrom, iri(crawl)],
  ]);
}

/** Statements of a page about itself in the terms of Dublin Core. Authors and sites of one name are one resource at each host. */
function* metadataQuads(
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
    ...publishedStatements(published),
    ...given(dcterms.modified, modified, dateOf),
    ...creators.map(({ agent }): Statement => [dcterms.creator, iri(agent)]),
    ...given(schema.isPartOf, web, iri),
    ...given(dcterms.description, description?.value, literal),
    ...given(dcterms.language, language?.value, literal),
    ...given(dcterms.license, licence?.value, page),
  ];
  if (statements.length > 0) yield describe(iriOfUrl(url), set, statements);
  const namedBy = (subject: string, type: string, property: string, name: string): Description =>
    describe(subject, set, [
      [rdf.type, iri(type)],
      [property, literal(name)],
    ]);
  for (const { name, agent } of creators) yield namedBy(agent, prov.Agent, foaf.name, name);
  if (web !== undefined) yield namedBy(web, schema.WebSite, schema.name, site?.value ?? '');
}

function publishedStatements(published: PageMetadata['published']): Statement[] {
  return [
    ...given(dcterms.issued, published, dateOf),
    ...given(sfwc.issuedFrom, published?.source, literal),
    ...given(sfwc.issuedConfidence, published?.confidence, decimal),
  ];
}

/** ISO 8601, as exact as the page states it. */
function dateOf({ value }: Stated): Literal {
  const types: Readonly<Record<number, string>> = { 4: xsd.gYear, 7: xsd.gYearMonth, 10: xsd.date };
  return DataFactory.literal(value, iri(types[value.length] ?? xsd.dateTime));
}

/**
 * The quads of what people asked of a crawl: each action is a prov:Activity of a person or of software, which informed it. So is
 * each training of a model with their answers; the model is a prov:Entity that it generated.
 * @param worker of a shared crawl: the one whose own actions are written; those of others are in the results of these
 */
export function* actionQuads(actions: readonly TakenAction[], crawl: string): Generator<Description> {
  const names = [...new Set(actions.map(({ by }) => by))];
  const agentOf = ({ by, software }: TakenAction): string =>
    `${crawl}/${software === true ? 'software' : 'person'}/${names.indexOf(by) + 1}`;
  for (const [agent, { by, software }] of new Map(actions.map((taken) => [agentOf(taken), taken])))
    yield describe(agent, crawl, [
      ...all(rdf.type, software === true ? [prov.Agent, prov.SoftwareAgent] : [prov.Agent], iri),
      [foaf.name, literal(by)],
    ]);
  for (const [place, taken] of actions.entries()) {
    const { action, time, after, effect, refused } = taken;
    const subject = `${crawl}/action/${place + 1}`;
    yield describe(subject, crawl, [
      ...all(rdf.type, [sfwc.Action, prov.Activity], iri),
      [sfwc.actionKind, literal(action.kind)],
      [dcterms.description, literal(effect)],
      [prov.wasAssociatedWith, iri(agentOf(taken))],
      [prov.startedAtTime, dateTime(time)],
      [sfwc.afterEvent, integer(after)],
      ...targetsOf(action),
      ...given(sfwc.refused, refused, truth),
    ]);
    if (action.kind === 'model') yield modelQuads(action, subject, time, crawl);
    if (refused === undefined) yield describe(crawl, crawl, [[prov.wasInformedBy, iri(subject)]]);
  }
}

/** The IRI of a model that a crawl trained. */
function modelIri(crawl: string, number: number): string {
  return `${crawl}/model/${number}`;
}

function modelQuads(
  { number, checksum, yes, no }: ModelAction,
  action: string,
  time: string,
  crawl: string,
): Description {
  return describe(modelIri(crawl, number), crawl, [
    ...all(rdf.type, [sfwc.Model, prov.Entity], iri),
    [sfwc.modelNumber, integer(number)],
    [sfwc.answersYes, integer(yes)],
    [sfwc.answersNo, integer(no)],
    [sfwc.modelChecksum, literal(checksum)],
    [prov.wasGeneratedBy, iri(action)],
    [prov.generatedAtTime, dateTime(time)],
  ]);
}

function targetsOf(action: TakenAction['action']): readonly Statement[] {
  if (action.kind === 'seed') return all(sfwc.concerns, action.urls, page);
  if (action.kind === 'rate') return all(sfwc.concerns, [action.url, ...(action.alike ?? [])], page);
  if ('term' in action) return [[sfwc.termText, literal(action.term)]];
  return 'what' in action ? [[sfwc.addressPattern, literal(action.what)]] : [];
}
