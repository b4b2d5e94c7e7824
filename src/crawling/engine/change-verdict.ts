import { BEFORE_ALL, type CrawlEvent, type QueuedUrl } from '../../model/crawl-event.js';
import type { Judgement } from '../../model/topic.js';
import { without } from '../../support/without.js';
import { sketchOf, sketchText } from '../../support/text/text-sketch.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import { described } from './feature.js';
import { linksOf } from './link-decisions.js';
import { readAgain } from './read-response.js';
import type { Outcome } from './recorder.js';
import { formerOf } from './rejudging.js';
import { settleAgain } from './settle.js';

/**
 * Gives a page that came to its end another judgement, by an event of its own.
 * @param revises as in {@link settleAgain}
 * @throws OutputError
 */
export async function changeVerdict(
  event: CrawlEvent,
  judgement: Judgement,
  judged: JudgedPages,
  context: CrawlContext,
  revises = true,
): Promise<void> {
  const { judgement: before } = event;
  if (before === undefined) return;
  const entry = entryOf(event);
  const rejudged = formerOf(event, before);
  const outcome: Outcome = { ...saidAgain(event), fetched: false, judgement, rejudged };
  const isNew = judgement.accepted && !before.accepted;
  const added = isNew ? await newlyAccepted(event, judgement, judged, context) : {};
  await settleAgain(entry, { ...outcome, ...added }, context, revises);
}

/** Drops from a further event of a page what the one before said. */
function saidAgain(event: Omit<CrawlEvent, 'judgement'>): Omit<Outcome, 'judgement'> {
  return without(event, 'sequence', 'time', 'url', 'depth', 'referrer', 'anchorText', 'priority', 'sample');
}

/** Content of a page that is accepted now: its links, and the sketch that identifies copies. */
async function newlyAccepted(
  event: CrawlEvent,
  judgement: Judgement,
  judged: JudgedPages,
  context: CrawlContext,
): Promise<Partial<Outcome>> {
  const body = await judged.bodyOf(event);
  if (body === undefined) return { message: 'its body was not kept, so that its text is not there' };
  const page = await readAgain(event, body, context.parts.judge);
  const sketch = sketchOf(page);
  context.known.pageWatch.accepted({ url: event.url, sketch });
  const tag = { noFollow: false };
  const isDescribed = event.metadata !== undefined || event.subjects !== undefined;
  const describing = isDescribed ? undefined : described(context.features, () => ({ event, body, page }));
  const said = describing && (await describing);
  const { follow } = linksOf(entryOf(event), page, judgement, { tag, body }, context);
  // Where links are followed whatever the verdict, they were.
  const wasFollowed = context.plan.follow === 'all' || event.depth === 0;
  return {
    ...said,
    page,
    body,
    fingerprint: context.plan.nearDuplicates ? sketchText(sketch) : undefined,
    follow: wasFollowed ? undefined : follow,
  };
}

/** Queued entry, as far as the event tells it. */
export function entryOf({ url, depth, referrer, anchorText, priority, sample }: CrawlEvent): QueuedUrl {
  return {
    url,
    depth,
    referrer,
    anchorText,
    priority: priority ?? { value: BEFORE_ALL, reason: 'seed' },
    ...(sample === true && priority !== undefined ? { sample: priority } : {}),
  };
}
