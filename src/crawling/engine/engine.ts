import { setMaxListeners } from 'node:events';
import { BEFORE_ALL } from '../../model/crawl-event.js';
import { messageOf, UsageError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { sum } from '../../support/statistics.js';
import { createScope, hostOf, normaliseUrl } from '../urls/urls.js';
import { createPageWatch } from '../pages/page-watch.js';
import { createBusyHosts } from '../politeness/busy-hosts.js';
import { createFirstContacts, createPoliteness } from '../politeness/politeness.js';
import { createSteering } from '../steering/steering.js';
import { activityOf } from './activity.js';
import { steeredAcceptance, type Crawl, type CrawlStart } from './crawl-context.js';
import type { CrawlSummary } from './crawl-counts.js';
import type { CrawlDeps, CrawlPlan, FindUrls } from './crawl-types.js';
import { countsOf } from './feature.js';
import { enqueueFound, findUrls } from './found-urls.js';
import { judgeAgain, mustJudgeAgain } from './judge-again.js';
import { Recorder } from './recorder.js';
import { Rejudging } from './rejudging.js';
import { createExploration } from './exploration.js';
import { learnFrom } from './settle.js';
import { createStopWatch } from './stop-condition.js';
import { Tally } from './tally.js';
import { steerAgain, takeCommands } from './take-commands.js';
import { requestLimit, secondsLeft, secondsSoFar, UrlChoice } from './url-choice.js';
import { visit } from './visit.js';

/**
 * Takes the best URL whose host may be contacted now, until nothing is left, a limit is reached, or the signal is aborted. Each URL
 * that comes to its end has one event, and a further one where its verdict changes. After an abort, pages under way come to their
 * end within `stopWithin` seconds, or are queued again. With concurrency 1 and an injected clock, the same web gives the same events.
 * @throws UsageError when no seed is a web address; OutputError when the sink fails, after everything was stopped
 */
export async function crawl(
  deps: CrawlDeps,
  plan: CrawlPlan,
  signal?: AbortSignal,
  start: CrawlStart = {},
): Promise<CrawlSummary> {
  const seeds = usableSeeds(plan, deps);
  const context = createContext(deps, plan, seeds, start);
  const { stop, cut, features } = context;
  const interrupt = (): void => stop.abort();
  cut.signal.addEventListener('abort', interrupt, { once: true });
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    if (signal?.aborted === true) interrupt();
    deps.watchActivity?.(() => activityOf(context));
    // Replays the events of earlier runs, so that learning resumes where it stopped.
    const isWanted = features.some(({ ended }) => ended !== undefined) || plan.until.length > 0;
    if (isWanted) for await (const event of start.resumed?.events?.() ?? []) learnFrom(event, context);
    for (const url of seeds)
      deps.frontier.enqueue({ url, depth: 0, priority: { value: BEFORE_ALL, reason: 'seed' } });
    enqueueFound(start.found ?? [], context);
    await deps.frontier.commit();
    return summarise(context, await new CrawlLoop(context).run(start.find));
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
}

function usableSeeds({ seeds: given, keepParameters }: CrawlPlan, { logger }: CrawlDeps): readonly string[] {
  const seeds = new Set<string>();
  for (const seed of given) {
    const url = normaliseUrl(seed.split('#', 1).join(''), keepParameters);
    if (url !== undefined) seeds.add(url);
    else logger.warn(`seed '${seed}' is not a web address (http://… or https://…); it is left out`);
    if (/#!?\//.test(seed)) logger.warn(`seed '${seed}': what follows # is cut, since no server gets it`);
  }
  if (seeds.size === 0)
    throw new UsageError('no seed is a web address', { hint: 'give addresses such as https://example.org/' });
  return [...seeds];
}

/** The condition that the crawl has met. */
function metCondition({ features, stopWatch }: Crawl): string | undefined {
  return stopWatch.met(countsOf(features).remaining)?.text;
}

/** Milliseconds for which free hosts are not contacted while pages are judged again. */
const SLICE = 50;

/** Starts visits as hosts become free, and waits for all of them in the end. */
class CrawlLoop {
  private readonly choice: UrlChoice;
  private readonly failures: unknown[] = [];
  /** Work next to the visits, while it lasts. */
  private readonly background = new Map<'finding' | 'judging', Promise<void>>();
  private busyAt: number;

  constructor(private readonly context: Crawl) {
    this.choice = new UrlChoice(context);
    this.busyAt = context.deps.clock.now();
    context.stop.signal.addEventListener('abort', () => context.wake());
    context.deps.control?.onNews(() => context.wake());
  }

  /** @returns true if it gave up @throws the first failure; the others become warnings */
  async run(find: FindUrls | undefined): Promise<boolean> {
    const { stop, cut, running, recorder, plan, deps } = this.context;
    const ending = new AbortController();
    const signal = AbortSignal.any([stop.signal, ending.signal]);
    if (find !== undefined) this.begin('finding', findUrls(find, this.context, signal));
    let over: 'over' | 'gave-up' | undefined;
    try {
      while (!stop.signal.aborted && over === undefined) over = await this.turn();
    } catch (thrown) {
      // Visits that are under way, and the batch that waits to be written, end before the crawl's files are closed.
      this.fail(thrown);
    }
    ending.abort();
    // What was received is judged and kept, and what was asked for is received.
    const deadline = setTimeout(() => cut.abort(), 1000 * plan.stopWithin);
    await Promise.all([...running, ...this.background.values()]);
    clearTimeout(deadline);
    await recorder.flush().catch((thrown: unknown) => void this.failures.push(thrown));
    // After one failure to write, all visits under way fail alike.
    for (const message of [...new Set(this.failures.map(messageOf))].slice(1)) deps.logger.warn(message);
    if (this.failures.length > 0) throw this.failures[0];
    return over === 'gave-up';
  }

  private async turn(): Promise<'over' | 'gave-up' | undefined> {
    const { context } = this;
    const { deps, features, steering, rejudging, recorder, running } = context;
    await takeCommands(context);
    await this.judgeAgainIfDue();
    const wasIdle = running.size === 0;
    for (const feature of features) await feature.beforeChoice?.();
    while (this.startVisit());
    if (steering.isPaused()) this.busyAt = deps.clock.now();
    const over = this.whyOver();
    if (over === undefined) await waitForChange(context, this.choice);
    // The visits that have ended meanwhile may give features something to do.
    if (over === undefined || !wasIdle || rejudging?.demandLast(context.tally.now.states.done) === true)
      return undefined;
    // A client that is notified of the last pages may still send a command.
    await recorder.flush();
    return (await deps.control?.look()) === true ? undefined : over;
  }

  /** Continues after a slice of time, while pages are still judged. Simulated time stands still until all are judged. */
  private async judgeAgainIfDue(): Promise<void> {
    const { context, background } = this;
    const { clock, untimed = <T>(work: Promise<T>): Promise<T> => work } = context.deps;
    if (!background.has('judging') && !mustJudgeAgain(context)) return;
    const timer = new AbortController();
    let [isOver, slice] = [false, undefined as Promise<void> | undefined];
    while (background.has('judging') || mustJudgeAgain(context)) {
      if (!background.has('judging')) this.begin('judging', untimed(judgeAgain(context)));
      if (isOver) break;
      slice ??= clock.sleep(SLICE, timer.signal).then(() => void (isOver = true));
      await Promise.race([background.get('judging'), slice]);
      // What was asked for meanwhile comes before further visits.
      await takeCommands(context);
      if (context.stop.signal.aborted) break;
    }
    timer.abort('over');
  }

  private startVisit(): boolean {
    const { context } = this;
    const entry = hasRoom(context) ? this.choice.next() : undefined;
    if (entry === undefined) return false;
    context.rest = undefined;
    context.politeness.begin(hostOf(entry.url));
    const visiting: Promise<void> = visit(entry, context)
      .catch((thrown: unknown) => this.fail(thrown))
      .finally(() => {
        context.running.delete(visiting);
        this.busyAt = context.deps.clock.now();
        context.wake();
      });
    context.running.add(visiting);
    return true;
  }

  private begin(name: 'finding' | 'judging', work: Promise<void>): void {
    const ended = work
      .catch((thrown: unknown) => this.fail(thrown))
      .finally(() => {
        this.background.delete(name);
        this.context.wake();
      });
    this.background.set(name, ended);
  }

  private fail(thrown: unknown): void {
    this.failures.push(thrown);
    this.context.cut.abort();
  }

  private whyOver(): 'over' | 'gave-up' | undefined {
    const { context, background } = this;
    const { running, steering, pending, deps } = context;
    if (running.size > 0 || background.has('judging') || mustJudgeAgain(context) || steering.isPaused())
      return undefined;
    // A model that is almost trained, for instance, judges the results.
    if (pending.size > 0) return undefined;
    if (!hasRoom(context) && !awaitsPages(context)) return 'over';
    if (background.has('finding')) return undefined;
    if (deps.frontier.counts().queued === 0) return 'over';
    return this.choice.givesUp(deps.clock.now() - this.busyAt) ? 'gave-up' : undefined;
  }
}

/** True if one more visit may be started. Running ones count as pages, since most of them will have been requests. */
function hasRoom(context: Crawl): boolean {
  const { plan, tally, running } = context;
  // One after the other is visited as long as one at a time is wanted.
  const aside =
    plan.concurrency === 1 ? 0 : sum(context.asides.map(({ working, most }) => Math.min(working, most)));
  const isWithin = tally.now.fetched + running.size < requestLimit(context);
  return isWithin && running.size - aside < plan.concurrency && mayVisit(context);
}

function mayVisit(context: Crawl): boolean {
  return !context.steering.isPaused() && metCondition(context) === undefined && secondsLeft(context) > 0;
}

/** Milliseconds between two looks whether other workers have left pages to this one. */
const PAGES_AGAIN = 200;

/** True if this worker has used its page budget but may receive more. */
function awaitsPages(context: Crawl): boolean {
  return context.deps.crew?.mayRise === true && mayVisit(context);
}

/** Waits until something changes, such as the end of a visit, it is time for the next one, or the time is over. */
async function waitForChange(context: Crawl, choice: UrlChoice): Promise<void> {
  const { stop, deps, rest } = context;
  const { clock, control } = deps;
  // What came since this turn began has rung already: of a paused crawl nothing else would.
  if (stop.signal.aborted || control?.hasNews() === true) return;
  const wait = hasRoom(context) ? choice.wait() : awaitsPages(context) ? PAGES_AGAIN : undefined;
  const until = wait === undefined ? undefined : clock.now() + wait;
  context.rest = { since: rest?.since ?? clock.now(), until };
  const timer = new AbortController();
  await new Promise<void>((resolve) => {
    context.wake = resolve;
    if (wait !== undefined)
      void clock.sleep(Math.min(wait, 1000 * secondsLeft(context)), timer.signal).then(resolve);
  });
  // Without a reason an exception is made for each.
  timer.abort('over');
}

function endOf(context: Crawl, queued: number, gaveUp: boolean): CrawlSummary['ended'] {
  if (gaveUp) return 'gave-up';
  const { plan, deps, tally } = context;
  if (queued > 0) return tally.now.fetched >= requestLimit(context) ? 'max-pages' : 'max-seconds';
  const { rejectedWithLinks: rejected } = tally;
  if (plan.follow === 'accepted' && rejected > 0)
    deps.logger.warn(
      `no links of accepted pages are left after ${tally.now.fetched} requests; links of ${rejected} rejected pages were not followed`,
    );
  return 'nothing-left';
}

function summarise(context: Crawl, gaveUp: boolean): CrawlSummary {
  const { deps, tally, stop, startedAt, features } = context;
  const counts = tally.counts();
  const isInterrupted = stop.signal.aborted;
  const until = isInterrupted ? undefined : metCondition(context);
  const ended = until === undefined ? endOf(context, counts.queued, gaveUp) : 'until';
  return given({
    ...{ ...counts, ...countsOf(features), until, ended: isInterrupted ? ('interrupted' as const) : ended },
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(deps.clock.now()).toISOString(),
    ...{ seconds: secondsSoFar(context), links: { ...tally.now.links } },
  });
}

function createContext(deps: CrawlDeps, plan: CrawlPlan, seeds: readonly string[], start: CrawlStart): Crawl {
  const { frontier, clock, judge, judged, control, memory } = deps;
  const { state, remembered } = start.resumed ?? {};
  const [stop, cut] = [new AbortController(), new AbortController()];
  // One listener for each running fetch and each wait.
  setMaxListeners(0, stop.signal, cut.signal);
  const steering = createSteering(start.actions);
  // People can move any threshold; where nobody can ask for anything, only the judge does.
  const acceptance = control === undefined ? judge.acceptance : steeredAcceptance(judge.acceptance, steering);
  const tally = new Tally(frontier, state?.tally, remembered?.acceptedHosts);
  const recording = {
    ...{ ...deps, tally, commit: () => frontier.commit(), failed: () => cut.abort() },
    progress: () => deps.progress?.({ ...tally.counts(), ...countsOf(context.features) }, plan.maxPages),
  };
  const normalise = (written: string): string | undefined => normaliseUrl(written, plan.keepParameters);
  const context: Crawl = {
    ...{ deps, plan, steering, acceptance, tally, stop, cut, features: [] },
    ...{ running: new Set(), pending: new Set(), asides: [] },
    politeness: createPoliteness(clock, plan.pause),
    busyHosts: createBusyHosts(clock, plan.backoff, memory),
    contacts: createFirstContacts(),
    exploration: deps.priority.explores === true ? createExploration(memory, tally.now.fetched) : undefined,
    hostPages: new Map(remembered?.hostPages),
    scope: createScope(seeds, plan.scope),
    pageWatch: createPageWatch({ normalise, nearDuplicates: plan.nearDuplicates, ...given({ memory }) }),
    rejudging: acceptance && judged && new Rejudging(acceptance, state?.rejudging),
    recorder: new Recorder(recording, state?.sequence),
    stopWatch: createStopWatch(plan.until),
    startedAt: state?.startedAt ?? clock.now(),
    ...{ runStartedAt: clock.now(), secondsBefore: state?.seconds ?? 0 },
    ...{ wake: () => undefined, judgingAgain: undefined, rest: undefined },
  };
  begin(context, start);
  return context;
}

/** Brings a crawl to where earlier runs left it, and begins its features. */
function begin(context: Crawl, { resumed, actions = [], features = [] }: CrawlStart): void {
  const { politeness, busyHosts, scope, pageWatch, deps } = context;
  for (const [host, wait] of busyHosts.resting()) politeness.putOff(host, wait);
  for (const seed of resumed?.state.scope ?? []) scope.add(seed);
  for (const page of resumed?.remembered.accepted ?? []) pageWatch.accepted(page);
  deps.watchHosts?.((most) => politeness.standing(most));
  const states: Readonly<Record<string, unknown>> = { ...resumed?.state };
  context.features = features.map((feature) => ({
    ...feature.begin(context, states[feature.name]),
    name: feature.name,
  }));
  steerAgain(context, actions);
}
