import type { FetchedResponse, QueuedUrl } from '../../model/crawl-event.js';
import type { PageReading } from '../../model/page-reading.js';
import type { CrawlContext } from './crawl-context.js';
import type { ReadResponse } from './feature.js';

/**
 * Reads a response, as the features of the crawl have it.
 * @param onHostFree called whenever another visit may be begun
 * @throws Error when the page cannot be read, or the crawl is interrupted
 */
export async function readResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  { parts, features }: Pick<CrawlContext, 'parts' | 'features'>,
  onHostFree: () => void,
): Promise<ReadResponse> {
  const { body, url, headers } = response;
  const read = await parts.judging.judge.read(body, url, headers['content-type'] ?? '');
  const { shell } = read.page;
  const reading: PageReading | undefined =
    shell?.data === true ? { from: 'data', signs: shell.signs } : undefined;
  let found: ReadResponse = { read, body, reading };
  for (const feature of features) found = (await feature.read?.(entry, response, found, onHostFree)) ?? found;
  return found;
}
