import type { FormerVerdict, CrawlEvent, Rejudged } from '../../model/crawl-event.js';
import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import type { PersonsVerdict } from '../steering/steering.js';

/** Pages after which those judged before are looked at again for the first time; then whenever there are twice as many. */
const FIRST = 30;
/** Shift of a threshold from which pages are judged again, in log odds: less changes hardly a verdict. */
const MARGIN = 0.1;

/** Times at which pages are judged again, as a crawl keeps them. JSON. */
export interface RejudgingState {
  /** Pages that have to be judged before. */
  readonly next: number;
  /** Thresholds of the last time, in log odds. */
  readonly thresholds: readonly number[];
}

/**
 * Says when the pages judged so far are to be judged again. A threshold that moves with the pages met is a guess in the
 * beginning, and the verdicts on the first pages are made by it. So they are looked at again when the threshold has
 * settled: after 30 pages, 60, 120 …, each time only when it has moved since. That depends on nothing but the pages, and
 * costs in all no more than reading each page's event twice.
 */
export type Rejudging = ReturnType<typeof createRejudging>;

/** One time of judging pages again: demands before, and thresholds in log odds. */
export interface RejudgingPass {
  readonly demands: number;
  readonly thresholds: readonly number[];
}

/** @param from where an earlier run of the crawl ended */
export function createRejudging(acceptance: Acceptance, from?: RejudgingState) {
  let { next, thresholds } = from ?? { next: FIRST, thresholds: acceptance.thresholds() };
  let [demands, met, last] = [0, 0, 0];
  const hasMovedTo = (now: readonly number[]): boolean =>
    now.some((one, place) => Math.abs(one - (thresholds[place] ?? Infinity)) > MARGIN);
  const begin = (): RejudgingPass => ({ demands, thresholds: acceptance.thresholds() });
  return {
    /** @param done pages that were judged so far */
    isDue: (done: number) => demands > met || done >= next,
    /** The pages are judged again as soon as possible, however little the threshold has moved. */
    demand: () => void (demands += 1),
    /** True if a threshold has moved so far since the last time that verdicts may have changed. */
    hasMoved: () => demands > met || hasMovedTo(acceptance.thresholds()),
    /** True if no page was judged since the last time. */
    isCurrent: (done: number) => done === last,
    /** Begins to judge the pages again: what is demanded later is for the next time. */
    begin,
    /** The pages were judged again, or did not have to be. @param pass default: as it stands */
    passed(done: number, pass = begin()): void {
      met = pass.demands;
      last = done;
      if (hasMovedTo(pass.thresholds)) ({ thresholds } = pass);
      while (next <= done) next *= 2;
    },
    state: () => ({ next, thresholds }),
  };
}

/** The judgement on a page by the threshold as it stands, where that changes a verdict; undefined where it does not. */
export function changedJudgement(
  { code, judgement }: Pick<CrawlEvent, 'code' | 'judgement'>,
  acceptance: Acceptance,
  person?: PersonsVerdict,
): Judgement | undefined {
  if (judgement === undefined) return undefined;
  // A judgement that was taken over from an earlier crawl is not the threshold's to change.
  const own = code === 'unchanged' ? notOverruled(judgement) : acceptance.decide(notOverruled(judgement));
  const now = overruled(own, person);
  return verdictsOf(now) === verdictsOf(judgement) ? undefined : now;
}

/** A judgement with the verdict of people, where there is one. */
export function overruled(judgement: Judgement, person: PersonsVerdict | undefined): Judgement {
  if (person === undefined) return judgement;
  const { accepted, reason } = judgement;
  const { relevant, by, software, weight } = person;
  const together = weight < 1 ? `, in one answer about ${Math.round(1 / weight ** 2)} alike pages` : '';
  const [verdict, said] = relevant ? ['accepted', 'is'] : ['rejected', 'is not'];
  const summary = `${verdict}: ${by}${software === true ? ' (software)' : ''} says that it ${said} about the topic${together}; the classifier: ${reason.summary}`;
  const before = { by, ...(software && { software }), accepted, summary: reason.summary };
  return { ...judgement, accepted: relevant, reason: { ...reason, summary, overruled: before } };
}

/** The classifier's own judgement. */
function notOverruled(judgement: Judgement): Judgement {
  const { overruled: before, ...reason } = judgement.reason;
  if (before === undefined) return judgement;
  const { accepted, summary } = before;
  return { ...judgement, accepted, reason: { ...reason, summary } };
}

/** True if a verdict was changed by people, or by a model that was trained with what they said: strategies learn from it. */
export function isCorrection({ judgement, rejudged }: CrawlEvent): boolean {
  if (judgement === undefined || rejudged === undefined) return false;
  if (judgement.reason.overruled !== undefined) return true;
  const isByOther = judgement.model !== rejudged.model || judgement.reason.ignored !== undefined;
  return isByOther && judgement.accepted !== rejudged.accepted;
}

function verdictsOf(judgement: Judgement): string {
  const ofOne = ({ accepted, reason }: Judgement) => [accepted, ...(reason.ignored?.terms ?? [])];
  return JSON.stringify([judgement, ...(judgement.topics ?? [])].map(ofOne));
}

/** Verdict of an event that another one replaces. */
export function formerOf({ sequence, time, rejudged }: CrawlEvent, judgement: Judgement): Rejudged {
  const verdictOf = ({ accepted, reason, model }: Judgement): FormerVerdict => ({
    accepted,
    threshold: reason.band.low,
    model,
  });
  return {
    sequence: rejudged?.sequence ?? sequence,
    time: rejudged?.time ?? time,
    ...verdictOf(judgement),
    ...(judgement.topics && {
      topics: judgement.topics.map((one) => ({ topic: one.topic, ...verdictOf(one) })),
    }),
  };
}
