import type { FormerVerdict, CrawlEvent, Rejudged } from '../../model/crawl-event.js';
import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import type { PersonsVerdict } from '../steering/steering.js';

/** Pages after which those judged before are looked at again for the first time; then whenever there are twice as many. */
const FIRST = 30;
/** Shift of a threshold from which pages are judged again, in log odds: less changes hardly a verdict. */
const MARGIN = 0.1;

/** Times at which pages are judged again: pages that have to be judged before, and thresholds of the last time. JSON. */
export interface RejudgingState {
  readonly next: number;
  readonly thresholds: readonly number[];
}

/**
 * Says when the pages so far are to be judged again, since a threshold that moves with them is a guess in the beginning: after 30 of
 * them, 60, 120 …, each time only when it has moved since, which costs in all no more than reading each event twice.
 */
export class Rejudging {
  private next: number;
  private thresholds: readonly number[];
  /** Demands so far. */
  demands = 0;
  private met = 0;
  private last = 0;

  /** @param from where an earlier run of the crawl ended */
  constructor(
    readonly acceptance: Acceptance,
    from?: RejudgingState,
  ) {
    ({ next: this.next, thresholds: this.thresholds } = from ?? {
      next: FIRST,
      thresholds: acceptance.thresholds(),
    });
  }

  /** @param done pages that were judged so far */
  isDue(done: number): boolean {
    return this.demands > this.met || done >= this.next;
  }

  /** The pages are judged again as soon as possible, however little the threshold has moved. */
  demand(): void {
    this.demands += 1;
  }

  /** True if a threshold has moved so far since the last time that verdicts may have changed. */
  hasMoved(): boolean {
    return this.demands > this.met || this.hasMovedTo(this.acceptance.thresholds());
  }

  /** At the end of a crawl, demands a last time. @returns false if verdicts cannot have changed since the last time */
  demandLast(done: number): boolean {
    if (!this.acceptance.moves() || done === this.last) return false;
    this.demand();
    return true;
  }

  /** The pages were judged again, or did not have to be: what was demanded later is for the next time. */
  passed(done: number, demands = this.demands, thresholds = this.acceptance.thresholds()): void {
    [this.met, this.last] = [demands, done];
    if (this.hasMovedTo(thresholds)) this.thresholds = thresholds;
    while (this.next <= done) this.next *= 2;
  }

  state(): RejudgingState {
    return { next: this.next, thresholds: this.thresholds };
  }

  private hasMovedTo(now: readonly number[]): boolean {
    return now.some((one, place) => Math.abs(one - (this.thresholds[place] ?? Infinity)) > MARGIN);
  }
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
  const verdictOf = ({ accepted, reason, model }: Judgement): FormerVerdict => {
    return { accepted, threshold: reason.band.low, model };
  };
  const topics = judgement.topics?.map((one) => ({ topic: one.topic, ...verdictOf(one) }));
  const first = rejudged ?? { sequence, time };
  return { sequence: first.sequence, time: first.time, ...verdictOf(judgement), ...(topics && { topics }) };
}
