import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import { reportFields, type ReportOptions } from './report-settings.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { gatherFacts } from './report/crawl-facts.js';
import { loadOptional } from '../../support/optional-packages.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { describeCrawl } from './describe-crawl.js';

/** Report of what was written. */
export interface CrawlReport {
  /** The page. */
  readonly file: string;
  readonly bytes: number;
  /** Accepted pages. */
  readonly accepted: number;
}

/**
 * Writes a crawl as one HTML page, to be read and printed: its course, hosts, what the accepted pages are about, samples with
 * reasons, and what was missed. It needs nothing else, no script and no network. A crawl that runs is reported as it stands.
 *
 * @throws UsageError for settings; InputError when the folder is not of a crawl;
 *   MissingPackageError when @observablehq/plot is not installed; OutputError
 */
export async function reportCrawl(
  out: string,
  options: ReportOptions = {},
  deps: { readonly clock?: Clock } = {},
): Promise<CrawlReport> {
  const { clock = systemClock } = deps;
  const { to: file = path.join(out, 'report.html'), title } = checkSettings(reportFields, options);
  const { topics, ...described } = await describeCrawl(out);
  const { crawlReportHtml } = await loadOptional(
    '@observablehq/plot',
    () => import('./report/report-html.js'),
  );
  const facts = await gatherFacts(readEvents(out));
  const html = crawlReportHtml({
    title: title ?? (topics === '' ? 'Crawl without a topic' : topics),
    ...described,
    facts,
    madeAt: new Date(clock.now()).toISOString(),
  });
  await replaceFile(file, html);
  return {
    file,
    bytes: Buffer.byteLength(html),
    accepted: facts.verdicts.accepted,
  };
}
