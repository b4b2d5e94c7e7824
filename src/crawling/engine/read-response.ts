import type { CrawlEvent, LinkPriority } from '../../model/crawl-event.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Observation } from './crawl-types.js';
import { distinctLinks } from './link-decisions.js';
import { isCorrection } from './rejudging.js';

/** A page whose judgement is known, out of its body. */
export async function readAgain(event: CrawlEvent, body: Uint8Array, judge: PageJudge): Promise<Page> {
  return (await judge.read(body, event.finalUrl ?? event.url, event.contentType ?? '')).page;
}

/** Services of a replay: a reader of pages, and the normalisation of addresses. */
interface ReplayDeps {
  readonly judge: PageJudge;
  readonly normalise: (written: string) => string | undefined;
}

/** Replays to a strategy what it observed after its last snapshot: for each URL the links that it valued, then the event. */
export async function replay(
  heard: Iterable<Observation>,
  priority: LinkPriority,
  { judge, normalise }: ReplayDeps,
): Promise<void> {
  for (const { entry, event, body, judgement, valued = [] } of heard) {
    const page = body && (await readAgain(event, body, judge));
    if (page !== undefined && judgement !== undefined && valued.length > 0) {
      const links = new Map(distinctLinks(page.links, normalise).map((link) => [link.url, link]));
      for (const link of valued.flatMap((url) => links.get(url) ?? []))
        priority.prioritise({ link, source: page, judgement, depth: entry.depth + 1, entry });
    }
    if (event.rejudged === undefined) priority.observe?.(event, event.state === 'done' ? page : undefined);
    else if (isCorrection(event)) priority.correct?.(event);
    // Consumed, so that they do not come again.
    Array.from(priority.revisions?.() ?? []);
  }
}
