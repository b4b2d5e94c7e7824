import { z } from 'zod';
import { crawlStatus } from '../../app/crawl/crawl-status.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import { createSteering } from '../../crawling/steering/steering.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { isCrawlRunning } from '../../crawling/store/crawl-store.js';
import type { RemainingPages } from '../../model/remaining-pages.js';
import type { TakenAction } from '../../model/steering.js';
import { pointInTime } from '../../support/time/retry-after.js';
import { isTimeSimulated } from '../../app/crawl/setup/network.js';

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

/** Settings that say how a crawl was made. */
const SHOWN =
  'classifier strategy follow scope include exclude maxPages maxDepth maxSeconds until accept delay concurrency userAgent respectTdm';

/** Actions that change no setting. */
const UNCHANGING: ReadonlySet<string> = new Set(['pause', 'resume', 'stop', 'rate']);

/** @throws InputError when the folder is not of a crawl */
export async function describeCrawl(out: string): Promise<DescribedCrawl> {
  const { topic, startedAt, seeds, settings, summary } = await readDescription(out, descriptionSchema);
  const actions = await readActions(out);
  const shown = SHOWN.split(' ').map(
    (name) => [name, [settings[name] ?? []].flat().map(String).join(', ')] as const,
  );
  // The folder of a crawl that has ended may come from elsewhere.
  const isOpen = summary === undefined || isCrawlRunning(out);
  const { state, counts } = isOpen ? await crawlStatus(out) : { state: summary.ended, counts: summary };
  const { queued, remaining } = counts;
  return {
    topics: [topic].flat().join(', '),
    ...{ startedAt, state, queued, remaining },
    answers: createSteering(actions).verdicts().size,
    settings: [['seeds', seeds.join(', ')], ...shown.filter(([, value]) => value !== '')],
    changes: actions.filter(({ action, refused }) => refused !== true && !UNCHANGING.has(action.kind)),
    simulatedTime: isTimeSimulated(settings),
  };
}

/**
 * Counts values by name, in the order in which they were met.
 * @param others counts all names beyond so many: names from the Web may be without end
 */
export function createCounts(most: number, others: string) {
  const counts = new Map<string, number>();
  return {
    add(name: string): void {
      const counted = counts.has(name) || counts.size < most ? name : others;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    },
    all: (): ReadonlyMap<string, number> => counts,
  };
}
