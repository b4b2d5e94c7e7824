import type { CrawlSettings } from '../../settings/settings.js';
import { UsageError } from '../../../model/errors.js';

/** @throws UsageError for settings of shared crawls that do not go together */
export function refuseUnfitSharing({
  frontier,
  crawlName,
  join,
}: Pick<CrawlSettings, 'frontier' | 'crawlName' | 'join'>): void {
  if (join !== undefined)
    throw new UsageError('a crawl that is joined has the settings that it was begun with');
  if ((frontier === undefined) === (crawlName === undefined)) return;
  throw frontier === undefined
    ? new UsageError('--frontier is missing', {
        hint: 'name the database of the crawl, or leave out --crawl-name',
      })
    : new UsageError('--crawl-name is missing', {
        hint: 'name the crawl, so that other workers can join it',
      });
}
