import { setMaxListeners } from 'node:events';
import type { GaveUp } from '../../model/crawl-activity.js';
import { BEFORE_ALL } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { sum } from '../../support/statistics.js';
import { createScope, hostOf, normaliseUrl, type ScopeCheck } from '../urls/urls.js';
import { createPageWatch, type PageWatch } from '../pages/page-watch.js';
import { createBusyHosts } from '../politeness/busy-hosts.js';
import { createFirstContacts, createPoliteness } from '../politeness/politeness.js';
import { createSteering, type Steering } from '../steering/steering.js';
import { NO_MEMORY } from '../store/crawl-memory.js';
import { createActivity } from './activity.js';
import { steeredAcceptance, type CrawlContext } from './crawl-context.js';
import { beginFeatures, type CrawlFeature } from './crawl-feature.js';
import type { CrawlSummary } from './crawl-counts.js';
import type { CrawlParts, CrawlPlan, CrawlStart, CrawlState, FindUrls, Remembered } from './crawl-types.js';
import { countsOf } from './feature.js';
import { enqueueFound, startFinding, type Finding } from './found-urls.js';
import { createJudgingSlices, learnFrom, mustJudgeAtEnd } from './judge-again.js';
import { createRecorder } from './recorder.js';
import { createRejudging } from './rejudging.js';
import { createStopWatch, type StopCondition } from './stop-condition.js';
import { createTally } from './tally.js';
import { steerAgain, takeCommands } from './take-commands.js';
import {
  createIdleWatch,
  createUrlChoice,
  requestLimit,
  secondsLeft,
  secondsSoFar,
  type IdleWatch,
  type UrlChoice,
} from './url-choice.js';
import { visit } from './visit.js';
import type { Acceptance } from '../../model/judging.js';

/**
 * Crawls: takes the best URL whose host may be contacted now, and so on until nothing is left, the page limit
 * or time limit is reached, or the signal is aborted. Each URL that comes to its end has exactly one event, and a
 * further one where its verdict is changed afterwards; sequence numbers follow the order in which they end. What is still
 * queued in the end has none and is counted in the summary.
 *
 * An aborted signal ends the crawl cleanly: pages that are being fetched or judged come to their end, if they do so within
 * `stopWithin` seconds, and are queued again otherwise; all that was done is in the sink when this returns. With concurrency
 * 1 and an injected clock, the same web gives the same events.
 *
 * @throws UsageError when no seed is a web address; OutputError when the sink fails, after everything was stopped
 */
