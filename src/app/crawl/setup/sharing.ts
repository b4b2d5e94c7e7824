import type { CrawlSettings } from '../../settings/settings.js';
import { UsageError } from '../../../model/errors.js';

/** @throws UsageError for settings of shared crawls that do not go together */
export function refuseUnfitSharing({
  frontier,
  crawlName,
}: Pick<CrawlSettings, 'frontier' | 'crawlName'>): void {
  if ((frontier === undefined) === (crawlName === undefined)) return;
  throw frontier === undefined
    ? new UsageError('--frontier is missing', {
        hint: 'name the database of the crawl, or leave out --crawl-name',
      })
    : new UsageError('--crawl-name is missing', {
        hint: 'name the crawl, so that other workers can join it',
      });
}
