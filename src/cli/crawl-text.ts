import type { CrawlCounts, CrawlSummary } from '../app/crawl/crawl-topic.js';
import { RECENT_REQUESTS } from '../crawling/engine/crawl-counts.js';
import { activityText } from '../crawling/engine/activity.js';
import type { CrawlActivity } from '../model/crawl-activity.js';
import type { Standing } from './progress-line.js';

/** Reasons that are named in a line. */
const NAMED = 3;

/** The state of a crawl besides the number of pages requested, the most important first. */
export function crawlNotes(counts: CrawlCounts): readonly string[] {
  const accepted = [`${acceptedText(counts)}${hostsText(counts)}`, ...recentText(counts)].join(', ');
  return [`${accepted}${byTopicText(counts)}`, ...otherNotes(counts)];
}

/** Number of accepted pages, and their share of the requests. */
function acceptedText({ accepted, harvestRate }: CrawlCounts): string {
  return `${accepted} accepted${harvestRate === null ? '' : ` (${percent(harvestRate)})`}`;
}

/** ` at 14 hosts`: those with accepted pages; empty where that is not known, or there is none. */
export function hostsText({ acceptedHosts = 0 }: Pick<CrawlCounts, 'acceptedHosts'>): string {
  return acceptedHosts === 0 ? '' : ` at ${acceptedHosts} ${acceptedHosts === 1 ? 'host' : 'hosts'}`;
}

/** The share among the last requests, once they are not all. */
function recentText({ fetched, recentHarvestRate }: CrawlCounts): readonly string[] {
  if (recentHarvestRate === null || fetched <= RECENT_REQUESTS) return [];
  return [`${percent(recentHarvestRate)} of the last ${RECENT_REQUESTS}`];
}

function otherNotes(counts: CrawlCounts): readonly string[] {
  const { secondChoice, queued, hosts, hostsWaiting } = counts;
  const waiting = hostsWaiting === 0 ? '' : `, ${hostsWaiting} of them waiting`;
  return [
    ...remainingText(counts),
    `${queued} queued at ${hosts} ${hosts === 1 ? 'host' : 'hosts'}${waiting}`,
    ...(secondChoice === 0 ? [] : [`${secondChoice} requested that only rejected pages link to`]),
    ...taughtText(counts),
    ...rejudgedText(counts),
    ...notKeptText(counts, NAMED),
  ];
}

/** Number of relevant pages left, by the last estimate, or why it is not known; nothing before the first. */
export function remainingText({ remaining }: Pick<CrawlCounts, 'remaining'>): readonly string[] {
  if (remaining === undefined) return [];
  if (remaining.notKnown !== undefined) return [`relevant pages left: not known yet (${remaining.notKnown})`];
  const { left, low, high, recall, recallLow, recallHigh } = remaining;
  if (high === 0) return ['no relevant page left that the crawl could find'];
  return [
    `about ${Math.round(left)} relevant left (90 %: ${low} to ${high}), recall ${percent(recall)} (${percent(recallLow)} to ${percent(recallHigh)})`,
  ];
}

/** A line on the searches of a crawl; nothing where none was made. */
export function searchesText({ searches }: Pick<CrawlCounts, 'searches'>): readonly string[] {
  if (searches === undefined || searches.asked === 0) return [];
  const { engine, asked, brought, fetched, accepted } = searches;
  const times = asked === 1 ? '1 search' : `${asked} searches`;
  const urls = `${brought} ${brought === 1 ? 'URL' : 'URLs'}`;
  return [`${times} at ${engine} brought ${urls}, ${fetched} requested, ${accepted} accepted`];
}

/** Number of URLs skipped as traps, their hosts, and how to request them; nothing without any. */
export function trapsText({
  reasons: { trap = 0 },
  trapHosts = {},
}: Pick<CrawlCounts, 'reasons' | 'trapHosts'>): readonly string[] {
  if (trap === 0) return [];
  const hosts = Object.entries(trapHosts).sort(([, a], [, b]) => b - a);
  const named = hosts.slice(0, NAMED).map(([host, count]) => `${host} ${count}`);
  const more = hosts.length > NAMED ? [`${hosts.length - NAMED} other hosts`] : [];
  const where = hosts.length === 0 ? '' : ` (${[...named, ...more].join(', ')})`;
  return [`skipped as traps: ${trap}${where}; to request them, name them in --seeds`];
}

