/** `sfwc/publish`: results to be used elsewhere. */
import { packCrawl as pack, type PackReport } from './pack.js';
import type { PackOptions } from './pack-settings.js';
import { reportCrawl as report, type CrawlReport } from './report-crawl.js';
import type { ReportOptions } from './report-settings.js';
import { writePages as write } from './write-pages.js';
import type { PagesOptions } from '../../app/settings/settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { checkArguments } from '../../support/check-arguments.js';
import { kbValidateFields, type KbValidateOptions } from './kb/validate-settings.js';
import { validateUnits, type ValidationSummary } from './kb/validate.js';

export type { CrawlReport, PackOptions, PackReport, PagesOptions, ReportOptions };
export type { KbValidateOptions, ValidationSummary };

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

/** Validates knowledge bases and crawls by SHACL shapes. `onProgress` receives the name of each topic or crawl when it is validated. */
export async function validateKnowledgeBases(
  kbs: readonly string[],
  options: KbValidateOptions & CallOptions<string> = {},
): Promise<ValidationSummary> {
  checkArguments('validateKnowledgeBases', { kbs: [kbs, 'strings'] });
  const { how, warn, settings: asked } = takeCall<typeof options, string>('validateKnowledgeBases', options);
  const settings = checkSettings(kbValidateFields, asked);
  const { crawl: crawls, shapes } = settings;
  return validateUnits({ kbs, crawls, settings, warn, shapes }, (name) => how.onProgress?.(name));
}
