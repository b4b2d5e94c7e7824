import type { CrawlStatus } from '../app/crawl/crawl-status.js';
import type { CrawlCounts, CrawlReport, CrawlSummary } from '../app/crawl/crawl-topic.js';
import { RECENT_REQUESTS } from '../crawling/engine/crawl-counts.js';
import { messageOf } from '../model/errors.js';
import { linesText, secondsText, styled, type Style, type StyledText } from './io.js';
import { modelText } from './judgement-text.js';
import type { Standing } from './work-watch.js';

/** The state of a crawl besides the number of pages requested, the most important first. */
export function crawlNotes(counts: CrawlCounts): readonly string[] {
  const { fetched, harvestRate, recentHarvestRate, secondChoice, queued, hosts, hostsWaiting } = counts;
  const recent = fetched > RECENT_REQUESTS && recentHarvestRate !== null;
  const waiting = hostsWaiting === 0 ? '' : `, ${hostsWaiting} of them waiting`;
  return [
    `${acceptedText(counts, harvestRate)}${byTopicText(counts)}`,
    ...(recent ? [`${percent(recentHarvestRate)} of the last ${RECENT_REQUESTS}`] : []),
    ...remainingText(counts),
    `${queued} queued at ${counted(hosts, 'host')}${waiting}`,
    ...(secondChoice === 0 ? [] : [`${secondChoice} requested that only rejected pages link to`]),
    ...answersText(counts),
  ];
}

/** `12 accepted (40 %) at 3 hosts` */
function acceptedText({ accepted, acceptedHosts = 0 }: CrawlCounts, share: number | null = null): string {
  const rate = share === null ? '' : ` (${percent(share)})`;
  return `${accepted} accepted${rate}${acceptedHosts === 0 ? '' : ` at ${counted(acceptedHosts, 'host')}`}`;
}

/** `: 12 for bees, 3 for opera`; empty where there is one topic. */
function byTopicText({ acceptedByTopic = {} }: CrawlCounts): string {
  const notes = Object.entries(acceptedByTopic).map(([topic, count]) => `${count} for ${topic}`);
  return notes.length === 0 ? '' : `: ${notes.join(', ')}`;
}

/** Number of relevant pages left, by the last estimate, or why it is not known; nothing before the first. */
function remainingText({ remaining }: CrawlCounts): readonly string[] {
  if (remaining === undefined) return [];
  if (remaining.notKnown !== undefined) return [`relevant pages left: not known yet (${remaining.notKnown})`];
  const { left, low, high, recall, recallLow, recallHigh } = remaining;
  if (high === 0) return ['no relevant page left that the crawl could find'];
  return [
    `about ${Math.round(left)} relevant left (90 %: ${low} to ${high}), recall ${percent(recall)} (${percent(recallLow)} to ${percent(recallHigh)})`,
  ];
}

/** Answers of a language model, and verdicts that were changed afterwards. */
function answersText({ taught, rejudged = 0 }: CrawlCounts): readonly string[] {
  return [
    ...(taught === undefined ? [] : [`${counted(taught.answers, 'question')} answered by ${taught.by}`]),
    ...(rejudged === 0 ? [] : [`${counted(rejudged, 'verdict')} changed afterwards`]),
  ];
}

/** The progress of a crawl. The total is certain once enough URLs are queued for all pages that may be requested. */
export function crawlStanding(counts: CrawlCounts, maxPages: number, rate?: number): Standing {
  const { fetched, queued, skipped, failed } = counts;
  return {
    done: fetched,
    total: maxPages,
    unit: 'pages requested',
    endKnown: queued >= maxPages - fetched,
    notes: [
      ...(rate === undefined ? [] : [`${rate.toFixed(1)} per second`]),
      ...crawlNotes(counts),
      `${skipped} skipped, ${failed} failed`,
    ],
  };
}

/** Lines on searches, traps and copies. */
function adviceLines(counts: CrawlCounts): readonly string[] {
  const { searches, reasons } = counts;
  return [
    ...(searches === undefined || searches.asked === 0
      ? []
      : [
          `  ${searches.asked} searches at ${searches.engine} brought ${counted(searches.brought, 'URL')}, ${searches.fetched} requested, ${searches.accepted} accepted`,
        ]),
    ...(reasons.trap === undefined
      ? []
      : [`  skipped as traps: ${reasons.trap}; to request them, name them in --seeds`]),
    ...copiesLines(counts),
  ];
}

function copiesLines({ reasons }: CrawlCounts): readonly string[] {
  const copies = (reasons['near-duplicate'] ?? 0) + (reasons['canonical-known'] ?? 0);
  if (copies === 0) return [];
  return [
    `  copies of accepted pages, which were skipped: ${copies}; to keep such pages, set keepDuplicates`,
  ];
}

