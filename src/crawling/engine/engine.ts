import { setMaxListeners } from 'node:events';
import type { Acceptance } from '../../model/judging.js';
import { BEFORE_ALL } from '../../model/crawl.js';
import { UsageError } from '../../model/errors.js';
import { enqueueFound } from './found-urls.js';
import { NO_MEMORY } from '../store/crawl-memory.js';
import { startFinding, type Finding } from './finding.js';
import type { GaveUp } from '../../model/crawl-activity.js';
import { createIdleWatch, type IdleWatch } from './idle.js';
import { createPageWatch, type PageWatch } from '../pages/page-watch.js';
import type {
  CrawlParts,
  CrawlPlan,
  CrawlStart,
  CrawlState,
  CrawlSummary,
  FindUrls,
  Remembered,
} from './crawl-types.js';
import { createBusyHosts } from '../politeness/busy-hosts.js';
import { createFirstContacts } from '../politeness/first-contacts.js';
import { createPoliteness } from '../politeness/politeness.js';
import { createActivity } from './activity.js';
import { createJudgingSlices } from './judging-slices.js';
import { createRecorder } from './recorder.js';
import { createRejudging } from './rejudging.js';
import { createRetraining } from './retraining.js';
import { steeredAcceptance } from '../steering/steered-acceptance.js';
import { createTally } from './tally.js';
import { createRenderChoice } from '../rendering/render-choice.js';
import { createScope, hostOf, normaliseUrl, type ScopeCheck } from '../urls/urls.js';
import type { CrawlContext } from './crawl-context.js';
import { createSteering, type Steering } from '../steering/steering.js';
import { asWanted, steerAgain, takeCommands } from './steer.js';
import { readFingerprint } from '../pages/simhash.js';
import { createStopWatch } from '../survey/stop-watch.js';
import { createSurvey } from '../survey/survey.js';
import { createUrlChoice, requestLimit, secondsLeft, secondsSoFar, type UrlChoice } from './url-choice.js';
import { learnFrom, meetCrew } from './crew-news.js';
import { given } from '../../support/given.js';
import { visit } from './visit.js';

/**
 * Crawls: takes the best URL whose host may be contacted now, and so on until nothing is left, the page limit
 * or time limit is reached, or the signal is aborted. Each URL that comes to its end has exactly one event, and a
 * further one where its verdict is changed afterwards; sequence numbers follow the order in which they end. What is still
 * queued in the end has none and is counted in the summary.
 *
 * An aborted signal ends the crawl cleanly: pages that are being fetched or judged come to their end, if they do so within
 * `stopWithin` seconds, and are queued again otherwise; all that was done is in the sink when this returns. With concurrency 1 and an injected clock, the same web gives the same events.
 *
 * @throws UsageError when no seed is a web address; OutputError when the sink fails, after everything was stopped
 */
