import type { CrawlEvent } from '../../model/crawl-event.js';
import { readFingerprint } from '../pages/simhash.js';
import { normaliseUrl, type ScopeCheck } from '../urls/urls.js';
import type { CrawlContext } from './crawl-context.js';
import type { CrewNews } from './crawl-types.js';
import { valueAgain } from './replay-events.js';
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
    if (context.plan.maxPagesPerHost < Infinity) context.hosts.hostPages.set(host, pages);
  for (const one of events) hear(one, context);
  if (events.length > 0) revise(context);
}

/** Learns from what another worker recorded. Counters are each worker's own. */
function hear({ event, lesson }: CrewNews['events'][number], context: CrawlContext): void {
  const { parts, plan, deciding, known, progress } = context;
  const { url, judgement, fingerprint, rejudged, fetched, bytes = 0 } = event;
  if (rejudged !== undefined) return;
  if (fetched) progress.elsewhere.fetched += 1;
  progress.elsewhere.bytes += bytes;
  if (lesson !== undefined) {
    const normalise = (written: string): string | undefined => normaliseUrl(written, plan.urlRules);
    for (const [link, value] of valueAgain(lesson, parts.queue.priority, normalise))
      parts.queue.crew?.valued(link, value);
  }
  parts.queue.priority.observe?.(event, event.state === 'done' ? lesson?.page : undefined);
  if (judgement !== undefined) deciding.acceptance?.note(judgement);
  if (event.state !== 'done') known.pageWatch.unusable(url);
  if (fingerprint !== undefined) known.pageWatch.accepted(url, readFingerprint(fingerprint));
  addRedirectedSeed(event, known.scope);
  learnFrom(event, context);
}

/** What is learned from events alone: those of other workers, and of earlier runs of the crawl. */
export function learnFrom(
  event: CrawlEvent,
  { features, progress }: Pick<CrawlContext, 'features' | 'progress'>,
): void {
  progress.stopWatch.note(event);
  for (const feature of features) feature.note?.(event);
}

/** What seeds redirect to is in the scope of all. */
function addRedirectedSeed({ depth, state, finalUrl }: CrawlEvent, scope: ScopeCheck): void {
  if (depth === 0 && state === 'done' && finalUrl !== undefined) scope.add(finalUrl);
}