export async function crawl(
  parts: CrawlParts,
  plan: CrawlPlan,
  signal?: AbortSignal,
  start: EngineStart = {},
): Promise<CrawlSummary> {
  const seeds = usableSeeds(plan, parts);
  const stop = new AbortController();
  const cut = new AbortController();
  // One listener for each running fetch and each wait.
  setMaxListeners(0, stop.signal, cut.signal);
  const interrupt = (): void => stop.abort();
  cut.signal.addEventListener('abort', interrupt, { once: true });
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();

  const context = createContext(parts, plan, seeds, { stop, cut }, start);
  parts.watchActivity?.(() => context.progress.activity.now(context.hosts));
  // Replays the events of earlier runs, so that learning resumes where it stopped.
  const isWanted = context.features.some(({ note }) => note !== undefined) || plan.until.length > 0;
  if (isWanted) for await (const event of start.resumed?.events?.() ?? []) learnFrom(event, context);
  for (const url of seeds)
    parts.frontier.enqueue({ url, depth: 0, priority: { value: BEFORE_ALL, reason: 'seed' } });
  enqueueFound(start.found ?? [], context);
  await parts.frontier.commit();
  try {
    return summarise(context, await visitAll(context, { stop, cut }, start.find));
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
}

function usableSeeds({ seeds: given, keepParameters }: CrawlPlan, { logger }: CrawlParts): readonly string[] {
  const seeds = new Set<string>();
  for (const seed of given) {
    const url = normaliseUrl(seed, keepParameters);
    if (url !== undefined) seeds.add(url);
    else logger.warn(`seed '${seed}' is not a web address (http://… or https://…); it is left out`);
  }
  if (seeds.size === 0)
    throw new UsageError('no seed is a web address', { hint: 'give addresses such as https://example.org/' });
  return [...seeds];
}

/** The condition that the crawl has met. */
function metCondition(context: CrawlContext): string | undefined {
  const { plan, features, progress } = context;
  const { tally, elsewhere, stopWatch } = progress;
  if (plan.until.length === 0) return undefined;
  const [fetched, bytes] = [tally.fetched + elsewhere.fetched, tally.bytes + elsewhere.bytes];
  const isMet = (condition: StopCondition): boolean =>
    features.some((feature) => feature.isMet?.(condition) === true);
  return stopWatch.met({ fetched, bytes, seconds: secondsSoFar(context), isMet })?.text;
}

/**
 * Starts visits as hosts become free, and waits for all of them in the end.
 * @returns why it gave up, if it did
 * @throws what the first failing one threw
 */
async function visitAll(
  context: CrawlContext,
  { stop, cut }: Endings,
  find: FindUrls | undefined,
): Promise<GaveUp | undefined> {
  const { parts, progress, features } = context;
  const choice = createUrlChoice(context);
  const idle = createIdleWatch(context);
  let gaveUp: GaveUp | undefined;
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const again = createJudgingSlices(context, () => running);
  let wake = (): void => undefined;
  stop.signal.addEventListener('abort', () => wake());

  const start = (): boolean => {
    const entry = hasRoom(context, running.size) ? choice.next() : undefined;
    if (entry === undefined) return false;
    progress.activity.goesOn();
    context.hosts.politeness.begin(hostOf(entry.url));
    const visiting: Promise<void> = visit(entry, context, () => wake())
      .catch((thrown: unknown) => fail(thrown))
      .finally(() => {
        running.delete(visiting);
        idle.busy();
        wake();
      });
    running.add(visiting);
    return true;
  };

  parts.control?.onNews(() => wake());
  for (const feature of features) feature.onEnd?.(() => wake());
  const fail = (thrown: unknown): void => {
    failures.push(thrown);
    cut.abort();
  };
  const finding = startFinding(find, context, () => wake(), fail);
  const turn = async (): Promise<'over' | undefined> => {
    await takeCommands(context, stop);
    // Visits may end meanwhile, so check afterwards whether pages are to be judged again.
    for (const feature of features) await feature.beforeChoice?.();
    await again.slice(() => takeCommands(context, stop));
    while (start());
    if (context.steering.isPaused()) idle.busy();
    const over = running.size === 0 && !again.isDue ? whyOver(context, finding, idle, choice) : undefined;
    if (over !== undefined && mustJudgeAtEnd(context)) return undefined;
    if (over !== undefined) {
      gaveUp = over.gaveUp;
      // A client that is notified of the last pages may still send a command.
      await progress.recorder.flush();
      return (await parts.control?.look()) === true ? undefined : 'over';
    }
    await waitForChange(context, running.size, choice, again.step, (ring) => (wake = ring));
    return undefined;
  };
  try {
    while (!stop.signal.aborted && (await turn()) !== 'over');
  } catch (thrown) {
    // Visits that are under way, and the batch that waits to be written, end before the crawl's files are closed.
    fail(thrown);
  }
  const note = (thrown: unknown): void => void failures.push(thrown);
  await finding.close();
  // What was received is judged and kept, and what was asked for is received.
  const deadline = setTimeout(() => cut.abort(), 1000 * context.plan.stopWithin);
  await Promise.all(running);
  await again.end().catch(note);
  clearTimeout(deadline);
  await progress.recorder.flush().catch(note);
  if (failures.length > 0) throw failures[0];
  return gaveUp;
}

/** True if the crawl is over, and why it gave up, if it did. Asked while no visit is under way. */
function whyOver(
  context: CrawlContext,
  finding: Finding,
  idle: IdleWatch,
  choice: UrlChoice,
): { readonly gaveUp: GaveUp | undefined } | undefined {
  const { steering, features, parts } = context;
  // A model that is almost trained, for instance, judges the results.
  if (steering.isPaused() || features.some((feature) => feature.isUnderWay?.() === true)) return undefined;
  if (!hasRoom(context, 0) && !awaitsPages(context)) return { gaveUp: undefined };
  if (finding.isUnderWay) return undefined;
  if (parts.frontier.counts().queued === 0) return { gaveUp: undefined };
  const gaveUp = idle.givesUp(choice);
  return gaveUp && { gaveUp };
}

/** May one more visit be started? Running ones count as pages, since most of them will have been requests. */
function hasRoom(context: CrawlContext, running: number): boolean {
  const { plan, progress, features } = context;
  // Some visits hold no host; one after the other is visited as long as one at a time is wanted.
  const aside = plan.concurrency === 1 ? 0 : sum(features.map((feature) => feature.aside?.() ?? 0));
  const isWithin = progress.tally.fetched + running < requestLimit(context);
  return isWithin && running - aside < plan.concurrency && mayVisit(context);
}

/** May visits be started, as far as anything but their number goes? */
function mayVisit(context: CrawlContext): boolean {
  if (context.steering.isPaused()) return false;
  return metCondition(context) === undefined && secondsLeft(context) > 0;
}

/** Milliseconds between two looks whether other workers have left pages to this one. */
const PAGES_AGAIN = 200;

/** True if this worker has used its page budget but may receive more. */
function awaitsPages(context: CrawlContext): boolean {
  return context.parts.crew?.mayRise === true && mayVisit(context);
}

/**
 * Waits until a visit ends, it is time for the next one, a page was judged again, or the time is over, whichever comes first.
 */
async function waitForChange(
  context: CrawlContext,
  running: number,
  choice: UrlChoice,
  step: Promise<unknown> | undefined,
  onRing: (ring: () => void) => void,
): Promise<void> {
  const { clock, control } = context.parts;
  // What came since this turn began has rung already: of a paused crawl nothing else would.
  if (context.ending.signal.aborted || control?.hasNews() === true) return;
  const wait = hasRoom(context, running) ? choice.wait() : awaitsPages(context) ? PAGES_AGAIN : undefined;
  context.progress.activity.rests(wait === undefined ? undefined : clock.now() + wait, running);
  const timer = wait === undefined ? undefined : new AbortController();
  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    onRing(end);
    step?.then(end, end);
    if (wait !== undefined)
      void clock.sleep(Math.min(wait, 1000 * secondsLeft(context)), timer?.signal).then(end);
  });
  // Without a reason an exception is made for each.
  timer?.abort('over');
}

