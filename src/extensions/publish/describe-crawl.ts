import { z } from 'zod';
import { crawlStatus } from '../../app/crawl/crawl-status.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import { createSteering } from '../../crawling/steering/steering.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { isCrawlRunning } from '../../crawling/store/crawl-store.js';
import type { RemainingPages } from '../../model/remaining-pages.js';
import { pointInTime } from '../../support/time/retry-after.js';
import { isTimeSimulated } from '../../app/crawl/setup/network.js';

/** A crawl as it describes itself, for people. */
export type DescribedCrawl = Awaited<ReturnType<typeof describeCrawl>>;

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

/**
 * Describes a crawl: its topics, separated by commas; why it ended, or `running` or `stopped`; the last estimate of what is left;
 * the number of pages that people have given a verdict on; the settings that it was begun with; and changes while it ran.
 * @throws InputError when the folder is not of a crawl
 */
export async function describeCrawl(out: string) {
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
    settings: [['seeds', seeds.join(', ')] as const, ...shown.filter(([, value]) => value !== '')],
    changes: actions.filter(({ action, refused }) => refused !== true && !UNCHANGING.has(action.kind)),
    simulatedTime: isTimeSimulated(settings),
  };
}

/**
 * Counts values by name.
 * @param others counts all names beyond so many: names from the Web may be without end
 */
export function createCounts(most: number, others: string) {
  const counts = new Map<string, number>();
  return {
    add(name: string): void {
      const counted = counts.has(name) || counts.size < most ? name : others;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    },
    /** The most frequent first. */
    all: () => new Map([...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))),
  };
}
