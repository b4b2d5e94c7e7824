import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Acceptance, LabelledScore } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { changeVerdict } from './change-verdict.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import type { Pause, ActiveFeature, LearnedModel } from './feature.js';
import { changedJudgement, type RejudgingPass } from './rejudging.js';

/** True if the pages so far are to be judged again. */
function mustJudgeAgain({ deciding, features, progress, parts }: CrawlContext): boolean {
  if (deciding.rejudging === undefined || parts.judged === undefined) return false;
  return (
    features.some((feature) => feature.mustJudge?.() === true) ||
    deciding.rejudging.isDue(progress.tally.done)
  );
}

/** At the end of a crawl, has its pages judged among all of them. @returns false if verdicts cannot have changed since the last time */
export function mustJudgeAtEnd({ deciding, progress, parts }: CrawlContext): boolean {
  const { rejudging, acceptance } = deciding;
  if (rejudging === undefined || parts.judged === undefined || acceptance?.moves() !== true) return false;
  if (rejudging.isCurrent(progress.tally.done)) return false;
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
  const { judged } = parts;
  if (deciding.rejudging === undefined || judged === undefined || deciding.acceptance === undefined) return;
  try {
    for (const feature of context.features) yield* feature.beforeJudging?.(judged, visits) ?? [];
    // Wishes that come from here on are for the next time.
    const [pass, done] = [deciding.rejudging.begin(), progress.tally.done];
    const moved =
      !isAborted(context) && deciding.rejudging.hasMoved()
        ? yield* judgeByThreshold(deciding.acceptance, judged, context, pass)
        : pass;
    if (!isAborted(context)) deciding.rejudging.passed(done, moved);
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
  context: CrawlContext,
): AsyncGenerator<Pause, void> {
  const { features, steering } = context;
  const verdicts = steering.verdicts();
  if (verdicts.size === 0) return;
  const { number, heldOut } = modelOf(features);
  const learnedFrom = new Map(heldOut.map((one) => [one.url, one.score]));
  const labels: LabelledScore[] = heldOut.filter(({ url }) => url === undefined);
  const answered: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    yield;
    const said = verdicts.get(event.url);
    if (said === undefined || event.judgement === undefined) continue;
    answered.push(event);
    const score = learnedFrom.get(event.url) ?? scoreBy(number, event.judgement, acceptance);
    if (score !== undefined) labels.push({ score, relevant: said.relevant, weight: said.weight });
  }
  acceptance.steer({ labels });
  for (const feature of features) yield* feature.answered?.(answered, judged) ?? [];
}

/** The score that the threshold of a model decides on now: of a page that this model judged. */
function scoreBy(
  model: number | undefined,
  judgement: Judgement,
  acceptance: Acceptance,
): number | undefined {
  const { reason, model: by } = judgement;
  return reason.members !== undefined && by === model ? acceptance.decide(judgement).score : undefined;
}

/** The model that judges: that of the topic, unless a feature trained another one. */
function modelOf(features: readonly ActiveFeature[]): LearnedModel {
  return features.flatMap((feature) => feature.model?.() ?? [])[0] ?? { number: undefined, heldOut: [] };
}

/** Learns from events alone: those of other workers, and of earlier runs of the crawl. */
export function learnFrom(
  event: CrawlEvent,
  { features, progress }: Pick<CrawlContext, 'features' | 'progress'>,
): void {
  progress.stopWatch.note(event);
  for (const feature of features) feature.note?.(event);
}

/** Milliseconds of the crawl's clock for which pages are judged again before free hosts are contacted. */
const SLICE = 50;

/** Judges pages again in slices, between which the crawl requests others. */
export interface JudgingSlices {
  /** True if pages are being judged again, or have to be. */
  readonly isDue: boolean;
  /** Ends when the next page has been judged; undefined where there is none. */
  readonly step: Promise<unknown> | undefined;
  /**
   * Judges pages, where that is due, until the time of a slice is over. The page that is then under way is the next step.
   * Judges a slice; if time is simulated, judging takes none of it, and a slice is the whole.
   * @param meanwhile called between two pages
   * @throws as {@link judgeAgain}
   */
  slice(meanwhile: () => Promise<void>): Promise<void>;
  /** Ends what is under way; to be called when the crawl was aborted, after its visits have ended. @throws as slice */
  end(): Promise<void>;
}

type Step = IteratorResult<Pause, void>;

const asItIs = <T>(work: Promise<T>): Promise<T> => work;

/** Pages that are judged again, and the one that is under way. */
interface Judging {
  readonly context: CrawlContext;
  readonly visits: () => Iterable<Promise<unknown>>;
  pages?: AsyncGenerator<Pause, void>;
  step?: Promise<Step>;
}

/** @param visits those under way */
export function createJudgingSlices(
  context: CrawlContext,
  visits: () => Iterable<Promise<unknown>>,
): JudgingSlices {
  const { clock } = context.parts;
  const judging: Judging = { context, visits };
  return {
    get isDue() {
      return judging.pages !== undefined || mustJudgeAgain(context);
    },
    get step() {
      return judging.step;
    },
    async slice(meanwhile) {
      if (next(judging) === undefined) return;
      const begun = clock.now();
      const timer = new AbortController();
      const isOver = clock.sleep(SLICE, timer.signal).then(() => 'over' as const);
      try {
        for (let step = next(judging); step !== undefined; step = next(judging)) {
          if ((await Promise.race([step, isOver])) === 'over') return;
          await take(step, judging);
          await meanwhile();
          if (context.ending.signal.aborted) return;
          if (clock.now() - begun >= SLICE) return void next(judging);
        }
      } finally {
        timer.abort('over');
      }
    },
    async end() {
      while (judging.pages !== undefined) {
        const begun = next(judging);
        if (begun !== undefined) await take(begun, judging);
      }
    },
  };
}

/** The next page, which is begun with the one before it. */
function next(judging: Judging): Promise<Step> | undefined {
  const { context, visits } = judging;
  const { untimed = asItIs } = context.parts;
  if (judging.pages === undefined && mustJudgeAgain(context)) judging.pages = judgeAgain(context, visits);
  if (judging.step === undefined && judging.pages !== undefined) {
    judging.step = untimed(judging.pages.next());
    // A failure is reported when the step is waited for.
    judging.step.catch(() => undefined);
  }
  return judging.step;
}

async function take(begun: Promise<Step>, judging: Judging): Promise<void> {
  const { done, value } = await begun;
  judging.step = undefined;
  if (done === true) judging.pages = undefined;
  else if (value !== undefined) judging.step = value.visits.then(() => ({ done: false, value: undefined }));
}
