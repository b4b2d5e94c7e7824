import { BEFORE_ALL, type CrawlEvent, type QueuedUrl } from '../../model/crawl-event.js';
import type { Acceptance, LabelledScore } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { sketchOf, sketchText } from '../../support/text/text-sketch.js';
import { without } from '../../support/without.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import { described, firstAnswer, type LearnedModel, type Pause } from './feature.js';
import { linksOf } from './link-decisions.js';
import { readAgain } from './read-response.js';
import type { Outcome } from './recorder.js';
import { changedJudgement, formerOf, type RejudgingPass } from './rejudging.js';
import { settleAgain } from './settle.js';

/** True if the pages so far are to be judged again. */
function mustJudgeAgain({ deciding: { rejudging }, features, progress }: CrawlContext): boolean {
  if (rejudging === undefined) return false;
  return features.some((feature) => feature.mustJudge?.() === true) || rejudging.isDue(progress.tally.done);
}

/** At the end of a crawl, has its pages judged among all of them. @returns false if verdicts cannot have changed since the last time */
export function mustJudgeAtEnd({ deciding, progress }: CrawlContext): boolean {
  const { rejudging, acceptance } = deciding;
  if (rejudging === undefined || acceptance?.moves() !== true || rejudging.isCurrent(progress.tally.done))
    return false;
  rejudging.demand();
  return true;
}

/**
 * Judges the pages so far by the threshold as it stands, page by page, while others may be requested. Scores and likeness
 * stand in the events, so that nothing is requested and nothing is read but what becomes part of the results. Each page
 * that changes sides has an event of its own. After a crash a resumed crawl starts again, and finds those that are left.
 * Pages that come to their end meanwhile are judged by the threshold of that moment.
 *
 * Features come first, such as a model that was trained since.
 *
 * @param visits those under way
 * @throws OutputError; InputError when the events cannot be read, and for a model that is not there any more
 */
async function* judgeAgain(
  context: CrawlContext,
  visits: () => Iterable<Promise<unknown>>,
): AsyncGenerator<Pause, void> {
  const { deciding, progress, parts } = context;
  const { rejudging, acceptance } = deciding;
  const { judged } = parts;
  if (rejudging === undefined || judged === undefined || acceptance === undefined) return;
  try {
    for (const feature of context.features) yield* feature.beforeJudging?.(judged, visits) ?? [];
    // Wishes that come from here on are for the next time.
    const [pass, done] = [rejudging.begin(), progress.tally.done];
    const moved =
      !isAborted(context) && rejudging.hasMoved()
        ? yield* judgeByThreshold(acceptance, judged, context, pass)
        : pass;
    if (!isAborted(context)) rejudging.passed(done, moved);
  } finally {
    progress.activity.judgesAgain(undefined);
  }
}

/** Checked each time: the crawl may be stopped at any moment. */
function isAborted({ ending }: Pick<CrawlContext, 'ending'>): boolean {
  return ending.signal.aborted;
}

/** Gives the pages so far the verdicts of the threshold as it stands. @returns the pass with that threshold */
async function* judgeByThreshold(
  acceptance: Acceptance,
  judged: JudgedPages,
  context: CrawlContext,
  pass: RejudgingPass,
): AsyncGenerator<Pause, RejudgingPass> {
  const { progress, steering } = context;
  await progress.recorder.flush();
  acceptance.renew?.();
  yield* learnFromPeople(acceptance, judged, context);
  const thresholds = acceptance.thresholds();
  const changed: (readonly [CrawlEvent, Judgement])[] = [];
  const pages = progress.tally.done;
  let done = 0;
  for await (const event of judged.events()) {
    if (isAborted(context)) break;
    const judgement = changedJudgement(event, acceptance, steering.verdictOn(event.url));
    if (judgement !== undefined) changed.push([event, judgement]);
    if (event.judgement !== undefined) progress.activity.judgesAgain({ pages, done: (done += 1) });
    yield;
  }
  for (const [event, judgement] of changed) {
    if (isAborted(context)) break;
    await changeVerdict(event, judgement, judged, context);
    yield;
  }
  await progress.recorder.flush();
  return { ...pass, thresholds };
}

/**
 * Moves the threshold to where people see the topic begin, and has a model trained with what they say where there is enough
 * of it. A score counts that the model in use gave, to pages that it learned from one by a model that had not seen them.
 * @throws InputError when the events cannot be read
 */
