import { BEFORE_ALL, type CrawlEvent, type LinkPriority, type QueuedUrl } from '../../model/crawl-event.js';
import type { Acceptance, LabelledReason, PageJudge, ReadPage } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { sketchText } from '../../support/text/text-sketch.js';
import { without } from '../../support/without.js';
import type { Crawl } from './crawl-context.js';
import type { JudgedPages, Observation } from './crawl-types.js';
import { described, firstAnswer } from './feature.js';
import { distinctLinks, linksOf } from './link-decisions.js';
import type { Outcome } from './recorder.js';
import { changedJudgement, formerOf, isCorrection } from './rejudging.js';
import { settleAgain } from './settle.js';

/** True if the pages so far are to be judged again. */
export function mustJudgeAgain({ rejudging, features, tally }: Crawl): boolean {
  if (rejudging === undefined) return false;
  return features.some(({ retrain }) => retrain?.isDue() === true) || rejudging.isDue(tally.now.states.done);
}

/**
 * Judges the pages so far by the threshold as it stands, with the scores in their events; a model that was trained since comes first.
 * Each page that changes sides has an event of its own. After a crash a resumed crawl starts again, and finds those that are left.
 * @throws OutputError; InputError when the events cannot be read, and for a model that no longer exists
 */
export async function judgeAgain(context: Crawl): Promise<void> {
  const { rejudging, tally, features, stop, deps } = context;
  const { judged } = deps;
  if (rejudging === undefined || judged === undefined) return;
  try {
    for (const { retrain } of features) await retrain?.judge(judged);
    // Wishes that come from here on are for the next time.
    const [{ demands }, done] = [rejudging, tally.now.states.done];
    let thresholds = rejudging.acceptance.thresholds();
    if (!stop.signal.aborted && rejudging.hasMoved())
      thresholds = await judgeByThreshold(rejudging.acceptance, judged, context);
    if (!stop.signal.aborted) rejudging.passed(done, demands, thresholds);
  } finally {
    context.judgingAgain = undefined;
  }
}

/** Gives the pages so far the verdicts of the threshold as it stands. @returns that threshold */
async function judgeByThreshold(acceptance: Acceptance, judged: JudgedPages, context: Crawl) {
  const { recorder, tally, steering, stop } = context;
  await recorder.flush();
  acceptance.renew?.();
  await learnFromPeople(judged, context);
  const thresholds = acceptance.thresholds();
  const changed: (readonly [CrawlEvent, Judgement])[] = [];
  let done = 0;
  for await (const event of judged.events()) {
    if (stop.signal.aborted) break;
    const judgement = changedJudgement(event, acceptance, steering.verdictOn(event.url));
    if (judgement !== undefined) changed.push([event, judgement]);
    if (event.judgement !== undefined)
      context.judgingAgain = { pages: tally.now.states.done, done: (done += 1) };
  }
  for (const [event, judgement] of changed) {
    if (stop.signal.aborted) break;
    await changeVerdict(event, judgement, context);
  }
  await recorder.flush();
  return thresholds;
}

/** Moves the threshold to where people see the topic begin, and has a model trained with what they say. */
async function learnFromPeople(judged: JudgedPages, context: Crawl): Promise<void> {
  const { features, steering, acceptance } = context;
  const verdicts = steering.verdicts();
  if (verdicts.size === 0) return;
  const { number, heldOut = [] } = firstAnswer(features, ({ retrain }) => retrain?.model()) ?? {};
  // For a page that the model learned from, another model's scores count: one that did not learn from it.
  const learnedFrom = new Map(heldOut.map((one) => [one.url, one.reason]));
  const labels: LabelledReason[] = heldOut.filter(({ url }) => url === undefined);
  const answered: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    const said = verdicts.get(event.url);
    if (said === undefined || event.judgement === undefined) continue;
    answered.push(event);
    const { model, reason: own } = event.judgement;
    const reason = learnedFrom.get(event.url) ?? (model === number ? own : undefined);
    if (reason !== undefined) labels.push({ reason, relevant: said.relevant, weight: said.weight });
  }
  acceptance?.steer({ labels });
  for (const { retrain } of features) await retrain?.answered(answered, judged);
}

