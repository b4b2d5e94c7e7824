import path from 'node:path';
import { checkSettings } from '../../../app/settings/resolve.js';
import { createAcceptedHosts } from '../../../crawling/pages/accepted-pages.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { hostNamed } from '../../../crawling/urls/urls.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { marginOf } from '../../../model/topic-judgements.js';
import { verdictOf } from '../../../model/verdict.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { without } from '../../../support/without.js';
import { createCounts, describeCrawl } from '../describe-crawl.js';
import { reportFields, type ReportOptions } from '../settings.js';
import { crawlReportHtml, type CrawlFacts, type PageEvent } from './report-html.js';

/** Report of what was written. */
export interface CrawlReport {
  /** The page. */
  readonly file: string;
  readonly bytes: number;
  /** Accepted pages. */
  readonly accepted: number;
}

/** Examples, and names that are counted one by one. */
const MAX = { examples: 5, names: 5000 } as const;

/**
 * Writes a crawl as one HTML page to read and print, which needs no script and no network. A crawl that runs is reported as it
 * stands.
 * @throws UsageError for settings; InputError when the folder is not of a crawl; OutputError
 */
export async function reportCrawl(
  out: string,
  options: ReportOptions = {},
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<CrawlReport> {
  const { to: file = path.join(out, 'report.html'), title } = checkSettings(reportFields, options);
  const crawl = await describeCrawl(out);
  const facts = await gatherFacts(readEvents(out));
  const named = title ?? (crawl.topics === '' ? 'Crawl without a topic' : crawl.topics);
  const html = crawlReportHtml(named, crawl, facts, new Date(clock.now()).toISOString());
  await replaceFile(file, html);
  return { file, bytes: Buffer.byteLength(html), accepted: facts.verdicts.accepted };
}

/** Takes in the events of a crawl, one for each URL. */
async function gatherFacts(events: AsyncIterable<CrawlEvent>): Promise<CrawlFacts> {
  const verdicts = { accepted: 0, rejected: 0, skipped: 0, failed: 0 };
  const counts = () => createCounts(MAX.names, 'others');
  const [requested, accepted, nouns, reasons] = [counts(), counts(), counts(), counts()];
  const acceptedHosts = createAcceptedHosts();
  const sums: { fetched: number; bytes: number; lastTime?: string } = { fetched: 0, bytes: 0 };
  let best: readonly PageEvent[] = [];
  for await (const event of events) {
    const [verdict, host] = [verdictOf(event), hostNamed(event.url)];
    verdicts[verdict] += 1;
    sums.fetched += Number(event.fetched);
    sums.bytes += event.bytes ?? 0;
    sums.lastTime = event.time;
    acceptedHosts.count(event.url, Number(verdict === 'accepted'));
    if (event.fetched) requested.add(host);
    if (event.code !== undefined && event.state !== 'done') reasons.add(event.code);
    if (verdict !== 'accepted') continue;
    accepted.add(host);
    best = [...best, without(event, 'links', 'left')]
      .sort((a, b) => rankOf(b) - rankOf(a))
      .slice(0, MAX.examples);
    for (const { lemma, pull } of event.judgement?.reason.evidence ?? []) if (pull > 0) nouns.add(lemma);
  }
  return {
    ...{ verdicts, ...sums, acceptedHosts: acceptedHosts.size, best },
    ...{ requested: requested.all(), accepted: accepted.all(), nouns: nouns.all(), reasons: reasons.all() },
  };
}

/** Distance of the score from the threshold. */
function rankOf({ judgement }: PageEvent): number {
  return judgement === undefined ? -Number.MAX_VALUE : marginOf(judgement);
}
