import { BEFORE_ALL, type CrawlEvent, type QueuedUrl } from '../../model/crawl-event.js';
import type { Judgement } from '../../model/topic.js';
import { without } from '../../support/without.js';
import { sketchOf, sketchText } from '../../support/text/text-sketch.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import { described } from './feature.js';
import { linksOf } from './follow-links.js';
import { readAgain } from './read-response.js';
import type { Outcome } from './recorder.js';
import { formerOf } from './rejudging.js';
import { settleAgain } from './settle.js';

/**
 * Gives a page that came to its end another judgement, by an event of its own. A page is among the accepted ones before an
 * event says that it is; the caller moves it aside after one that says otherwise.
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
  const { url, judgement: before } = event;
  if (before === undefined) return;
  const entry = entryOf(event);
  const rest = without(
    event,
    'sequence',
    'time',
    'url',
    'depth',
    'referrer',
    'anchorText',
    'priority',
    'sample',
  );
  const rejudged = formerOf(event, before);
  const outcome: Outcome = { ...rest, fetched: false, judgement, rejudged };
  if (judgement.accepted && !before.accepted) {
    await judged.movePage(url, true);
    await settleAgain(
      entry,
      { ...outcome, ...(await newlyAccepted(event, judgement, judged, context)) },
      context,
      revises,
    );
  } else {
    await settleAgain(entry, outcome, context, revises);
  }
}

/** What comes with the body of a page that is accepted now: its links, and the sketch that identifies copies. */
async function newlyAccepted(
  event: CrawlEvent,
  judgement: Judgement,
  judged: JudgedPages,
  context: CrawlContext,
): Promise<Partial<Outcome>> {
  const body = await judged.keptBody(event.url);
  if (body === undefined) return { message: 'its body was not kept, so that its text is not there' };
  const page = await readAgain(event, body, context.parts.judging.judge);
  const { url, canonicalUrl } = event;
  const sketch = sketchOf(page);
  context.known.pageWatch.accepted({ url, sketch, canonicalUrl });
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

/** What was queued, as far as the event tells. */
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
