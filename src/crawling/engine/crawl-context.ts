import type { Acceptance } from '../../model/judging.js';
import { type PageWatch, createPageWatch } from '../pages/page-watch.js';
import { type BusyHosts, createBusyHosts } from '../politeness/busy-hosts.js';
import {
  type FirstContacts,
  type Politeness,
  createFirstContacts,
  createPoliteness,
} from '../politeness/politeness.js';
import { type Steering, type PersonsThreshold, createSteering } from '../steering/steering.js';
import { NO_MEMORY } from '../store/crawl-memory.js';
import { type ScopeCheck, createScope, normaliseUrl } from '../urls/urls.js';
import { type Activity, createActivity } from './activity.js';
import { type CrawlFeature, beginFeatures } from './crawl-feature.js';
import type { CrawlParts, CrawlPlan, CrawlStart, CrawlState, Remembered } from './crawl-types.js';
import { type ActiveFeature, countsOf } from './feature.js';
import { type Recorder, createRecorder } from './recorder.js';
import { type Rejudging, createRejudging } from './rejudging.js';
import { type StopWatch, createStopWatch } from './stop-condition.js';
import { steerAgain } from './take-commands.js';
import { type Tally, createTally } from './tally.js';
import { type Judgement, NOTHING_TO_JUDGE } from '../../model/topic.js';
import { sigmoid } from '../../judging/learning/logistic-regression.js';
import { sum } from '../../support/statistics.js';
import { without } from '../../support/without.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';

/** State and services that the visits of one crawl share. */
export interface CrawlContext {
  readonly parts: CrawlParts;
  /** Its pace may be changed while the crawl runs. */
  plan: CrawlPlan;
  readonly steering: Steering;
  /** Times at which hosts may be contacted; and pages requested, by host, where they are limited. */
  readonly hosts: {
    readonly politeness: Politeness;
    readonly busyHosts: BusyHosts;
    readonly contacts: FirstContacts;
    readonly hostPages: Map<string, number>;
  };
  /** Which addresses and pages are left out. */
  readonly known: { readonly scope: ScopeCheck; readonly pageWatch: PageWatch };
  /** By what verdicts are given, where the classifier's own do not stand, and when pages are judged again. */
  readonly deciding: {
    readonly acceptance: Acceptance | undefined;
    readonly rejudging: Rejudging | undefined;
  };
  readonly progress: {
    readonly recorder: Recorder;
    readonly tally: Tally;
    readonly activity: Activity;
    readonly stopWatch: StopWatch;
    /** Requests of the other workers of the crawl, and the bytes that they brought. */
    readonly elsewhere: { fetched: number; bytes: number };
  };
  /** Beginning of the crawl, and of this run of it, in milliseconds of the clock; for how long its earlier runs went on. */
  readonly run: {
    readonly startedAt: number;
    readonly runStartedAt: number;
    readonly secondsBefore: number;
  };
  readonly ending: {
    /** Aborted when the crawl is to stop: no visit is begun any more, and those under way continue. */
    readonly signal: AbortSignal;
    /** Aborted when visits under way are to break off: some time later, or at once when the crawl fails. */
    readonly cut: AbortSignal;
  };
  features: readonly ActiveFeature[];
}

/** Knowledge of a crawl when it starts, and its optional features. */
export interface EngineStart extends CrawlStart {
  readonly features?: readonly CrawlFeature[];
}

/** Conditions that end a crawl before its time: see `CrawlContext.ending`. */
export interface Endings {
  readonly stop: AbortController;
  readonly cut: AbortController;
}

/** Creates the state and services that the visits of a crawl share. */
export function createContext(
  parts: CrawlParts,
  plan: CrawlPlan,
  seeds: readonly string[],
  { stop, cut }: Endings,
  { resumed, actions = [], features = [] }: EngineStart,
): CrawlContext {
  const { frontier, priority, sink, batch, clock, judge, judged, control } = parts;
  const { state, remembered } = resumed ?? {};
  const progress = (): void =>
    parts.progress?.({ ...tally.counts(), ...countsOf(context.features) }, plan.maxPages);
  const tally = createTally(frontier, state?.tally, remembered?.acceptedHosts);
  const runStartedAt = clock.now();
  const steering = createSteering(actions);
  // People can move any threshold; where nobody can ask for anything, only the judge does.
  const acceptance = control === undefined ? judge.acceptance : steeredAcceptance(judge.acceptance, steering);
  const isRejudged = acceptance !== undefined && judged !== undefined;
  const recorder = createRecorder({
    ...{ clock, priority, sink, batch, tally, progress },
    commit: () => frontier.commit(),
    failed: () => cut.abort(),
    sequence: state?.sequence ?? 0,
  });
  const context: CrawlContext = {
    ...{ parts, plan, steering, features: [] },
    hosts: hostsOf(parts, plan, remembered),
    known: { scope: scopeOf(plan, seeds, state), pageWatch: watchPages(parts, plan, remembered) },
    deciding: {
      acceptance,
      rejudging: isRejudged ? createRejudging(acceptance, state?.rejudging) : undefined,
    },
    progress: {
      ...{ recorder, tally, activity: createActivity(clock), stopWatch: createStopWatch(plan.until) },
      elsewhere: { fetched: 0, bytes: 0 },
    },
    run: {
      ...{ startedAt: state?.startedAt ?? runStartedAt, runStartedAt },
      secondsBefore: state?.seconds ?? 0,
    },
    ending: { signal: stop.signal, cut: cut.signal },
  };
  context.features = beginFeatures(features, context, { ...state });
  steerAgain(context, actions);
  return context;
}

