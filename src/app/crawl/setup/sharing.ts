import type { CrawlSettings } from '../../settings/settings.js';
import { UsageError } from '../../../model/errors.js';
import { sharedDatabase } from '../../settings/crawl-settings.js';

/** @throws UsageError for settings of shared crawls that do not go together */
export function refuseUnfitSharing({
  crawlName,
  ...settings
}: Pick<CrawlSettings, 'frontier' | 'crawlName'>): void {
  const frontier = sharedDatabase(settings);
  if ((frontier === undefined) === (crawlName === undefined)) return;
  throw frontier === undefined
    ? new UsageError(
        settings.frontier === undefined ? '--frontier is missing' : '--frontier names no database',
        {
          hint: 'name the database of the crawl, or leave out --crawl-name',
        },
      )
    : new UsageError('--crawl-name is missing', {
        hint: 'name the crawl, so that other workers can join it',
      });
}
