import { z } from 'zod';
import { archiveSize } from '../../web/archive/names.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import { createSteering } from '../../crawling/steering/steering.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { isCrawlRunning, readBestValue, readStanding } from '../../crawling/store/crawl-store.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { CrawlState } from '../../crawling/engine/crawl-types.js';
import { type CrawlCounts, type CrawlSummary, recentRate } from '../../crawling/engine/crawl-counts.js';
import { activityText } from '../../crawling/view/activity-text.js';
import { droughtOf, type Drought, type DroughtCrawl } from '../../crawling/view/drought.js';
import { whyNoPage, readEvents } from '../../crawling/store/result-folder.js';
import { countsOf, createTally, NOTHING_COUNTED, NOTHING_QUEUED } from '../../crawling/engine/tally.js';
import { isTimeSimulated } from './setup/simulated-time.js';
import { CRAWL_ENDS } from '../../model/crawl-event.js';
import { strategyOf } from '../../judging/plugins/built-in-strategies.js';
import { PARTS } from '../../judging/parts.js';
import type { RemainingPages } from '../../model/remaining-pages.js';
import type { CrawlModel } from '../../model/steering.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { checkArguments } from '../../support/check-arguments.js';
import { pointInTime } from '../../support/time/retry-after.js';

/** State of a crawl, running or not. */
export interface CrawlStatus {
  /** Of several topics: their names, separated by commas. */
  readonly topic: string;
  readonly out: string;
  /** Of a crawl that several workers share: what the folder holds of it; the counts are of that alone. */
  readonly part?: string;
  /** stopped: it was killed or failed, and can be resumed. */
  readonly state: 'running' | 'stopped' | CrawlSummary['ended'];
  /** True if people paused it: it requests nothing until they resume it, not even with --resume. */
  readonly paused: boolean;
  /** Current work and waits, in words; absent while it requests pages. */
  readonly occupation?: string;
  /** The condition that ended it. */
  readonly until?: string;
  readonly counts: CrawlCounts;
  /** Present where none of the last requests brought an accepted page: what may help. */
  readonly drought?: Drought;
  readonly maxPages: number;
  /** Absent where the time is not limited. */
  readonly maxSeconds?: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Of the last event; absent before the first. */
  readonly lastEventAt?: string;
  /** For how long it ran, up to the last event. */
  readonly seconds: number;
  /** Requests per second, over all that time. */
  readonly rate: number;
  /** Requests per second over the last 30 seconds; absent where it is not running. */
  readonly recentRate?: number;
  /** True if times and seconds are simulated: those of a stored web or of archives. */
  readonly simulatedTime: boolean;
  /** The model that judges since it was trained with people's answers; absent while that is the topic's. */
  readonly model?: CrawlModel;
  /** From how many answers on a model is trained with them, or why none is; absent without a topic. */
  readonly retraining?: { readonly from: number } | { readonly whyNot: string };
  /** Pages that people have given a verdict on. */
  readonly answers: number;
  /** Archive of `--warc` so far; absent if it was not given. */
  readonly archive?: { readonly files: number; readonly bytes: number };
  /** Present where not a single page could be fetched and read so far: why, a line for each reason. */
  readonly noPage?: readonly string[];
}

const searchesSchema = z.custom<NonNullable<CrawlCounts['searches']>>((counts) => typeof counts === 'object');
const searchState = z.object({ search: z.object({ counts: searchesSchema }) });

function searchesIn(state: CrawlState | undefined): CrawlCounts['searches'] {
  return searchState.safeParse(state).data?.search.counts;
}

const endSchema = z.object({
  summary: z
    .object({
      ended: z.enum(CRAWL_ENDS),
      until: z.string().optional(),
      // After the last event, a crawl may have asked more.
      searches: searchesSchema.optional(),
    })
    .optional(),
});

const descriptionSchema = endSchema.extend({
  topic: z.union([z.string(), z.array(z.string())]),
  // Crawls of earlier versions do not say it.
  retraining: z.union([z.object({ from: z.number() }), z.object({ whyNot: z.string() })]).optional(),
  startedAt: pointInTime,
  settings: z.object({
    kb: z.string().optional(),
    strategy: z.string().optional(),
    maxPages: z.number(),
    maxSeconds: z.number().optional(),
    web: z.unknown().optional(),
  }),
  shared: z.object({ name: z.string(), worker: z.number() }).optional(),
  collected: z.string().optional(),
});

type Description = z.output<typeof descriptionSchema>;

type Limits = Pick<CrawlStatus, 'maxPages' | 'maxSeconds'>;

/** The last estimate of how many relevant pages are left, where the crawl made one. */
async function remainingIn(state: CrawlState | undefined): Promise<RemainingPages | undefined> {
  if (state === undefined) return undefined;
  return (await PARTS.survey()).estimateIn(state);
}

