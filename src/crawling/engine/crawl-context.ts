import type { Acceptance } from '../../model/judging.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { PageWatch } from '../pages/page-watch.js';
import type { BusyHosts } from '../politeness/busy-hosts.js';
import type { FirstContacts, Politeness } from '../politeness/politeness.js';
import type { Steering } from '../steering/steering.js';
import type { ScopeCheck } from '../urls/urls.js';
import type { z } from 'zod';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { TakenAction } from '../../model/steering.js';
import type { AcceptedHosts, AcceptedPage } from '../pages/accepted-pages.js';
import type { CrawlDeps, CrawlPlan, CrawlState, FindUrls, FoundUrl } from './crawl-types.js';
import type { CrawlHooks } from './feature.js';
import type { createExploration } from './exploration.js';
import type { Recorder } from './recorder.js';
import type { Rejudging } from './rejudging.js';
import type { StopWatch } from './stop-condition.js';
import type { Tally } from './tally.js';
import { type Judgement, NOTHING_TO_JUDGE } from '../../model/topic.js';
import { sigmoid } from '../../judging/learning/logistic-regression.js';
import { logit } from '../priority/learning/link-value.js';
import { sum } from '../../support/statistics.js';
import { without } from '../../support/without.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';

/** State and services that the visits of one crawl share. Times are milliseconds of the clock. */
export interface Crawl {
  readonly deps: CrawlDeps;
  /** Its pace may be changed while the crawl runs. */
  plan: CrawlPlan;
  readonly steering: Steering;
  readonly politeness: Politeness;
  readonly busyHosts: BusyHosts;
  readonly contacts: FirstContacts;
  /** The choice of requests that look for further hosts, where the strategy does. */
  readonly exploration: ReturnType<typeof createExploration> | undefined;
  /** Pages requested, by host, where they are limited. */
  readonly hostPages: Map<string, number>;
  readonly scope: ScopeCheck;
  readonly pageWatch: PageWatch;
  /** By what verdicts are given, where the classifier's own do not stand, and when pages are judged again. */
  readonly acceptance: Acceptance | undefined;
  readonly rejudging: Rejudging | undefined;
  readonly recorder: Recorder;
  readonly tally: Tally;
  readonly stopWatch: StopWatch;
  /** Beginning of the crawl, and of this run of it; seconds for which its earlier runs went on. */
  readonly startedAt: number;
  readonly runStartedAt: number;
  readonly secondsBefore: number;
  /** Aborted when the crawl is to stop: no visit is begun any more, and those under way continue. */
  readonly stop: AbortController;
  /** Aborted when visits under way are to break off: some time later, or at once when the crawl fails. */
  readonly cut: AbortController;
  /** Visits under way. */
  readonly running: Set<Promise<void>>;
  /** Work besides visits that the crawl waits for before it ends. */
  readonly pending: Set<Promise<unknown>>;
  /** Running visits that hold no host, by feature; `most` of them are not counted against the concurrency. */
  readonly asides: { readonly most: number; working: number }[];
  /** Looks again at what can be done next. */
  wake: () => void;
  /** Pages that are judged again, and the time since when, and until when, nothing can be begun. */
  judgingAgain: CrawlActivity['judgingAgain'];
  rest: { readonly since: number; readonly until: number | undefined } | undefined;
  features: readonly (CrawlHooks & { readonly name: string })[];
}

/**
 * An optional part of a crawl, such as an estimate or a renderer: the engine calls its hooks, and keeps its state. In order: `begin`;
 * `ended` with the events of earlier runs; before each choice of URLs `beforeChoice`. In a visit: `rules` and `recognise` before the
 * request; `convert` of what is not HTML; `read`; the judge; `describe` if it accepts. In the transaction that ends the URL: `found`,
 * `ended`, `state`.
 * @example
 * const linkLog: CrawlFeature = {
 *   name: 'link-log',
 *   begin: ({ deps }) => ({ found: (urls) => deps.logger.info(`${urls.length} links to queue`) }),
 * };
 */
export interface CrawlFeature {
  /** Also the name under which its state is kept. */
  readonly name: string;
  /** The form of its state; a state of another form is damaged. Default: any. */
  readonly stateSchema?: z.ZodType;
  /** Content of `crawl.json`. */
  readonly description?: Readonly<Record<string, unknown>>;
  /** Called once, before the first visit. @param saved the state that an earlier run of the crawl left */
  begin(context: Crawl, saved: unknown): CrawlHooks;
}