/** Gives a page that came to its end another judgement, by an event of its own. @throws OutputError */
export async function changeVerdict(
  event: CrawlEvent,
  judgement: Judgement,
  context: Crawl,
  revises = true,
): Promise<void> {
  const { judgement: before } = event;
  if (before === undefined) return;
  const said: Omit<CrawlEvent, 'judgement'> = event;
  const outcome: Outcome = {
    ...without(said, 'sequence', 'time', 'url', 'depth', 'referrer', 'anchorText', 'priority', 'sample'),
    ...{ fetched: false, judgement, rejudged: formerOf(event, before) },
  };
  const isNew = judgement.accepted && !before.accepted;
  const added = isNew ? await newlyAccepted(event, judgement, context) : {};
  await settleAgain(entryOf(event), { ...outcome, ...added }, context, revises);
}

/** Content of a page that is accepted now: its links, and the sketch that identifies copies. */
async function newlyAccepted(
  event: CrawlEvent,
  judgement: Judgement,
  { plan, deps, pageWatch, features }: Crawl,
): Promise<Partial<Outcome>> {
  const body = await deps.judged?.bodyOf(event);
  if (body === undefined) return { message: 'its body was not kept, so that its text is not there' };
  const { page, sketch } = await readAgain(event, body, deps.judge);
  pageWatch.accepted({ url: event.url, sketch });
  const isDescribed = event.metadata !== undefined || event.subjects !== undefined;
  const said = isDescribed ? {} : await described(features, { event, body, page });
  const source = { noFollow: false, body, reading: event.reading };
  const { follow } = linksOf(entryOf(event), page, judgement, source, plan);
  // Where links are followed whatever the verdict, they were.
  const wasFollowed = plan.follow === 'all' || event.depth === 0;
  const fingerprint = plan.nearDuplicates ? sketchText(sketch) : undefined;
  return { ...said, page, body, fingerprint, follow: wasFollowed ? undefined : follow };
}

/** Queued entry, as far as the event tells it. */
function entryOf({ url, depth, referrer, anchorText, priority, sample }: CrawlEvent): QueuedUrl {
  return {
    ...{ url, depth, referrer, anchorText },
    priority: priority ?? { value: BEFORE_ALL, reason: 'seed' },
    ...(sample === true && priority !== undefined && { sample: priority }),
  };
}

/** A page whose judgement is known, out of its body. */
export function readAgain(event: CrawlEvent, body: Uint8Array, judge: PageJudge): Promise<ReadPage> {
  return judge.read(body, event.finalUrl ?? event.url, event.contentType ?? '');
}

/** Replays to a strategy what it observed after its last snapshot: for each URL the links that it valued, then the event. */
export async function replay(
  observations: Iterable<Observation>,
  priority: LinkPriority,
  { judge, plan }: { judge: PageJudge; plan: Pick<Crawl['plan'], 'keepParameters'> },
): Promise<void> {
  for (const { entry, event, body, judgement, valued = [] } of observations) {
    const page = body && (await readAgain(event, body, judge)).page;
    if (page !== undefined && judgement !== undefined && valued.length > 0) {
      const links = distinctLinks(page.links, event.reading, plan);
      for (const link of valued.flatMap((url) => links.get(url) ?? []))
        priority.prioritise({ link, source: page, judgement, depth: entry.depth + 1, entry });
    }
    if (event.rejudged === undefined) priority.observe?.(event, event.state === 'done' ? page : undefined);
    else if (isCorrection(event)) priority.correct?.(event);
    // Consumed, so that they do not come again.
    Array.from(priority.revisions?.() ?? []);
  }
}