/** @throws InputError where no crawl was begun */
export async function crawlStatus(out: string, deps: { readonly clock?: Clock } = {}): Promise<CrawlStatus> {
  checkArguments('crawlStatus', { out: [out, 'string'], deps: [deps, 'object'] });
  const { clock = systemClock } = deps;
  const description = await readDescription(out, descriptionSchema);
  if (description.shared !== undefined || description.collected !== undefined)
    return partStatus(out, description, clock);
  const { topic, retraining, summary } = description;
  const steering = createSteering(await readActions(out));
  const { plan, running, state, queued, hosts, hostsWaiting, activity } = readStanding(out);
  const tally = state?.tally ?? NOTHING_COUNTED;
  const { settings, startedAt } = plan as { settings: Limits; startedAt: number };
  const archive = await archiveSize(out);
  const counts = { ...countsOf(tally), queued, hosts, hostsWaiting: running ? hostsWaiting : 0 };
  return {
    topic: [topic].flat().join(', '),
    out,
    ...endOf(running, summary),
    paused: steering.isPaused(),
    ...occupationOf(activity, timeOf(state?.time ?? startedAt, isTimeSimulated(description.settings), clock)),
    model: steering.model(),
    retraining,
    answers: steering.verdicts().size,
    counts: {
      ...counts,
      remaining: await remainingIn(state),
      taught: steering.taught(),
      searches: summary?.searches ?? searchesIn(state),
    },
    drought: droughtIn(out, counts, description, running ? 'now' : 'later', () =>
      bestRelevance(out, description.settings),
    ),
    maxPages: settings.maxPages,
    maxSeconds: settings.maxSeconds,
    startedAt: new Date(startedAt).toISOString(),
    ...timesOf(state, running, isTimeSimulated(description.settings), clock),
    archive,
    ...(state !== undefined && tally.states.done === 0 ? { noPage: await whyNoPage(out) } : {}),
  };
}

/** Times in the state of a crawl. */
function timesOf(
  state: Pick<CrawlState, 'time' | 'seconds' | 'tally'> | undefined,
  running: boolean,
  simulatedTime: boolean,
  clock: Clock,
): Pick<CrawlStatus, 'lastEventAt' | 'seconds' | 'rate' | 'recentRate' | 'simulatedTime'> {
  if (state === undefined) return { seconds: 0, rate: 0, simulatedTime };
  const { time, seconds, tally } = state;
  const now = timeOf(time, simulatedTime, clock);
  return {
    lastEventAt: new Date(time).toISOString(),
    seconds,
    rate: seconds === 0 ? 0 : tally.fetched / seconds,
    ...(running ? { recentRate: recentRate(tally.recentRequests, now, seconds + (now - time) / 1000) } : {}),
    simulatedTime,
  };
}

/**
 * Current work of a crawl, in words, if there is something to say.
 * @param now milliseconds of the crawl's clock
 */
function occupationOf(activity: CrawlActivity | undefined, now: number): Pick<CrawlStatus, 'occupation'> {
  const occupation = activityText(activity ?? {}, now).join('; ');
  return occupation === '' ? {} : { occupation };
}

/** The status of what a folder holds of a shared crawl, whose queue is in a database: from the events. */
async function partStatus(out: string, description: Description, clock: Clock): Promise<CrawlStatus> {
  const { topic, summary, startedAt, settings, shared, collected } = description;
  const tally = createTally(NOTHING_QUEUED);
  let lastEventAt: string | undefined;
  for await (const event of readEvents(out)) {
    tally.countEvent(event);
    lastEventAt = event.time;
  }
  const counts = tally.counts();
  const steering = createSteering(await readActions(out));
  const time = lastEventAt === undefined ? undefined : Date.parse(lastEventAt);
  const state =
    time === undefined
      ? undefined
      : { time, seconds: (time - Date.parse(startedAt)) / 1000, tally: tally.state() };
  const archive = await archiveSize(out);
  const end = endOf(isCrawlRunning(out), summary);
  return {
    topic: [topic].flat().join(', '),
    out,
    part: partName(shared, collected),
    ...end,
    paused: steering.isPaused(),
    answers: steering.verdicts().size,
    counts,
    drought: droughtIn(out, counts, description, end.state === 'running' ? 'now' : 'never'),
    ...{ maxPages: settings.maxPages, maxSeconds: settings.maxSeconds },
    startedAt,
    ...timesOf(state, end.state === 'running', isTimeSimulated(settings), clock),
    archive,
  };
}

function droughtIn(
  out: string,
  counts: CrawlCounts,
  { topic, settings }: Description,
  takes: DroughtCrawl['takes'],
  bestRelevance?: DroughtCrawl['bestRelevance'],
): Drought | undefined {
  return droughtOf({ out, counts, topics: [topic].flat(), kb: settings.kb, takes, bestRelevance });
}

/** The greatest expected relevance of a queued URL, where the strategy tells; what people put first has none. */
function bestRelevance(out: string, { strategy }: Description['settings']): number | undefined {
  const value = strategyOf(strategy ?? '').expectsRelevance === true ? readBestValue(out) : undefined;
  return value !== undefined && value >= 0 && value <= 1 ? value : undefined;
}

function partName(shared: Description['shared'], collected: string | undefined): string {
  if (shared === undefined) return `collected from the workers of '${collected ?? ''}'`;
  const { worker, name } = shared;
  return `worker ${worker} of '${name}' alone; for all: sfwc shared status ${name} --frontier URL`;
}

/** The time of a crawl that runs. Simulated time stands still between events. */
function timeOf(lastEvent: number, isSimulated: boolean, clock: Clock): number {
  return isSimulated ? lastEvent : Math.max(lastEvent, clock.now());
}

/** End of a crawl: the reason, `running`, `stopped`, or the condition that ended it. @throws InputError */
export async function endOfCrawl(out: string): Promise<string> {
  const { summary } = await readDescription(out, endSchema);
  const { state, until } = endOf(isCrawlRunning(out), summary);
  return until === undefined ? state : `reached --until '${until}'`;
}

function endOf(
  running: boolean,
  summary: z.output<typeof endSchema>['summary'],
): Pick<CrawlStatus, 'state' | 'until'> {
  if (running) return { state: 'running' };
  return summary === undefined ? { state: 'stopped' } : { state: summary.ended, until: summary.until };
}
