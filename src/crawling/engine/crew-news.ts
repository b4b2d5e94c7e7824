import type { CrawlEvent } from '../../model/crawl.js';
import { readFingerprint } from '../pages/simhash.js';
import { normaliseUrl } from '../urls/urls.js';
import type { CrawlContext } from './crawl-context.js';
import type { CrewNews } from './crawl-types.js';
import { valueAgain } from './replay.js';
import { revise } from './settle.js';

/**
 * Before URLs are chosen: takes in what came from the other workers of the crawl, in the order of all events, so that every
 * worker learns from what all of them found.
 * @throws OutputError as {@link CrawlCrew.meet}
 */
export async function meetCrew(context: CrawlContext): Promise<void> {
  const { crew } = context.parts.queue;
  if (crew === undefined) return;
  await crew.meet();
  const { events, hosts } = crew.news();
  for (const { host, pages } of hosts)
    if (context.plan.maxPagesPerHost < Infinity) context.hostPages.set(host, pages);
  for (const one of events) hear(one, context);
  if (events.length > 0) revise(context);
}

/** Learns from what another worker recorded. Counters are each worker's own. */
function hear({ event, lesson }: CrewNews['events'][number], context: CrawlContext): void {
  const { parts, plan, acceptance, pageWatch, scope, elsewhere } = context;
  const { url, judgement, fingerprint, rejudged, fetched, bytes = 0 } = event;
  if (rejudged !== undefined) return;
  if (fetched) elsewhere.fetched += 1;
  elsewhere.bytes += bytes;
  if (lesson !== undefined) {
    const normalise = (written: string): string | undefined => normaliseUrl(written, plan.urlRules);
    for (const [link, value] of valueAgain(lesson, parts.queue.priority, normalise))
      parts.queue.crew?.valued(link, value);
  }
  parts.queue.priority.observe?.(event, event.state === 'done' ? lesson?.page : undefined);
  if (judgement !== undefined) acceptance?.note(judgement);
  if (event.state !== 'done') pageWatch.unusable(url);
  if (fingerprint !== undefined) pageWatch.accepted(url, readFingerprint(fingerprint));
  addRedirectedSeed(event, scope);
  learnFrom(event, context);
}

/** What is learned from events alone: those of other workers, and of earlier runs of the crawl. */
export function learnFrom(event: CrawlEvent, { survey, stopWatch, renderChoice }: CrawlContext): void {
  survey?.note(event);
  stopWatch.note(event);
  renderChoice?.note(event);
}

/** What seeds redirect to is in the scope of all. */
function addRedirectedSeed({ depth, state, finalUrl }: CrawlEvent, scope: CrawlContext['scope']): void {
  if (depth === 0 && state === 'done' && finalUrl !== undefined) scope.add(finalUrl);
}
