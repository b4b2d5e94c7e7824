import type { CrawlCounts } from '../app/crawl/crawl-topic.js';
import type { Standing } from './progress.js';

/** Reasons that are named in a line. */
const NAMED = 3;

/** How a crawl stands, next to the number of pages requested; the most important first. */
export function crawlNotes(counts: CrawlCounts): readonly string[] {
  const { fetched, accepted, queued, harvestRate, recentHarvestRate, hosts, hostsWaiting } = counts;
  const rate = harvestRate === null ? '' : ` (${percent(harvestRate)})`;
  const recent =
    recentHarvestRate === null || fetched <= 100 ? '' : `, ${percent(recentHarvestRate)} of the last 100`;
  const waiting = hostsWaiting === 0 ? '' : `, ${hostsWaiting} of them waiting`;
  return [
    `${accepted} accepted${rate}${recent}${byTopicText(counts)}`,
    `${queued} queued at ${hosts} ${hosts === 1 ? 'host' : 'hosts'}${waiting}`,
    ...rejudgedText(counts),
    ...notKeptText(counts, NAMED),
  ];
}

/** `: 12 for bees, 3 for opera`; empty where there is one topic. */
export function byTopicText({ acceptedByTopic }: Pick<CrawlCounts, 'acceptedByTopic'>): string {
  const counts = Object.entries(acceptedByTopic ?? {}).map(([topic, count]) => `${count} for ${topic}`);
  return counts.length === 0 ? '' : `: ${counts.join(', ')}`;
}

/** Says of verdicts that were changed afterwards how many there are; nothing where there are none. */
export function rejudgedText({ rejudged = 0 }: Pick<CrawlCounts, 'rejudged'>): readonly string[] {
  return rejudged === 0 ? [] : [`${rejudged} ${rejudged === 1 ? 'verdict' : 'verdicts'} changed afterwards`];
}

/**
 * How far a crawl is, as {@link createProgress} shows it. Its end is known as soon as enough addresses are queued for all the
 * pages that may be requested; before, it may end sooner.
 * @param rate requests a second lately
 */
export function crawlStanding(counts: CrawlCounts, maxPages: number, rate?: number): Standing {
  return {
    done: counts.fetched,
    total: maxPages,
    unit: 'pages requested',
    endKnown: counts.queued >= maxPages - counts.fetched,
    notes: [...(rate === undefined ? [] : [`${rate.toFixed(1)} a second`]), ...crawlNotes(counts)],
  };
}

/** How many addresses were skipped and failed, and the most frequent reasons of both. */
export function notKeptText(
  { skipped, failed, reasons }: Pick<CrawlCounts, 'skipped' | 'failed' | 'reasons'>,
  named = Number.POSITIVE_INFINITY,
): readonly string[] {
  const most = byFrequency(reasons)
    .slice(0, named)
    .map(([code, count]) => `${code} ${count}`);
  return [
    `${skipped} skipped, ${failed} failed`,
    ...(most.length === 0 ? [] : [`reasons: ${most.join(', ')}`]),
  ];
}

/** Reasons with their counts, the most frequent first. */
export function byFrequency(reasons: CrawlCounts['reasons']): readonly (readonly [string, number])[] {
  return Object.entries(reasons).sort(([, a], [, b]) => b - a);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Why a crawl ended. */
export const ENDINGS = {
  'nothing-left': 'nothing was left to ask for',
  'max-pages': 'as many pages as allowed were requested; --resume with more --max-pages goes on',
  interrupted: 'it was interrupted; --resume goes on',
} as const;
