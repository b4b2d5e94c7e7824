import path from 'node:path';
import { z } from 'zod';
import { checkSettings } from '../../config/resolve.js';
import { reportFields } from '../../config/report-settings.js';
import type { ReportOptions } from '../../config/settings.js';
import type { RemainingPages } from '../../crawl/survey/estimate.js';
import { createSteering } from '../../crawl/steering/steering.js';
import { readActions } from '../../crawl/steering/command-folder.js';
import { isCrawlRunning } from '../../crawl/store/crawl-store.js';
import { readDescription } from '../../crawl/store/crawl-description.js';
import { readEvents, readPageText } from '../../crawl/store/result-folder.js';
import { wordReaderFor } from '../../judging/languages.js';
import { countTerms, type TermCounts } from '../../learning/terms.js';
import { gatherFacts, type PageEvent } from '../../report/crawl-facts.js';
import { mapPages } from '../../report/page-map.js';
import { crawlReportHtml, type ReportParts } from '../../report/report-html.js';
import { checkArguments } from '../../support/check-arguments.js';
import { given } from '../../support/given.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { remember } from '../../support/remember.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { detectLanguage } from '../../text/language.js';
import { WORD_LANGUAGES } from '../../text/stop-words.js';
import { ENGLISH } from '../../text/words-only-annotator.js';
import { crawlStatus } from './crawl-status.js';

/** What was written. */
export interface CrawlReport {
  /** The page. */
  readonly file: string;
  readonly bytes: number;
  /** Accepted pages, and those of them that the map shows. */
  readonly accepted: number;
  readonly mapped: number;
}

/** Characters of a page that its place on the map depends on. */
const READ = 30_000;

const descriptionSchema = z.object({
  crawl: z.string().optional(),
  topic: z.union([z.string(), z.array(z.string())]),
  startedAt: z.string(),
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
  ...['accept', 'delay', 'userAgent', 'respectTdm'],
];

/**
 * Writes a crawl as one HTML page, to be read and printed: its course, hosts, what the accepted pages are about, samples with
 * reasons, and what was missed. It needs nothing else, no script and no network. A crawl that runs is reported as it stands.
 *
 * @throws UsageError for settings; InputError where there is no crawl; OutputError
 */
export async function reportCrawl(
  out: string,
  options: ReportOptions = {},
  surroundings: { readonly clock?: Clock } = {},
): Promise<CrawlReport> {
  checkArguments('reportCrawl', {
    out: [out, 'string'],
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const { clock = systemClock } = surroundings;
  const { to: file = path.join(out, 'report.html'), title } = checkSettings(reportFields, options);
  const description = await readDescription(out, descriptionSchema);
  const topics = [description.topic].flat().join(', ');
  const facts = await gatherFacts(readEvents(out));
  const map = mapPages(await wordsOfPages(out, facts.drawn));
  const html = crawlReportHtml({
    title: title ?? (topics === '' ? 'Crawl without a topic' : topics),
    startedAt: description.startedAt,
    ...(await standingOf(out, description)),
    answers: createSteering(await readActions(out)).verdicts().size,
    facts,
    map,
    settings: settingsOf(description),
    madeAt: new Date(clock.now()).toISOString(),
  });
  await replaceFile(file, html);
  return {
    file,
    bytes: Buffer.byteLength(html),
    accepted: facts.verdicts.accepted,
    mapped: map?.points.length ?? 0,
  };
}

/** How often each word is on each page; none for a page whose text was not kept. */
async function wordsOfPages(out: string, pages: readonly PageEvent[]): Promise<readonly TermCounts[]> {
  const readerFor = remember((language: string) => wordReaderFor(language), 100);
  const counts: TermCounts[] = [];
  for (const { url } of pages) {
    const text = ((await readPageText(out, url)) ?? '').slice(0, READ);
    const language = (await detectLanguage(text)) ?? ENGLISH;
    const known = language === ENGLISH || WORD_LANGUAGES.includes(language) ? language : ENGLISH;
    counts.push(countTerms(readerFor(known)(text)));
  }
  return counts;
}

/** How a crawl stands: as its description says where it has ended, so that the folder may come from elsewhere. */
async function standingOf(
  out: string,
  { summary }: Description,
): Promise<Pick<ReportParts, 'state' | 'queued' | 'remaining'>> {
  if (summary !== undefined && !isCrawlRunning(out)) {
    const { ended: state, queued, remaining } = summary;
    return { state, queued, ...given({ remaining }) };
  }
  const { state, counts } = await crawlStatus(out);
  return { state, queued: counts.queued, ...given({ remaining: counts.remaining }) };
}

function settingsOf({ crawl, seeds, settings }: Description): ReportParts['settings'] {
  const shown = SHOWN.flatMap((name) => {
    const value = [settings[name] ?? []].flat().map(String);
    return value.length === 0 ? [] : [[name, value.join(', ')] as const];
  });
  return [...(crawl === undefined ? [] : [['crawl', crawl] as const]), ['seeds', seeds.join(', ')], ...shown];
}