function hostsOf(
  { clock, memory, watchHosts }: CrawlParts,
  { pause, backoff }: CrawlPlan,
  remembered: Remembered | undefined,
): CrawlContext['hosts'] {
  const politeness = createPoliteness(clock, pause);
  const busyHosts = createBusyHosts(clock, backoff, memory);
  for (const [host, wait] of busyHosts.resting()) politeness.putOff(host, wait);
  watchHosts?.((most) => politeness.standing(most));
  const hostPages = new Map(remembered?.hostPages);
  return { politeness, busyHosts, contacts: createFirstContacts(clock), hostPages };
}

function scopeOf(plan: CrawlPlan, seeds: readonly string[], state: CrawlState | undefined): ScopeCheck {
  const scope = createScope(seeds, plan.scope);
  for (const seed of state?.scope ?? []) scope.add(seed);
  return scope;
}

/** The watch over pages, with what an earlier run of the crawl saw. */
function watchPages(
  { memory = NO_MEMORY }: CrawlParts,
  { keepParameters, nearDuplicates }: CrawlPlan,
  remembered: Remembered | undefined,
): PageWatch {
  const normalise = (written: string): string | undefined => normaliseUrl(written, keepParameters);
  const pageWatch = createPageWatch({ normalise, nearDuplicates, memory });
  for (const page of remembered?.accepted ?? []) pageWatch.accepted(page);
  return pageWatch;
}

/**
 * A threshold that people can move: once one of them has said from which score pages are accepted, that counts, whatever the
 * classifier's own threshold is. An upper bound of the classifier's stays.
 * @param own the classifier's own threshold, where it moves
 */
export function steeredAcceptance(own: Acceptance | undefined, steering: Steering): Acceptance {
  return {
    decide(given) {
      const judgement = withoutIgnored(verdictBy(own, withoutIgnored(given, new Map())), steering.ignored());
      const threshold = steering.threshold();
      return threshold === undefined ? judgement : decidedByScore(judgement, threshold);
    },
    mayAccept: (judgement) => own?.mayAccept(judgement) === true,
    note: (judgement) => own?.note(judgement),
    renew: () => own?.renew?.(),
    moves: () => steering.threshold() === undefined && own?.moves() === true,
    thresholds: () => (steering.threshold() === undefined ? (own?.thresholds() ?? []) : []),
    steer: (wish) => own?.steer(wish),
  };
}

function decidedByScore(judgement: Judgement, { score: least, by }: PersonsThreshold): Judgement {
  const { score, reason } = judgement;
  const { high } = reason.band;
  const accepted = score >= least && (high === null || score <= high);
  const [verdict, comparison] = accepted
    ? ['accepted', 'reaches']
    : ['rejected', score < least ? 'is below' : 'is above the band of'];
  const summary = `${verdict}: score ${score.toFixed(3)} ${comparison} ${least.toFixed(3)}, the threshold that ${by} set`;
  return { ...judgement, accepted, reason: { ...reason, summary, band: { low: least, high } } };
}

/**
 * A judgement of the ensemble without the terms that people have ignored: their pulls, in log odds, are taken off the score.
 * The pulls of terms beyond those that the reason names are not known, and stay. Those of other classifiers stay as they are.
 */
export function withoutIgnored<Some extends Judgement>(
  judgement: Some,
  ignored: ReadonlyMap<string, string>,
): Some {
  const { reason, classifier, topics } = judgement;
  const own = reason.ignored?.score ?? judgement.score;
  const terms = reason.evidence.filter(({ lemma }) => ignored.has(lemma));
  const all = {
    ...judgement,
    ...(topics && { topics: topics.map((one) => withoutIgnored(one, ignored)) }),
  };
  if (classifier !== 'ensemble' || own <= NOTHING_TO_JUDGE) return all;
  if (terms.length === 0 && reason.ignored === undefined) return all;
  const score = terms.length === 0 ? own : sigmoid(oddsOf(own) - sum(terms.map(({ pull }) => pull)));
  const { low } = reason.band;
  // A page that is rejected with a sufficient score has too little text, and stays rejected.
  const isOther = low !== null && judgement.score >= low === judgement.accepted;
  return {
    ...all,
    score,
    accepted: isOther ? score >= low : judgement.accepted,
    reason: {
      ...without(reason, 'ignored'),
      ...(terms.length > 0 && { ignored: { terms: terms.map(({ lemma }) => lemma), score: own } }),
    },
  };
}

/** Log odds; finite where a score was rounded to 0 or 1. */
function oddsOf(score: number): number {
  const certain = Math.min(Math.max(score, Number.EPSILON), 1 - Number.EPSILON);
  return Math.log(certain / (1 - certain));
}
