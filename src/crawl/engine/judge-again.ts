import type { CrawlEvent, QueuedUrl } from '../../model/crawl.js';
import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import { fingerprintText } from '../pages/simhash.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import { linksOf } from './follow-links.js';
import { readAgain } from './read-again.js';
import type { Outcome } from './recorder.js';
import { changedJudgement, formerOf } from './rejudging.js';
import { settleAgain } from './settle.js';

/** Whether the pages so far are to be judged again: then no other page is begun before. */
export function mustJudgeAgain({ rejudging, tally }: CrawlContext): boolean {
  return rejudging?.isDue(tally.done) === true;
}

/**
 * Judges the pages so far by the threshold as it stands, when that is due and no page is under way. Scores and likeness
 * stand in the events, so that nothing is requested and nothing is read but what becomes part of the results. Each page
 * that changes sides has an event of its own. After a crash a resumed crawl begins anew, and finds those that are left.
 *
 * @throws OutputError; InputError when the events cannot be read
 */
export async function judgeAgain(context: CrawlContext): Promise<void> {
  const { acceptance, rejudging, tally, parts, recorder, signal, steering } = context;
  const { judged } = parts;
  if (rejudging === undefined || judged === undefined || acceptance === undefined) return;
  if (!mustJudgeAgain(context)) return;
  if (rejudging.hasMoved()) {
    await recorder.flush();
    await learnFromPeople(acceptance, judged, context);
    const changed: (readonly [CrawlEvent, Judgement])[] = [];
    for await (const event of judged.events()) {
      // A crash may have come between the last event and this.
      if (event.rejudged !== undefined) await judged.movePage(event.url, event.judgement?.accepted === true);
      const judgement = changedJudgement(event, acceptance, steering.verdictOn(event.url));
      if (judgement !== undefined) changed.push([event, judgement]);
    }
    const rejected: string[] = [];
    for (const [event, judgement] of changed) {
      if (signal.aborted) break;
      await changeVerdict(event, judgement, judged, context);
      if (!judgement.accepted) rejected.push(event.url);
    }
    await recorder.flush();
    for (const url of rejected) await judged.movePage(url, false);
    if (signal.aborted) return;
  }
  rejudging.passed(tally.done);
}

/** Moves the threshold to where people see the topic begin. */
async function learnFromPeople(
  acceptance: Acceptance,
  judged: JudgedPages,
  { steering }: CrawlContext,
): Promise<void> {
  const verdicts = steering.verdicts();
  if (verdicts.size === 0) return;
  const labels: { judgement: Judgement; relevant: boolean }[] = [];
  for await (const { url, judgement } of judged.events()) {
    const relevant = verdicts.get(url)?.relevant;
    if (relevant !== undefined && judgement !== undefined) labels.push({ judgement, relevant });
  }
  acceptance.steer({ labels });
}

/** A page is among the accepted ones before an event says that it is; the caller moves it aside after one that says otherwise. */
async function changeVerdict(
  event: CrawlEvent,
  judgement: Judgement,
  judged: JudgedPages,
  context: CrawlContext,
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
    );
  } else {
    await settleAgain(entry, outcome, context);
  }
}

/** What comes with the body of a page that is accepted now: its links, and the fingerprint that copies are told by. */
async function newlyAccepted(
  event: CrawlEvent,
  judgement: Judgement,
  judged: JudgedPages,
  context: CrawlContext,
): Promise<Partial<Outcome>> {
  const body = await judged.keptBody(event.url);
  if (body === undefined) return { message: 'its body was not kept, so that its text is not there' };
  const page = await readAgain(event, body, context.parts.judge);
  const fingerprint = context.pageWatch.fingerprintOf(page);
  if (fingerprint !== undefined) context.pageWatch.accepted(event.url, fingerprint);
  const tag = { noIndex: false, noFollow: false };
  const { follow } = linksOf(entryOf(event), page, judgement, { tag, body }, context);
  // Where links are followed whatever the verdict, they were.
  const wasFollowed = context.plan.follow === 'all' || event.depth === 0;
  return {
    page,
    body,
    ...given({
      fingerprint: fingerprint && fingerprintText(fingerprint),
      follow: wasFollowed ? undefined : follow,
    }),
  };
}

/** What was queued, as far as the event tells. */
function entryOf({ url, depth, referrer, anchorText, priority, sample }: CrawlEvent): QueuedUrl {
  return {
    url,
    depth,
    ...given({ referrer, anchorText }),
    priority: priority ?? { value: Number.MAX_SAFE_INTEGER, reason: 'seed' },
    ...(sample === true && priority !== undefined ? { sample: priority } : {}),
  };
}