/** Number of links beyond limits, and which settings these are; nothing without any. */
export function limitedLinksText({ links }: Pick<CrawlSummary, 'links'>): readonly string[] {
  const limits = { 'too-deep': '--max-depth', 'over-limit': 'the links of a page' } as const;
  const left = (['too-deep', 'over-limit'] as const).flatMap((outcome) => {
    const count = links[outcome] ?? 0;
    return count === 0 ? [] : [`${count} beyond ${limits[outcome]}`];
  });
  return left.length === 0 ? [] : [`links not followed: ${left.join(', ')}`];
}

/** Number of pages taken for copies of accepted ones, and how to keep them; nothing without any. */
export function copiesText({ reasons }: Pick<CrawlCounts, 'reasons'>): readonly string[] {
  const copies = (reasons['near-duplicate'] ?? 0) + (reasons['canonical-known'] ?? 0);
  if (copies === 0) return [];
  const skipped =
    copies === 1
      ? '1 page was skipped as a copy of an accepted one'
      : `${copies} pages were skipped as copies of accepted ones`;
  return [`${skipped}; to keep such pages, set keepDuplicates`];
}

/** The topics of a crawl as its results name them. */
export function topicText(topic: string): string {
  return topic === '' ? 'without a topic' : topic;
}

/** `: 12 for bees, 3 for opera`; empty where there is one topic. */
export function byTopicText(counts: Pick<CrawlCounts, 'acceptedByTopic'>): string {
  const notes = topicNotes(counts);
  return notes.length === 0 ? '' : `: ${notes.join(', ')}`;
}

function topicNotes({ acceptedByTopic }: Pick<CrawlCounts, 'acceptedByTopic'>): readonly string[] {
  return Object.entries(acceptedByTopic ?? {}).map(([topic, count]) => `${count} for ${topic}`);
}

/** Says of verdicts that were changed afterwards how many there are; nothing where there are none. */
export function rejudgedText({ rejudged = 0 }: Pick<CrawlCounts, 'rejudged'>): readonly string[] {
  return rejudged === 0 ? [] : [`${rejudged} ${rejudged === 1 ? 'verdict' : 'verdicts'} changed afterwards`];
}

/** Number of questions that a language model answered; nothing without any. */
export function taughtText({ taught }: Pick<CrawlCounts, 'taught'>): readonly string[] {
  if (taught === undefined) return [];
  return [`${taught.answers} ${taught.answers === 1 ? 'question' : 'questions'} answered by ${taught.by}`];
}

/**
 * The progress of a crawl, as {@link createProgress} shows it. The total is known once enough URLs are queued for all pages
 * that may be requested; until then, the crawl may end sooner.
 * @param rate recent requests per second
 * @param activity what the crawl is occupied with; neither a rate nor the time remaining is shown then
 */
export function crawlStanding(
  counts: CrawlCounts,
  maxPages: number,
  rate?: number,
  activity: CrawlActivity = {},
): Standing {
  const occupation = activityText(activity).join('; ') || undefined;
  return {
    occupation,
    done: counts.fetched,
    total: maxPages,
    unit: 'pages requested',
    endKnown: counts.queued >= maxPages - counts.fetched,
    foremost: acceptedText(counts),
    notes: [
      ...recentText(counts),
      ...topicNotes(counts),
      ...(rate === undefined || occupation !== undefined ? [] : [`${rate.toFixed(1)} per second`]),
      ...otherNotes(counts),
    ],
  };
}

/** Numbers of skipped and failed URLs, with the most frequent reasons. */
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
  'nothing-left': 'no URLs were left to request',
  until: 'reached a condition of --until; continue with --resume and another one',
  'max-pages': 'reached --max-pages; continue with --resume and a larger --max-pages',
  'max-seconds': 'reached --max-seconds; continue with --resume and a larger --max-seconds',
  'gave-up': 'gave up: no host that is left may be contacted within maxIdle seconds; continue with --resume',
  interrupted: 'interrupted; continue with --resume',
} as const;

/** States of a crawl, in words. */
export const CRAWL_STATES = {
  ...ENDINGS,
  running: 'running',
  stopped: 'killed or failed; continue with --resume',
} as const;

/** Why a crawl ended, with the condition that ended it. */
export function endingText({
  ended,
  until,
  gaveUp,
}: Pick<CrawlSummary, 'ended' | 'until' | 'gaveUp'>): string {
  if (until !== undefined) return `reached --until '${until}'`;
  if (gaveUp === undefined) return ENDINGS[ended];
  const { seconds, until: time } = gaveUp;
  return `gave up after ${Math.round(seconds)} s without a request: no host that is left may be contacted before ${time} (maxIdle); continue with --resume`;
}