/** Knowledge of a crawl when it starts, in addition to its seeds, and its optional features. */
export interface CrawlStart {
  readonly features?: readonly CrawlFeature[];
  /** Addresses that lists name: queued after the seeds, in their order, and not followed as seeds are. */
  readonly found?: readonly FoundUrl[];
  readonly find?: FindUrls;
  /** End of an earlier run of the crawl, and its events, each with its last judgement. */
  readonly resumed?: {
    readonly state: CrawlState;
    /** Out of its events: pages requested, by host; accepted pages in their order. */
    readonly remembered: {
      readonly hostPages: ReadonlyMap<string, number>;
      readonly acceptedHosts?: AcceptedHosts;
      readonly accepted: readonly AcceptedPage[];
    };
    readonly events?: () => AsyncIterable<CrawlEvent>;
  };
  /** Actions of earlier runs of the crawl, in the order in which they were taken. */
  readonly actions?: readonly TakenAction[];
}

/** Has the crawl wait for work that does not fail before it ends, and look again at what can be done when the work is over. */
export function awaitBeforeEnd(work: Promise<unknown>, context: Crawl): void {
  context.pending.add(work);
  void work.then(() => {
    context.pending.delete(work);
    context.wake();
  });
}

/** Makes a function that does the work of visits that hold no host meanwhile: up to `most` of them make room for other visits. */
export function createAside(most: number, context: Crawl) {
  const own = { most, working: 0 };
  context.asides.push(own);
  return <T>(work: () => Promise<T>): Promise<T> => {
    own.working += 1;
    context.wake();
    return work().finally(() => (own.working -= 1));
  };
}

/** A threshold that people can move: theirs counts, whatever the classifier's own is; an upper bound of the classifier stays. */
export function steeredAcceptance(own: Acceptance | undefined, steering: Steering): Acceptance {
  return {
    decide(given) {
      const judgement = withoutIgnored(verdictBy(own, withoutIgnored(given, new Map())), steering.ignored());
      const threshold = steering.threshold();
      return threshold === undefined ? judgement : decidedByScore(judgement, threshold.score, threshold.by);
    },
    mayAccept: (judgement) => own?.mayAccept(judgement) === true,
    note: (judgement) => own?.note(judgement),
    renew: () => own?.renew?.(),
    moves: () => steering.threshold() === undefined && own?.moves() === true,
    thresholds: () => (steering.threshold() === undefined ? (own?.thresholds() ?? []) : []),
    steer: (wish) => own?.steer(wish),
  };
}

function decidedByScore(judgement: Judgement, least: number, by: string): Judgement {
  const { score, reason } = judgement;
  const { high } = reason.band;
  const accepted = score >= least && (high === null || score <= high);
  const beyond = score < least ? 'is below' : 'is above the band of';
  const [verdict, comparison] = accepted ? ['accepted', 'reaches'] : ['rejected', beyond];
  const summary = `${verdict}: score ${score.toFixed(3)} ${comparison} ${least.toFixed(3)}, the threshold that ${by} set`;
  return { ...judgement, accepted, reason: { ...reason, summary, band: { low: least, high } } };
}

/** A judgement of the ensemble without the pulls, in log odds, of ignored terms, as far as its reason names them. */
export function withoutIgnored<Some extends Judgement>(
  judgement: Some,
  ignored: ReadonlyMap<string, string>,
): Some {
  const { reason, classifier, topics } = judgement;
  const own = reason.ignored?.score ?? judgement.score;
  const terms = reason.evidence.filter(({ lemma }) => ignored.has(lemma));
  const parts = topics && { topics: topics.map((one) => withoutIgnored(one, ignored)) };
  const all = { ...judgement, ...parts };
  if (classifier !== 'ensemble' || own <= NOTHING_TO_JUDGE) return all;
  if (terms.length === 0 && reason.ignored === undefined) return all;
  const score =
    terms.length === 0 ? own : sigmoid(logit(own, Number.EPSILON) - sum(terms.map(({ pull }) => pull)));
  const { low } = reason.band;
  // A page that is rejected with a sufficient score has too little text, and stays rejected.
  const isOther = low !== null && judgement.score >= low === judgement.accepted;
  const taken = terms.length > 0 && { ignored: { terms: terms.map(({ lemma }) => lemma), score: own } };
  const accepted = isOther ? score >= low : judgement.accepted;
  return { ...all, score, accepted, reason: { ...without(reason, 'ignored'), ...taken } };
}