async function* learnFromPeople(
  acceptance: Acceptance,
  judged: JudgedPages,
  { features, steering }: CrawlContext,
): AsyncGenerator<Pause, void> {
  const verdicts = steering.verdicts();
  if (verdicts.size === 0) return;
  const ofTopic: LearnedModel = { number: undefined, heldOut: [] };
  const { number, heldOut } = firstAnswer(features, (feature) => feature.model?.()) ?? ofTopic;
  const learnedFrom = new Map(heldOut.map((one) => [one.url, one.score]));
  /** The score that the threshold of the model decides on now: of a page that this model judged. */
  const scoreOf = (judgement: Judgement): number | undefined =>
    judgement.reason.members !== undefined && judgement.model === number
      ? acceptance.decide(judgement).score
      : undefined;
  const labels: LabelledScore[] = heldOut.filter(({ url }) => url === undefined);
  const answered: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    yield;
    const said = verdicts.get(event.url);
    if (said === undefined || event.judgement === undefined) continue;
    answered.push(event);
    const score = learnedFrom.get(event.url) ?? scoreOf(event.judgement);
    if (score !== undefined) labels.push({ score, relevant: said.relevant, weight: said.weight });
  }
  acceptance.steer({ labels });
  for (const feature of features) yield* feature.answered?.(answered, judged) ?? [];
}

/** Learns from events alone: those of other workers, and of earlier runs of the crawl. */
export function learnFrom(
  event: CrawlEvent,
  { features, progress }: Pick<CrawlContext, 'features' | 'progress'>,
): void {
  progress.stopWatch.note(event);
  for (const feature of features) feature.note?.(event);
}

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
  const said: Omit<CrawlEvent, 'judgement'> = event;
  const outcome: Outcome = {
    ...without(said, 'sequence', 'time', 'url', 'depth', 'referrer', 'anchorText', 'priority', 'sample'),
    ...{ fetched: false, judgement, rejudged: formerOf(event, before) },
  };
  const isNew = judgement.accepted && !before.accepted;
  const added = isNew ? await newlyAccepted(event, judgement, judged, context) : {};
  await settleAgain(entryOf(event), { ...outcome, ...added }, context, revises);
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
  const isDescribed = event.metadata !== undefined || event.subjects !== undefined;
  const describing = isDescribed ? undefined : described(context.features, () => ({ event, body, page }));
  const said = describing && (await describing);
  const { follow } = linksOf(entryOf(event), page, judgement, { tag: { noFollow: false }, body }, context);
  // Where links are followed whatever the verdict, they were.
  const wasFollowed = context.plan.follow === 'all' || event.depth === 0;
  const fingerprint = context.plan.nearDuplicates ? sketchText(sketch) : undefined;
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

/** Milliseconds of the crawl's clock for which pages are judged again before free hosts are contacted. */
const SLICE = 50;

/** @param visits those under way */
export function createJudgingSlices(context: CrawlContext, visits: () => Iterable<Promise<unknown>>) {
  type Step = Promise<IteratorResult<Pause, void>>;
  const { clock, untimed } = context.parts;
  /** Pages that are judged again, and the one that is under way. */
  let pages: AsyncGenerator<Pause, void> | undefined;
  let current: Step | undefined;

  /** The next page, which is begun with the one before it. */
  function next(): Step | undefined {
    if (pages === undefined && mustJudgeAgain(context)) pages = judgeAgain(context, visits);
    if (current === undefined && pages !== undefined) {
      const step = pages.next();
      current = untimed?.(step) ?? step;
      // A failure is reported when the step is waited for.
      current.catch(() => undefined);
    }
    return current;
  }
  async function take(begun: Step): Promise<void> {
    const { done, value } = await begun;
    current = undefined;
    if (done === true) pages = undefined;
    else if (value !== undefined) current = value.visits.then(() => ({ done: false, value: undefined }));
  }
  return {
    /** True if pages are being judged again, or have to be. */
    get isDue(): boolean {
      return pages !== undefined || mustJudgeAgain(context);
    },
    /** Ends when the next page has been judged; undefined where there is none. */
    get step(): Promise<unknown> | undefined {
      return current;
    },
    /**
     * Judges pages, where that is due, until the time of a slice is over. The page that is then under way is the next step.
     * Judging takes no simulated time; a slice is the whole then.
     * @param meanwhile called between two pages
     */
    async slice(meanwhile: () => Promise<void>): Promise<void> {
      if (next() === undefined) return;
      const begun = clock.now();
      const timer = new AbortController();
      const isOver = clock.sleep(SLICE, timer.signal).then(() => 'over' as const);
      try {
        for (let step = next(); step !== undefined; step = next()) {
          if ((await Promise.race([step, isOver])) === 'over') return;
          await take(step);
          await meanwhile();
          if (context.ending.signal.aborted) return;
          if (clock.now() - begun >= SLICE) return void next();
        }
      } finally {
        timer.abort('over');
      }
    },
    /** Ends what is under way; to be called when the crawl was aborted, after its visits have ended. @throws as slice */
    async end(): Promise<void> {
      while (pages !== undefined) {
        const begun = next();
        if (begun !== undefined) await take(begun);
      }
    },
  };
}