function endOf(context: CrawlContext, queued: number, gaveUp: GaveUp | undefined): CrawlSummary['ended'] {
  const { plan, parts, progress } = context;
  const { fetched, rejectedWithLinks: rejected } = progress.tally;
  if (gaveUp !== undefined) return 'gave-up';
  if (queued > 0) return fetched >= requestLimit(context) ? 'max-pages' : 'max-seconds';
  if (plan.follow === 'accepted' && rejected > 0 && fetched < plan.maxPages)
    parts.logger.warn(
      `no links of accepted pages are left after ${fetched} requests; links of ${rejected} rejected pages were not followed`,
    );
  return 'nothing-left';
}

function summarise(context: CrawlContext, gaveUp: GaveUp | undefined): CrawlSummary {
  const { parts, progress, ending, run, features } = context;
  const endedAt = parts.clock.now();
  const counts = progress.tally.counts();
  const isInterrupted = ending.signal.aborted;
  const until = isInterrupted ? undefined : metCondition(context);
  const ended = until === undefined ? endOf(context, counts.queued, gaveUp) : 'until';
  return given({
    ...counts,
    ...countsOf(features),
    until,
    ...(ended === 'gave-up' && !isInterrupted && { gaveUp }),
    ended: isInterrupted ? 'interrupted' : ended,
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    seconds: secondsSoFar(context),
    links: progress.tally.state().links,
  });
}

/** Knowledge of a crawl when it starts, and its optional features. */
export interface EngineStart extends CrawlStart {
  readonly features?: readonly CrawlFeature[];
}

/** Conditions that end a crawl before its time: see `CrawlContext.ending`. */
interface Endings {
  readonly stop: AbortController;
  readonly cut: AbortController;
}

/** Creates the state and services that the visits of a crawl share. */
function createContext(
  parts: CrawlParts,
  plan: CrawlPlan,
  seeds: readonly string[],
  { stop, cut }: Endings,
  { resumed, actions = [], features = [] }: EngineStart,
): CrawlContext {
  const { frontier, priority, sink, batch, clock, judged } = parts;
  const { state, remembered } = resumed ?? {};
  const progress = (): void =>
    parts.progress?.({ ...tally.counts(), ...countsOf(context.features) }, plan.maxPages);
  const tally = createTally(frontier, state?.tally, remembered?.acceptedHosts);
  const runStartedAt = clock.now();
  const steering = createSteering(actions);
  const acceptance = acceptanceOf(parts, steering);
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

/** People can move any threshold; where nobody can ask for anything, only the judge does. */
function acceptanceOf({ judge, control }: CrawlParts, steering: Steering): Acceptance | undefined {
  return control === undefined ? judge.acceptance : steeredAcceptance(judge.acceptance, steering);
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