export async function crawl(
  parts: CrawlParts,
  plan: CrawlPlan,
  signal?: AbortSignal,
  start: CrawlStart = {},
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
  parts.watch.watchActivity?.(() => context.activity.now(context));
  await lookBack(context, start.resumed);
  for (const url of seeds) {
    parts.queue.frontier.enqueue({ url, depth: 0, priority: { value: BEFORE_ALL, reason: 'seed' } });
  }
  enqueueFound(start.found ?? [], context);
  await parts.queue.frontier.commit();
  try {
    return summarise(context, await visitAll(context, { stop, cut }, start.find));
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
}

/** How a crawl is ended before its time: see `CrawlContext.signal` and `CrawlContext.cut`. */
interface Endings {
  readonly stop: AbortController;
  readonly cut: AbortController;
}

function usableSeeds({ seeds: given, urlRules }: CrawlPlan, { logger }: CrawlParts): readonly string[] {
  const seeds = new Set<string>();
  for (const seed of given) {
    const url = normaliseUrl(seed, urlRules);
    if (url === undefined)
      logger.warn(`seed '${seed}' is not a web address (http://… or https://…); it is left out`);
    else seeds.add(url);
  }
  if (seeds.size === 0)
    throw new UsageError('no seed is a web address', { hint: 'give addresses such as https://example.org/' });
  return [...seeds];
}

function createContext(
  parts: CrawlParts,
  plan: CrawlPlan,
  seeds: readonly string[],
  { stop, cut }: Endings,
  { resumed, actions = [] }: CrawlStart,
): CrawlContext {
  const { frontier, priority } = parts.queue;
  const { sink, batch } = parts.record;
  const { clock } = parts;
  const { state, remembered } = resumed ?? {};
  const activity = createActivity(clock);
  const progress = (): void =>
    parts.watch.progress?.({ ...tally.counts(), ...given({ remaining: survey?.estimate }) }, plan.maxPages);
  const tally = createTally(frontier, state?.tally);
  const scope = scopeOf(plan, seeds, state);
  const survey = surveyOf(plan, scope, state);
  const runStartedAt = clock.now();
  const politeness = createPoliteness(clock, plan.pause);
  const busyHosts = createBusyHosts(clock, plan.backoff, parts.queue.memory);
  for (const [host, wait] of busyHosts.resting()) politeness.putOff(host, wait);
  parts.watch.watchHosts?.((most) => politeness.standing(most));
  const steering = createSteering(actions);
  const acceptance = acceptanceOf(parts, steering);
  const context: CrawlContext = {
    parts,
    plan,
    steering,
    politeness,
    busyHosts,
    contacts: createFirstContacts(clock),
    pageWatch: watchPages(parts, plan, remembered),
    hostPages: new Map(remembered?.hostPages),
    scope,
    tally,
    activity,
    elsewhere: { fetched: 0, bytes: 0 },
    acceptance,
    ...rejudgingOf(parts, acceptance, state),
    ...retrainingOf(parts, steering, stop.signal),
    ...given({ survey, renderChoice: parts.web.rendering && createRenderChoice(parts.web.rendering) }),
    stopWatch: createStopWatch(plan.until),
    recorder: createRecorder({
      ...{ clock, priority, sink, batch, tally, progress },
      commit: () => frontier.commit(),
      failed: () => cut.abort(),
      sequence: state?.sequence ?? 0,
    }),
    startedAt: state?.startedAt ?? runStartedAt,
    runStartedAt,
    secondsBefore: state?.seconds ?? 0,
    signal: stop.signal,
    cut: cut.signal,
  };
  parts.queue.crew?.adjustBy((entry) => asWanted(entry, steering));
  steerAgain(context, actions);
  return context;
}

function scopeOf(plan: CrawlPlan, seeds: readonly string[], state: CrawlState | undefined): ScopeCheck {
  const scope = createScope(seeds, plan.scope);
  for (const seed of state?.scope ?? []) scope.add(seed);
  return scope;
}

/** People can move any threshold; where nobody can ask for anything, only the judge does. */
function acceptanceOf(
  { judging: { judge }, steer: { control } }: CrawlParts,
  steering: Steering,
): Acceptance | undefined {
  return control === undefined ? judge.acceptance : steeredAcceptance(judge.acceptance, steering);
}

function surveyOf(
  { survey, maxLinks, maxPagesPerHost, admits }: CrawlPlan,
  scope: ScopeCheck,
  state: CrawlState | undefined,
): CrawlContext['survey'] {
  const isInside = (url: string): boolean => scope.includes(url) && admits(url);
  return survey && createSurvey(survey, { maxLinks, maxPagesPerHost, isInside }, state?.survey);
}

/** Brings what is learned from events to where an earlier run of the crawl ended. */
async function lookBack(context: CrawlContext, resumed: CrawlStart['resumed']): Promise<void> {
  const { plan, survey, renderChoice } = context;
  const isWanted = survey !== undefined || renderChoice !== undefined || (plan.until ?? []).length > 0;
  if (resumed?.events === undefined || !isWanted) return;
  for await (const event of resumed.events()) learnFrom(event, context);
}

/** The condition that the crawl has met. */
function doneEnough(context: CrawlContext): string | undefined {
  const { plan, parts, tally, elsewhere, survey, stopWatch } = context;
  if (plan.until === undefined || plan.until.length === 0) return undefined;
  const [fetched, bytes] = [tally.fetched + elsewhere.fetched, tally.bytes + elsewhere.bytes];
  const holds = (file: string): boolean => parts.steer.holds?.(file) === true;
  const seconds = secondsSoFar(context);
  return stopWatch.met({ fetched, bytes, seconds, estimate: survey?.estimate, holds })?.text;
}

function rejudgingOf(
  { judging: { judged } }: CrawlParts,
  acceptance: Acceptance | undefined,
  state: CrawlState | undefined,
): Pick<CrawlContext, 'rejudging'> {
  if (acceptance === undefined || judged === undefined) return {};
  return { rejudging: createRejudging(acceptance, state?.rejudging) };
}

/** Where people can say something of pages, models can be trained with it. */
function retrainingOf(
  { judging: { trainer, judged }, steer: { control }, logger }: CrawlParts,
  steering: Steering,
  signal: AbortSignal,
): Pick<CrawlContext, 'retraining'> {
  if (trainer === undefined || control === undefined || judged === undefined) return {};
  return { retraining: createRetraining(trainer, steering.model(), logger, signal) };
}

/** The watch over pages, with what an earlier run of the crawl saw. */
function watchPages(
  { queue: { frontier, memory = NO_MEMORY } }: CrawlParts,
  { urlRules, nearDuplicates }: CrawlPlan,
  { fingerprints, unusable }: Remembered = { hostPages: new Map(), fingerprints: new Map(), unusable: [] },
): PageWatch {
  const normalise = (written: string): string | undefined => normaliseUrl(written, urlRules);
  const pageWatch = createPageWatch({ frontier, normalise, nearDuplicates, memory });
  for (const [url, written] of fingerprints) pageWatch.accepted(url, readFingerprint(written));
  for (const url of unusable) pageWatch.unusable(url);
  return pageWatch;
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
  const { parts } = context;
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
    context.activity.goesOn();
    context.politeness.begin(hostOf(entry.url));
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

  parts.steer.control?.onNews(() => wake());
  context.retraining?.onEnd(() => wake());
  const fail = (thrown: unknown): void => {
    failures.push(thrown);
    cut.abort();
  };
  const finding = startFinding(find, context, () => wake(), fail);
  const turn = async (): Promise<'over' | undefined> => {
    await takeCommands(context, stop);
    // Visits may end meanwhile, so check afterwards whether pages are to be judged again.
    await meetCrew(context);
    await again.slice(() => takeCommands(context, stop));
    while (start());
    if (context.steering.isPaused()) idle.busy();
    const over = running.size === 0 && !again.isDue ? whyOver(context, finding, idle, choice) : undefined;
    if (over !== undefined) {
      gaveUp = over.gaveUp;
      // A client that is notified of the last pages may still send a command.
      await context.recorder.flush();
      return (await parts.steer.control?.look()) === true ? undefined : 'over';
    }
    await somethingChanges(context, running.size, choice, again.step, (ring) => (wake = ring));
    return undefined;
  };
  try {
    while (!stop.signal.aborted && (await turn()) !== 'over');
  } catch (thrown) {
    // Visits that are under way, and the batch that waits to be written, end before the crawl's files are closed.
    fail(thrown);
  }
  await finding.close();
  // What was received is judged and kept, and what was asked for is received.
  const deadline = setTimeout(() => cut.abort(), 1000 * context.plan.stopWithin);
  await Promise.all(running);
  await again.end().catch((thrown: unknown) => failures.push(thrown));
  clearTimeout(deadline);
  await context.recorder.flush().catch((thrown: unknown) => failures.push(thrown));
  if (failures.length > 0) throw failures[0];
  return gaveUp;
}

/** Whether the crawl is over, and why it gave up, if it did. Asked while no visit is under way. */
function whyOver(
  context: CrawlContext,
  finding: Finding,
  idle: IdleWatch,
  choice: UrlChoice,
): { readonly gaveUp: GaveUp | undefined } | undefined {
  const { steering, retraining, parts } = context;
  // A model that is almost trained judges the results.
  if (steering.isPaused() || retraining?.isUnderWay === true) return undefined;
  const hasNoPages = !hasRoom(context, 0) && !awaitsPages(context);
  if (hasNoPages) return { gaveUp: undefined };
  if (finding.isUnderWay) return undefined;
  if (parts.queue.frontier.count('queued') === 0) return { gaveUp: undefined };
  const gaveUp = idle.givesUp(choice);
  return gaveUp && { gaveUp };
}

/** May one more visit be started? Running ones count as pages, since most of them will have been requests. */
function hasRoom(context: CrawlContext, running: number): boolean {
  const { plan, tally } = context;
  // Pages that wait for a browser hold no host; one after the other is visited as long as one at a time is wanted.
  const aside = plan.concurrency === 1 ? 0 : (context.renderChoice?.aside ?? 0);
  const isWithin = tally.fetched + running < requestLimit(context) && running - aside < plan.concurrency;
  return isWithin && isOpen(context);
}

/** May visits be started, as far as anything but their number goes? */
function isOpen(context: CrawlContext): boolean {
  if (context.steering.isPaused()) return false;
  return doneEnough(context) === undefined && secondsLeft(context) > 0;
}

/** Milliseconds between two looks whether other workers have left pages to this one. */
const PAGES_AGAIN = 200;

/** Whether the pages that this worker may request are used up, and it may get some of other workers. */
function awaitsPages(context: CrawlContext): boolean {
  return context.parts.queue.crew?.mayRise === true && isOpen(context);
}

/**
 * Waits until a visit ends, it is time for the next one, a page was judged again, or the time is over, whichever comes first.
 */
async function somethingChanges(
  context: CrawlContext,
  running: number,
  choice: UrlChoice,
  step: Promise<unknown> | undefined,
  onRing: (ring: () => void) => void,
): Promise<void> {
  const { clock } = context.parts;
  // An abort since this turn began has rung already: of a paused crawl nothing else would.
  if (context.signal.aborted) return;
  const wait = hasRoom(context, running) ? choice.wait() : awaitsPages(context) ? PAGES_AGAIN : undefined;
  context.activity.rests(wait === undefined ? undefined : clock.now() + wait, running);
  const timer = wait === undefined ? undefined : new AbortController();
  await new Promise<void>((resolve) => {
    onRing(resolve);
    step?.then(
      () => resolve(),
      () => resolve(),
    );
    if (wait !== undefined)
      void clock.sleep(Math.min(wait, 1000 * secondsLeft(context)), timer?.signal).then(resolve);
  });
  // Without a reason an exception is made for each.
  timer?.abort('over');
}

function endOf(context: CrawlContext, queued: number, gaveUp: GaveUp | undefined): CrawlSummary['ended'] {
  const { plan, parts, tally } = context;
  const { fetched, rejectedWithLinks: rejected } = tally;
  if (gaveUp !== undefined) return 'gave-up';
  if (queued > 0) return fetched >= requestLimit(context) ? 'max-pages' : 'max-seconds';
  if (plan.follow === 'accepted' && rejected > 0 && fetched < plan.maxPages)
    parts.logger.warn(
      `no links of accepted pages are left after ${fetched} requests; links of ${rejected} rejected pages were not followed`,
    );
  return 'nothing-left';
}

function summarise(context: CrawlContext, gaveUp: GaveUp | undefined): CrawlSummary {
  const { parts, tally, signal, startedAt, survey } = context;
  const endedAt = parts.clock.now();
  const counts = tally.counts();
  const until = signal.aborted ? undefined : doneEnough(context);
  const ended = until === undefined ? endOf(context, counts.queued, gaveUp) : 'until';
  return {
    ...counts,
    ...given({ remaining: survey?.estimate, until }),
    ...(ended === 'gave-up' && !signal.aborted ? given({ gaveUp }) : {}),
    ended: signal.aborted ? 'interrupted' : ended,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    seconds: secondsSoFar(context),
    links: tally.state().links,
  };
}