/** Says that a crawl or harvest brought no page at all, and why. */
export function noPageText(noPage: readonly string[]): string {
  const [only, ...more] = noPage.map(messageOf);
  const start = 'no page could be fetched and read';
  return more.length === 0 ? `${start}: ${only ?? ''}\n` : `${start}:\n  ${[only, ...more].join('\n  ')}\n`;
}

/** The topics of a crawl as its results name them. */
export function topicText(topic: string): string {
  return topic === '' ? 'without a topic' : topic;
}

/** Reasons with their counts, the most frequent first. */
export function byFrequency(reasons: CrawlCounts['reasons']): readonly (readonly [string, number])[] {
  return Object.entries(reasons).sort(([, a], [, b]) => b - a);
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

/** Styles of the states of crawls. */
const STYLES: Readonly<Partial<Record<string, Style>>> = { stopped: 'bad', interrupted: 'doubtful' };

export function stateText(state: string, text: string): StyledText {
  return styled(STYLES[state] ?? 'good', text);
}

/** The state of a crawl as `sfwc explain OUT` shows it. */
export function statusText(status: CrawlStatus): StyledText {
  const { topic, out, part, state, until, paused, occupation, counts, maxPages, maxSeconds } = status;
  const { startedAt, lastEventAt, seconds, rate, simulatedTime, archive, noPage } = status;
  const how = until === undefined ? CRAWL_STATES[state] : `reached --until '${until}'`;
  const limit = maxSeconds === undefined ? '' : ` of ${maxSeconds}`;
  const warcs = archive && `  archive: ${archive.files} WARC files, ${megabytes(archive.bytes)}`;
  const lines = [
    [
      `${topicText(topic)}: `,
      stateText(state, how),
      paused ? `, paused; sfwc steer ${out} resume continues it` : '',
    ],
    ...[part, occupation].filter((text) => text !== undefined).map((text) => `  ${text}`),
    `  ${counts.fetched}/${maxPages} pages requested, ${crawlNotes(counts).join(', ')}`,
    `  ${rate.toFixed(1)} requests per second over ${secondsText(seconds, simulatedTime, 0)}${limit}, ${megabytes(counts.bytes)} of bodies`,
    `  started ${startedAt}${lastEventAt === undefined ? ', no events yet' : `, last event ${lastEventAt}`}${simulatedTime ? ' (simulated times)' : ''}`,
    ...teachingLines(status),
    ...(warcs === undefined ? [] : [warcs]),
    ...adviceLines(counts),
    ...byFrequency(counts.reasons).map(([code, count]) => `  ${String(count).padStart(8)} ${code}`),
  ];
  return [linesText(lines), noPage === undefined ? '' : noPageText(noPage)];
}

function teachingLines({ model, retraining, answers }: CrawlStatus): readonly string[] {
  const whyNot = retraining !== undefined && 'whyNot' in retraining ? retraining.whyNot : undefined;
  return [
    ...(model === undefined ? [] : [`  judged by ${modelText(model)}`]),
    ...(answers === 0 || whyNot === undefined
      ? []
      : [`  ${answers} answers; no model is trained with them: ${whyNot}`]),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Report of a crawl at its end. */
export function reportText(report: CrawlReport): StyledText {
  const { out, topic, summary, simulatedTime } = report;
  const { fetched, rejected, queued, seconds, skipped, failed, reasons } = summary;
  const why = byFrequency(reasons).map(([code, count]) => `${code} ${count}`);
  const others = [...remainingText(summary), ...answersText(summary)];
  return linesText([
    [
      `${topicText(topic)}: ${fetched} pages requested in ${secondsText(seconds, simulatedTime === true)}, `,
      styled('good', acceptedText(summary)),
      `${byTopicText(summary)}, `,
      styled('bad', `${rejected} rejected`),
    ],
    `  ended: ${endingText(summary)}; ${queued} URLs still queued`,
    ...others.map((line) => `  ${line}`),
    `  ${skipped} skipped, ${failed} failed${why.length === 0 ? '' : `; reasons: ${why.join(', ')}`}`,
    ...adviceLines(summary),
    `  results in ${out}: events.jsonl, pages.warc, crawl.nq.gz`,
    `  why a page was accepted or rejected: sfwc explain ${out} <url>`,
  ]);
}

function endingText({ ended, until }: CrawlSummary): string {
  return until === undefined ? CRAWL_STATES[ended] : `reached --until '${until}'`;
}
