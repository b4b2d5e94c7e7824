import { z } from 'zod';
import { createSteering } from '../../crawling/steering/steering.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { isCrawlRunning } from '../../crawling/store/crawl-store.js';
import type { TakenAction } from '../../model/steering.js';
import type { RemainingPages } from '../../model/remaining-pages.js';
import { crawlStatus } from '../../app/crawl/crawl-status.js';
import { isTimeSimulated } from '../../app/crawl/setup/network.js';
import { pointInTime } from '../../support/time/point-in-time.js';

/** A crawl as it describes itself, for people. */
export interface DescribedCrawl {
  /** Its topics, separated by commas; empty without one. */
  readonly topics: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Why it ended; `running` or `stopped` where it did not. */
  readonly state: string;
  /** URLs that were known and not requested. */
  readonly queued: number;
  /** The last estimate of what is left, where there is one. */
  readonly remaining?: RemainingPages;
  /** Pages that people have given a verdict on. */
  readonly answers: number;
  /** Settings that it was begun with. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Changes that people made while it ran, in order. */
  readonly changes: readonly Pick<TakenAction, 'time' | 'by' | 'effect'>[];
  /** True if its times are simulated: those of a stored web or of archives. */
  readonly simulatedTime: boolean;
}

const descriptionSchema = z.object({
  crawl: z.string().optional(),
  topic: z.union([z.string(), z.array(z.string())]),
  startedAt: pointInTime,
  seeds: z.array(z.string()).default([]),
  settings: z.record(z.string(), z.unknown()).default({}),
  summary: z
    .object({
      ended: z.string(),
      queued: z.number().default(0),
      remaining: z.custom<RemainingPages>((value) => typeof value === 'object').optional(),
    })
    .optional(),
});

type Description = z.output<typeof descriptionSchema>;

/** Settings that say how a crawl was made; those that it was begun without are left out. */
const SHOWN = [
  ...[
    'classifier',
    'strategy',
    'follow',
    'scope',
    'include',
    'exclude',
    'maxPages',
    'maxDepth',
    'maxSeconds',
    'until',
  ],
  ...['accept', 'delay', 'concurrency', 'userAgent', 'respectTdm'],
];

/** Actions that change no setting. */
const UNCHANGING: ReadonlySet<string> = new Set(['pause', 'resume', 'stop', 'rate']);

/** @throws InputError when the folder is not of a crawl */
export async function describeCrawl(out: string): Promise<DescribedCrawl> {
  const description = await readDescription(out, descriptionSchema);
  const actions = await readActions(out);
  return {
    topics: [description.topic].flat().join(', '),
    startedAt: description.startedAt,
    ...(await standingOf(out, description)),
    answers: createSteering(actions).verdicts().size,
    settings: settingsOf(description),
    changes: actions.filter(({ action, refused }) => refused !== true && !UNCHANGING.has(action.kind)),
    simulatedTime: isTimeSimulated(description.settings),
  };
}

/** State of a crawl: as its description says if it has ended, so that the folder may come from elsewhere. */
async function standingOf(
  out: string,
  { summary }: Description,
): Promise<Pick<DescribedCrawl, 'state' | 'queued' | 'remaining'>> {
  if (summary !== undefined && !isCrawlRunning(out)) {
    const { ended: state, queued, remaining } = summary;
    return { state, queued, remaining };
  }
  const { state, counts } = await crawlStatus(out);
  return { state, queued: counts.queued, remaining: counts.remaining };
}

function settingsOf({ crawl, seeds, settings }: Description): DescribedCrawl['settings'] {
  const shown = SHOWN.flatMap((name) => {
    const value = [settings[name] ?? []].flat().map(String);
    return value.length === 0 ? [] : [[name, value.join(', ')] as const];
  });
  return [...(crawl === undefined ? [] : [['crawl', crawl] as const]), ['seeds', seeds.join(', ')], ...shown];
}
