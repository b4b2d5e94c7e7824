import type { Acceptance } from '../../model/judging.js';
import { createPageWatch, type PageWatch } from '../pages/page-watch.js';
import { createBusyHosts, type BusyHosts } from '../politeness/busy-hosts.js';
import {
  createFirstContacts,
  createPoliteness,
  type FirstContacts,
  type Politeness,
} from '../politeness/politeness.js';
import { steeredAcceptance } from '../steering/steered-acceptance.js';
import { createSteering, type Steering } from '../steering/steering.js';
import { NO_MEMORY } from '../store/crawl-memory.js';
import { createScope, normaliseUrl, type ScopeCheck } from '../urls/urls.js';
import { createActivity, type Activity } from './activity.js';
import { beginFeatures, type CrawlFeature } from './crawl-feature.js';
import type { CrawlParts, CrawlPlan, CrawlStart, CrawlState, Remembered } from './crawl-types.js';
import { countsOf, type ActiveFeature } from './feature.js';
import { createRecorder, type Recorder } from './recorder.js';
import { createRejudging, type Rejudging } from './rejudging.js';
import { createStopWatch, type StopWatch } from './stop-condition.js';
import { steerAgain } from './take-commands.js';
import { createTally, type Tally } from './tally.js';

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
