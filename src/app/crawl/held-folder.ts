import { refuseArchive } from '../../web/archive/names.js';
import { refuseRunningCrawl } from '../../crawling/store/crawl-store.js';
import { refuseResults } from '../../crawling/store/result-folder.js';

/**
 * Refuses a folder that a new crawl cannot have. Cheap: checked before anything is opened.
 * @throws InputError where another process is crawling into it, or, without `force`, where it has results or an archive
 */
export async function refuseHeldFolder(out: string, force: boolean): Promise<void> {
  refuseRunningCrawl(out);
  if (force) return;
  await refuseResults(out);
  await refuseArchive(out);
}
