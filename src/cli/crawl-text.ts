import type { CrawlStatus } from '../app/crawl/crawl-status.js';
import type { CrawlCounts, CrawlReport, CrawlSummary } from '../app/crawl/crawl-topic.js';
import { RECENT_REQUESTS } from '../crawling/engine/crawl-counts.js';
import { messageOf, shellWord } from '../model/errors.js';
import { linesText, secondsText } from './io.js';
import { modelText } from './judgement-text.js';
import type { Standing } from './work-watch.js';

/** The state of a crawl besides the number of pages requested, the most important first. */
export function crawlNotes(counts: CrawlCounts): readonly string[] {
  const { fetched, recentHarvestRate, secondChoice, queued, hosts, hostsWaiting, skipped, failed } = counts;
  const waiting = hostsWaiting === 0 ? '' : `, ${hostsWaiting} of them waiting`;
  return [
    acceptedText(counts),
    fetched > RECENT_REQUESTS && recentHarvestRate !== null
      ? `${percent(recentHarvestRate)} of the last ${RECENT_REQUESTS}`
      : '',
    remainingText(counts),
    `${queued} queued at ${counted(hosts, 'host')}${waiting}`,
    secondChoice === 0 ? '' : `${secondChoice} requested that only rejected pages link to`,
    ...answersText(counts),
    `${skipped} skipped, ${failed} failed`,
  ].filter((note) => note !== '');
}

/** `12 accepted (40 %) at 3 hosts: 10 for bees, 3 for opera` */
function acceptedText({
  accepted,
  acceptedHosts = 0,
  harvestRate,
  acceptedByTopic = {},
}: CrawlCounts): string {
  const rate = harvestRate === null ? '' : ` (${percent(harvestRate)})`;
  const byTopic = Object.entries(acceptedByTopic).map(([topic, count]) => `${count} for ${topic}`);
  const hosts = acceptedHosts === 0 ? '' : ` at ${counted(acceptedHosts, 'host')}`;
  return `${accepted} accepted${rate}${hosts}${byTopic.length === 0 ? '' : `: ${byTopic.join(', ')}`}`;
}

/** Number of relevant pages left, by the last estimate, or why it is not known; empty before the first. */
function remainingText({ remaining }: CrawlCounts): string {
  if (remaining === undefined) return '';
  if (remaining.notKnown !== undefined) return `relevant pages left: not known yet (${remaining.notKnown})`;
  const { left, low, high, recall, recallLow, recallHigh } = remaining;
  if (high === 0) return 'no relevant page left that the crawl could find';
  return `about ${Math.round(left)} relevant left (90 %: ${low} to ${high}), recall ${percent(recall)} (${percent(recallLow)} to ${percent(recallHigh)})`;
}

/** Answers of a language model, and verdicts that were changed afterwards. */
function answersText({ taught, rejudged = 0 }: CrawlCounts): readonly string[] {
  return [
    taught === undefined ? '' : `${counted(taught.answers, 'question')} answered by ${taught.by}`,
    rejudged === 0 ? '' : `${counted(rejudged, 'verdict')} changed afterwards`,
  ];
}

/** The progress of a crawl. */
export function crawlStanding(counts: CrawlCounts, maxPages: number): Standing {
  return { done: counts.fetched, total: maxPages, unit: 'pages requested', notes: crawlNotes(counts) };
}

/** That it has dried up, searches, reasons of skipped and failed URLs, the most frequent first, and what can be done about some. */
function reasonLines({ reasons, searches, driedUp, challengedHosts = 0 }: CrawlCounts): readonly string[] {
  const byFrequency = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  const { engine = '', asked = 0, brought = 0, fetched = 0, accepted = 0 } = searches ?? {};
  const searched = `${asked} searches at ${engine} brought ${counted(brought, 'URL')}, ${fetched} requested, ${accepted} accepted`;
  return [
    ...[driedUp, challengedText(challengedHosts), asked === 0 ? undefined : searched]
      .filter(Boolean)
      .map((line) => `  ${line}`),
    ...byFrequency.map(([code, count]) => `  ${String(count).padStart(8)} ${code}${ADVICE[code] ?? ''}`),
  ];
}

