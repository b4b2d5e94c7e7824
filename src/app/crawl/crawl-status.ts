import { z } from 'zod';
import type { CrawlCounts, CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import type { CrawlState } from '../../crawling/engine/crawl-types.js';
import { countsOf, NOTHING_COUNTED, NOTHING_QUEUED, Tally } from '../../crawling/engine/tally.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import { createSteering } from '../../crawling/steering/steering.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { isCrawlRunning, readStanding } from '../../crawling/store/crawl-store.js';
import { readEvents, whyNoPage } from '../../crawling/store/result-folder.js';
import { activityText } from '../../crawling/engine/activity.js';
import { PARTS } from '../../judging/parts.js';
import { CRAWL_ENDS } from '../../model/crawl-event.js';
import type { CrawlModel } from '../../model/steering.js';
import { archiveSize } from '../../web/archive/names.js';
import { pointInTime } from '../../support/time/retry-after.js';

/** State of a crawl, running or not. Times are ISO 8601, UTC; `seconds` last up to the last event, `rate` is requests a second. */
export interface CrawlStatus {
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
  readonly until?: string;
  readonly counts: CrawlCounts;
  readonly maxPages: number;
  readonly maxSeconds?: number;
  readonly startedAt: string;
  readonly lastEventAt?: string;
  readonly seconds: number;
  readonly rate: number;
  /** True if times and seconds are simulated: those of a stored web or of archives. */
  readonly simulatedTime: boolean;
  /** The model that judges since it was trained with people's answers; absent while that is the topic's. */
  readonly model?: CrawlModel;
  /** From how many answers on a model is trained with them, or why none is. */
  readonly retraining?: { readonly from: number } | { readonly whyNot: string };
  /** Pages that people have given a verdict on. */
  readonly answers: number;
  /** Archive of `--warc` so far; absent if it was not given. */
  readonly archive?: { readonly files: number; readonly bytes: number };
  /** Present where not a single page could be fetched and read so far: why, a line for each reason. */
  readonly noPage?: readonly string[];
}

const searches = z
  .custom<NonNullable<CrawlCounts['searches']>>((counts) => typeof counts === 'object')
  .optional();
const searchState = z.object({ search: z.object({ counts: searches }) });
const endSchema = z.object({
  // After the last event, a crawl may have asked more.
  summary: z.object({ ended: z.enum(CRAWL_ENDS), until: z.string().optional(), searches }).optional(),
});

const descriptionSchema = endSchema.extend({
  topic: z.union([z.string(), z.array(z.string())]),
  retraining: z.union([z.object({ from: z.number() }), z.object({ whyNot: z.string() })]).optional(),
  startedAt: pointInTime,
  settings: z.object({
    maxPages: z.number(),
    maxSeconds: z.number().optional(),
    web: z.unknown().optional(),
  }),
  shared: z.object({ name: z.string(), worker: z.number() }).optional(),
  collected: z.string().optional(),
});
type Description = z.output<typeof descriptionSchema>;

/** @throws InputError where no crawl was begun */
export async function crawlStatus(out: string): Promise<CrawlStatus> {
  const description = await readDescription(out, descriptionSchema);
  const { topic, retraining, summary, shared, collected } = description;
  const { maxPages, maxSeconds, web } = description.settings;
  const steering = createSteering(await readActions(out));
  const read = shared === undefined && collected === undefined ? figuresOf : figuresOfPart;
  const figures = await read(out, description);
  return {
    ...{ topic: [topic].flat().join(', '), out, ...endOf(isCrawlRunning(out), summary) },
    ...{ maxPages, maxSeconds, retraining },
    ...{ paused: steering.isPaused(), model: steering.model(), answers: steering.verdicts().size },
    ...figures,
    counts: { ...figures.counts, taught: steering.taught() },
    ...{ simulatedTime: web !== undefined, archive: await archiveSize(out) },
  };
}

async function figuresOf(out: string, { settings, summary }: Description) {
  const { plan, running, state, queued, hosts, hostsWaiting, activity } = readStanding(out);
  const { startedAt } = plan as { readonly startedAt: number };
  const tally = state?.tally ?? NOTHING_COUNTED;
  // Simulated time stands still between events.
  const lastAt = state?.time ?? startedAt;
  const now = settings.web === undefined ? Math.max(lastAt, Date.now()) : lastAt;
  const occupation = activityText(activity ?? {}, now).join('; ');
  return {
    ...(occupation !== '' && { occupation }),
    counts: {
      ...countsOf(tally),
      ...{ queued, hosts, hostsWaiting: running ? hostsWaiting : 0 },
      ...(state && (await PARTS.survey()).surveyIn(state)),
      searches: summary?.searches ?? searchState.safeParse(state).data?.search.counts,
    },
    startedAt: new Date(startedAt).toISOString(),
    ...timesOf(state),
    ...(state !== undefined && tally.states.done === 0 && { noPage: await whyNoPage(out) }),
  };
}

/** Figures of the part of a shared crawl that a folder holds, from its events. */
async function figuresOfPart(out: string, { startedAt, shared, collected }: Description) {
  const tally = new Tally(NOTHING_QUEUED);
  let time: number | undefined;
  for await (const event of readEvents(out)) {
    tally.countEvent(event);
    time = Date.parse(event.time);
  }
  const seconds = ((time ?? 0) - Date.parse(startedAt)) / 1000;
  const part =
    shared === undefined
      ? `collected from the workers of '${collected ?? ''}'`
      : `worker ${shared.worker} of '${shared.name}' alone; for all: sfwc shared status ${shared.name} --frontier URL`;
  const state = time === undefined ? undefined : { time, seconds, tally: tally.state() };
  return { part, counts: tally.counts(), startedAt, ...timesOf(state) };
}

function timesOf(state: Pick<CrawlState, 'time' | 'seconds' | 'tally'> | undefined) {
  if (state === undefined) return { seconds: 0, rate: 0 };
  const { time, seconds, tally } = state;
  const rate = seconds === 0 ? 0 : tally.fetched / seconds;
  return { lastEventAt: new Date(time).toISOString(), seconds, rate };
}

/** End of a crawl: the reason, `running`, `stopped`, or the condition that ended it. @throws InputError */
export async function endOfCrawl(out: string): Promise<string> {
  const { summary } = await readDescription(out, endSchema);
  const { state, until } = endOf(isCrawlRunning(out), summary);
  return until === undefined ? state : `reached --until '${until}'`;
}

function endOf(running: boolean, summary: Description['summary']): Pick<CrawlStatus, 'state' | 'until'> {
  if (running) return { state: 'running' };
  return summary === undefined ? { state: 'stopped' } : { state: summary.ended, until: summary.until };
}
