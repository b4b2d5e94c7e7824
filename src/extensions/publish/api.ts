/** `sfwc/publish`: results to be used elsewhere. */
import { packCrawl as pack, type PackReport } from './pack.js';
import type { PackOptions } from './pack-settings.js';
import { reportCrawl as report, type CrawlReport } from './report-crawl.js';
import type { ReportOptions } from './report-settings.js';
import { writePages as write } from './write-pages.js';
import type { PagesOptions } from '../../app/settings/settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';

export type { CrawlReport, PackOptions, PackReport, PagesOptions, ReportOptions };

/** Writes the accepted pages of a crawl in any format. @returns how many @throws UsageError, InputError, OutputError */
export async function writePages(out: string, options: PagesOptions & CallOptions = {}): Promise<number> {
  const { how, warn, settings } = takeCall('writePages', options);
  return write(out, settings, warn, how);
}

/** Packs the archive of a crawl into one WACZ file. @throws UsageError, InputError, OutputError */
export async function packCrawl(out: string, options: PackOptions & CallOptions = {}): Promise<PackReport> {
  const { how, settings } = takeCall('packCrawl', options);
  return pack(out, settings, how);
}

/** Writes a crawl as one HTML page. @throws UsageError, InputError, OutputError */
export async function reportCrawl(
  out: string,
  options: ReportOptions & CallOptions = {},
): Promise<CrawlReport> {
  return report(out, takeCall('reportCrawl', options).settings);
}