/** Of hosts that answered with bot checks; undefined for none. */
export function challengedText(hosts: number): string | undefined {
  return hosts === 0
    ? undefined
    : `${counted(hosts, 'host')} answered with a bot check: what they have is not known`;
}

const ADVICE: Readonly<Record<string, string>> = {
  trap: ' (to request them, name them in --seeds)',
  'near-duplicate': ' (to keep such pages, set keepDuplicates)',
};

/** Says that a crawl or harvest brought no page at all, and why. */
export function noPageText(noPage: readonly string[]): string {
  return `no page could be fetched and read: ${noPage.map(messageOf).join('\n  ')}\n`;
}

/** The topics of a crawl as its results name them. */
export function topicText(topic: string): string {
  return topic === '' ? 'without a topic' : topic;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** States of a crawl, in words. */
export const CRAWL_STATES = {
  'nothing-left': 'no URLs were left to request',
  until: 'reached a condition of --until; continue with --resume and another one',
  'max-pages': 'reached --max-pages; continue with --resume and a larger --max-pages',
  'max-seconds': 'reached --max-seconds; continue with --resume and a larger --max-seconds',
  'gave-up': 'gave up: no host that is left may be contacted within five minutes; continue with --resume',
  interrupted: 'interrupted; continue with --resume',
  running: 'running',
  stopped: 'killed or failed; continue with --resume',
} as const;

function endText(state: CrawlStatus['state'], { until }: Partial<CrawlSummary>): string {
  if (until !== undefined) return `reached --until '${until}'`;
  return CRAWL_STATES[state];
}

/** The state of a crawl as `sfwc explain OUT` shows it. */
export function statusText(status: CrawlStatus): string {
  const { topic, out, part, state, until, paused, occupation, counts, maxPages, maxSeconds, model } = status;
  const { startedAt, lastEventAt, seconds, rate, simulatedTime, archive, noPage, answers, retraining } =
    status;
  const limit = maxSeconds === undefined ? '' : ` of ${maxSeconds}`;
  const whyNot = retraining !== undefined && 'whyNot' in retraining ? retraining.whyNot : undefined;
  const lines = [
    part,
    occupation,
    `${counts.fetched}/${maxPages} pages requested, ${crawlNotes(counts).join(', ')}`,
    `${rate.toFixed(1)} requests per second over ${secondsText(seconds, simulatedTime, 0)}${limit}, ${megabytes(counts.bytes)} of bodies`,
    `started ${startedAt}, last event ${lastEventAt ?? 'not yet'}`,
    model && `judged by ${modelText(model)}`,
    answers > 0 && whyNot !== undefined
      ? `${answers} answers; no model is trained with them: ${whyNot}`
      : undefined,
    archive && `archive: ${archive.files} WARC files, ${megabytes(archive.bytes)}`,
  ].filter((line) => line !== undefined);
  const pause = paused ? `, paused; sfwc steer ${shellWord(out)} resume continues it` : '';
  const heading = `${topicText(topic)}: ${endText(state, { until })}${pause}`;
  const all = linesText([heading, ...lines.map((line) => `  ${line}`), ...reasonLines(counts)]);
  return noPage === undefined ? all : all + noPageText(noPage);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Report of a crawl at its end. */
export function reportText({ out, topic, summary, simulatedTime }: CrawlReport): string {
  const { fetched, rejected, seconds } = summary;
  return linesText([
    `${topicText(topic)}: ${fetched} pages requested in ${secondsText(seconds, simulatedTime === true)}, ${summary.accepted} accepted, ${rejected} rejected`,
    `  ended: ${endText(summary.ended, summary)}`,
    `  ${crawlNotes(summary).join(', ')}`,
    ...reasonLines(summary),
    `  results in ${out}; why a page was accepted or rejected: sfwc explain ${shellWord(out)} <url>`,
  ]);
}
