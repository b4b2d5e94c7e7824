import type { LinkPriority } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import type { Observation, JudgingParts } from './crawl-types.js';
import { distinctLinks } from './link-decisions.js';
import { readAgain } from './read-response.js';
import { isCorrection } from './rejudging.js';

/** Services of a replay: a reader of pages, and the normalisation of addresses. */
export type ReplayParts = Pick<JudgingParts, 'judge'> & {
  readonly normalise: (written: string) => string | undefined;
};

/**
 * Replays to a strategy what it observed after its last snapshot: for each URL first the links that it valued, then the
 * event. Its priorities are ignored, since the frontier has them already.
 */
export async function replay(
  heard: Iterable<Observation>,
  priority: LinkPriority,
  parts: ReplayParts,
): Promise<void> {
  for (const one of heard) {
    const page = await replayLinks(one, priority, parts);
    if (one.event.rejudged === undefined)
      priority.observe?.(one.event, one.event.state === 'done' ? page : undefined);
    else if (isCorrection(one.event)) priority.correct?.(one.event);
    // Consumed, so that they do not come again.
    Array.from(priority.revisions?.() ?? []);
  }
}

async function replayLinks(
  { entry, event, body, judgement, valued = [] }: Observation,
  priority: LinkPriority,
  { judge, normalise }: ReplayParts,
): Promise<Page | undefined> {
  if (body === undefined) return undefined;
  const page = await readAgain(event, body, judge);
  if (judgement === undefined || valued.length === 0) return page;
  const links = new Map(distinctLinks(page.links, normalise).map((link) => [link.url, link]));
  for (const url of valued) {
    const link = links.get(url);
    if (link === undefined) continue;
    priority.prioritise({ link, source: page, judgement, depth: entry.depth + 1, entry });
  }
  return page;
}
