import type {
  CrawlEvent,
  FetchedResponse,
  LinkPriority,
  Priority,
  QueuedUrl,
} from '../../model/crawl-event.js';
import type { CrawlContext } from './crawl-context.js';
import type { CrawlParts, Observation } from './crawl-types.js';
import { distinctLinks, saidOf } from './link-decisions.js';
import { isCorrection } from './rejudging.js';
import type { ConvertedResponse, ReadResponse } from './feature.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';

/**
 * Reads a response, as the features of the crawl have it.
 * @param converted the HTML that it is read as, where it is not HTML
 * @param onHostFree called whenever another visit may be begun
 * @throws Error when the page cannot be read, or the crawl is interrupted
 */
export async function readResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  { parts, features }: Pick<CrawlContext, 'parts' | 'features'>,
  onHostFree: () => void,
  converted?: ConvertedResponse,
): Promise<ReadResponse> {
  const { url, headers } = response;
  const { body } = converted ?? response;
  const read = await parts.judge.read(body, url, headers['content-type'] ?? '', {
    linkedFrom: saidOf(entry),
  });
  if (converted !== undefined) return { read, ...converted };
  let found: ReadResponse = { read, body };
  for (const feature of features) found = (await feature.read?.(entry, response, found, onHostFree)) ?? found;
  return found;
}

/** A page whose judgement is known, out of its body. */
export async function readAgain(event: CrawlEvent, body: Uint8Array, judge: PageJudge): Promise<Page> {
  return (await judge.read(body, event.finalUrl ?? event.url, event.contentType ?? '')).page;
}

/** Services of a replay: a reader of pages, and the normalisation of addresses. */
type ReplayParts = Pick<CrawlParts, 'judge'> & {
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
  valueAgain({ entry, page, judgement, valued }, priority, normalise);
  return page;
}

/** Shows a strategy the links of a page that were valued before. Returns their values. */
function valueAgain(
  { entry, page, judgement, valued }: Required<Pick<Observation, 'entry' | 'page' | 'judgement' | 'valued'>>,
  priority: LinkPriority,
  normalise: ReplayParts['normalise'],
): readonly (readonly [url: string, priority: Priority])[] {
  const links = new Map(distinctLinks(page.links, normalise).map((link) => [link.url, link]));
  return valued.flatMap((url) => {
    const link = links.get(url);
    if (link === undefined) return [];
    const value = priority.prioritise({ link, source: page, judgement, depth: entry.depth + 1, entry });
    return value === undefined ? [] : [[url, value] as const];
  });
}
