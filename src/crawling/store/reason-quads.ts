import { LEFT_BY, type CrawlEvent, type LeftBy, type QueuedUrl } from '../../model/crawl-event.js';
import { dcterms, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { decimal, integer, iri, text, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import type { CrawlSummary } from '../engine/crawl-counts.js';
import type { EstimateBasis, KnownRemaining } from '../../model/remaining-pages.js';

type Priority = NonNullable<CrawlEvent['priority']>;

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
  { value, reason, contributions = [] }: Priority,
  crawl: string,
): Generator<Description> {
  const kept = contributions.slice(0, MAX_CONTRIBUTIONS);
  yield describe(subject, crawl, [
    [sfwc.priority, decimal(value)],
    [sfwc.priorityReason, text(reason)],
    ...kept.map((_, place): Statement => [sfwc.contribution, iri(`${name}/${place + 1}`)]),
  ]);
  for (const [place, { feature, value: added }] of kept.entries()) {
    yield describe(`${name}/${place + 1}`, crawl, [
      [rdf.type, iri(sfwc.Contribution)],
      [sfwc.rank, integer(place + 1)],
      [sfwc.feature, text(feature)],
      [sfwc.pull, decimal(added)],
    ]);
  }
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
      [sfwc.foundOn, iri(iriOfUrl(url))],
      [sfwc.leftBy, text(by)],
      [dcterms.description, text(LEFT_BY[by as LeftBy])],
      ...targets.map((target): Statement => [sfwc.leftLink, iri(iriOfUrl(target))]),
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
      ...(referrer === undefined ? [] : [[sfwc.foundOn, iri(iriOfUrl(referrer))] as const]),
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
    [sfwc.ended, text(ended)],
    ...(until === undefined ? [] : [[sfwc.until, text(until)] as const]),
    ...(isKnown ? [[sfwc.estimate, iri(estimate)] as const] : []),
    ...(remaining?.notKnown === undefined
      ? []
      : [[sfwc.estimateNotKnown, text(remaining.notKnown)] as const]),
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
