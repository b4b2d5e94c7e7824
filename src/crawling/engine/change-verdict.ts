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

/** Fields of the event of an accepted page that one of a copy does not have. */
const OF_ACCEPTED = ['title', 'checksum', 'fingerprint', 'links', 'left', 'metadata', 'subjects'] as const;

/**
 * At the end of a crawl: accepted pages give way to the page that they name as canonical, where that has their text and was
 * accepted after them. Each has an event of its own. An interrupted crawl does so when it is resumed and ends.
 * @throws OutputError; InputError when the events cannot be read
 */
export async function leaveCopies(context: CrawlContext): Promise<void> {
  const { known, parts, progress, ending } = context;
  const { copies } = known.pageWatch;
  const { judged } = parts.judging;
  if (copies.size === 0 || judged === undefined || ending.signal.aborted) return;
  await progress.recorder.flush();
  const originals = new Set(copies.values());
  /** Verdicts may have changed since. */
  const standing = new Set<string>();
  const found: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    if (event.state !== 'done' || event.judgement?.accepted !== true) continue;
    if (originals.has(event.url)) standing.add(event.url);
    if (copies.has(event.url)) found.push(without(event, ...OF_ACCEPTED));
  }
  for (const { judgement, ...event } of found) {
    const resembles = copies.get(event.url);
    if (judgement === undefined || resembles === undefined || !standing.has(resembles)) continue;
    const outcome: Outcome = {
      ...saidAgain(event),
      fetched: false,
      state: 'skipped',
      code: 'canonical-known',
      resembles,
      message: `its canonical address is ${resembles}`,
      rejudged: formerOf(event, judgement),
    };
    await settleAgain(entryOf(event), outcome, context, false);
  }
  await progress.recorder.flush();
}
