import { isCrawlFolder } from '../../../crawling/store/crawl-description.js';
import { topicFilesIn } from '../../../knowledge/files/kb-folder.js';

/**
 * Sorts the arguments of `sfwc ui`: folders of knowledge bases, and results of crawls. Anything else counts as a crawl, so
 * that opening it says what is wrong.
 */
export async function namedPlaces(
  places: readonly string[],
): Promise<{ readonly outs: readonly string[]; readonly kbs: readonly string[] }> {
  const [outs, kbs]: [string[], string[]] = [[], []];
  for (const place of places) {
    const isKb = !(await isCrawlFolder(place)) && (await topicFilesIn(place)).length > 0;
    (isKb ? kbs : outs).push(place);
  }
  return { outs, kbs };
}
