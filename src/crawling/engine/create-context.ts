import type { Acceptance } from '../../model/judging.js';
import { createBusyHosts } from '../politeness/busy-hosts.js';
import { createFirstContacts } from '../politeness/politeness.js';
import { createPoliteness } from '../politeness/politeness.js';
import { createPageWatch, type PageWatch } from '../pages/page-watch.js';
import { steeredAcceptance } from '../steering/steered-acceptance.js';
import { createSteering, type Steering } from '../steering/steering.js';
import { NO_MEMORY } from '../store/crawl-memory.js';
import { createStopWatch } from './stop-condition.js';
import { createScope, normaliseUrl, type ScopeCheck } from '../urls/urls.js';
import { createActivity } from './activity.js';
import type { CrawlContext } from './crawl-context.js';
import { beginFeatures, type CrawlFeature } from './crawl-feature.js';
import type { CrawlParts, CrawlPlan, CrawlStart, CrawlState, Remembered } from './crawl-types.js';
import { countsOf } from './feature.js';
import { createRecorder } from './recorder.js';
import { createRejudging } from './rejudging.js';
import { asWanted, steerAgain } from './take-commands.js';
import { createTally } from './tally.js';

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
  const { frontier, priority, sink, batch, clock } = parts;
  const { state, remembered } = resumed ?? {};
  const progress = (): void =>
    parts.progress?.({ ...tally.counts(), ...countsOf(context.features) }, plan.maxPages);
  const tally = createTally(frontier, state?.tally, remembered?.acceptedHosts);
  const scope = scopeOf(plan, seeds, state);
  const runStartedAt = clock.now();
  const steering = createSteering(actions);
  const acceptance = acceptanceOf(parts, steering);
  const recorder = createRecorder({
    ...{ clock, priority, sink, batch, tally, progress },
    commit: () => frontier.commit(),
    failed: () => cut.abort(),
    sequence: state?.sequence ?? 0,
  });
  const context: CrawlContext = {
    parts,
    plan,
    steering,
    hosts: hostsOf(parts, plan, remembered),
    known: { scope, pageWatch: watchPages(parts, plan, remembered) },
    deciding: { acceptance, rejudging: rejudgingOf(parts, acceptance, state) },
    progress: {
      ...{ recorder, tally, activity: createActivity(clock), stopWatch: createStopWatch(plan.until) },
      elsewhere: { fetched: 0, bytes: 0 },
    },
    features: [],
    run: {
      ...{ startedAt: state?.startedAt ?? runStartedAt, runStartedAt },
      secondsBefore: state?.seconds ?? 0,
    },
    ending: { signal: stop.signal, cut: cut.signal },
  };
  context.features = beginFeatures(features, context, { ...state });
  parts.crew?.adjustBy((entry) => asWanted(entry, steering));
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

/** People can move any threshold; where nobody can ask for anything, only the judge does. */
function acceptanceOf({ judge, control }: CrawlParts, steering: Steering): Acceptance | undefined {
  return control === undefined ? judge.acceptance : steeredAcceptance(judge.acceptance, steering);
}

function rejudgingOf(
  { judged }: CrawlParts,
  acceptance: Acceptance | undefined,
  state: CrawlState | undefined,
): CrawlContext['deciding']['rejudging'] {
  if (acceptance === undefined || judged === undefined) return undefined;
  return createRejudging(acceptance, state?.rejudging);
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
