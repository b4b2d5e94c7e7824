import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CrawlContext } from '../../crawling/engine/crawl-context.js';
import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import { learnFrom } from '../../crawling/engine/judge-again.js';
import { valueAgain } from '../../crawling/engine/read-response.js';
import { revise } from '../../crawling/engine/settle.js';
import { takeAccepted } from '../../crawling/pages/page-watch.js';
import { normaliseUrl, type ScopeCheck } from '../../crawling/urls/urls.js';
import type { Crew } from './crew.js';
import type { CrewNews } from './worker-state.js';

/**
 * Before URLs are chosen: takes in what came from the other workers of the crawl, in the order of all events, so that every
 * worker learns from what all of them found.
 */
export function crewNews(crew: Pick<Crew, 'meet' | 'news' | 'valued'>): CrawlFeature {
  return {
    name: 'crew-news',
    begin(context) {
      const { untimed = <T>(work: Promise<T>): Promise<T> => work } = context.parts;
      return {
        async beforeChoice() {
          await untimed(crew.meet());
          const { events, hosts } = crew.news();
          for (const { host, pages } of hosts)
            if (context.plan.maxPagesPerHost < Infinity) context.hosts.hostPages.set(host, pages);
          for (const one of events) hear(one, crew, context);
          if (events.length > 0) revise(context);
        },
      };
    },
  };
}

/** Learns from what another worker recorded. Counters are each worker's own. */
function hear(
  { event, lesson }: CrewNews['events'][number],
  crew: Pick<Crew, 'valued'>,
  context: CrawlContext,
): void {
  const { parts, plan, deciding, known, progress } = context;
  const { judgement, rejudged, fetched, bytes = 0 } = event;
  if (rejudged !== undefined) return;
  if (fetched) progress.elsewhere.fetched += 1;
  progress.elsewhere.bytes += bytes;
  if (lesson !== undefined) {
    const normalise = (written: string): string | undefined => normaliseUrl(written, plan.keepParameters);
    for (const [link, value] of valueAgain(lesson, parts.priority, normalise)) crew.valued(link, value);
  }
  parts.priority.observe?.(event, event.state === 'done' ? lesson?.page : undefined);
  if (judgement !== undefined) deciding.acceptance?.note(judgement);
  takeAccepted(event, known.pageWatch);
  addRedirectedSeed(event, known.scope);
  learnFrom(event, context);
}

/** Adds the targets of redirects of seeds to the scope of all. */
function addRedirectedSeed({ depth, state, finalUrl }: CrawlEvent, scope: ScopeCheck): void {
  if (depth === 0 && state === 'done' && finalUrl !== undefined) scope.add(finalUrl);
}
