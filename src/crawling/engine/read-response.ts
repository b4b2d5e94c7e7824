import type { FetchedResponse, QueuedUrl, CrawlEvent } from '../../model/crawl-event.js';
import type { PageReading } from '../../model/page-reading.js';
import type { CrawlContext } from './crawl-context.js';
import type { ConvertedResponse, ReadResponse } from './feature.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';

/**
 * Reads a response, as the features of the crawl have it.
 * @param converted the HTML that it is read as, where it is not HTML
 * @param onHostFree called whenever another visit may be begun
 * @throws Error when the page cannot be read, or the crawl is interrupted
 */
export async function readResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  { parts, features }: Pick<CrawlContext, 'parts' | 'features'>,
  onHostFree: () => void,
  converted?: ConvertedResponse,
): Promise<ReadResponse> {
  const { url, headers } = response;
  const { body } = converted ?? response;
  const read = await parts.judging.judge.read(body, url, headers['content-type'] ?? '', {
    linkedFrom: saidOf(entry),
  });
  if (converted !== undefined) return { read, ...converted };
  const { shell } = read.page;
  const reading: PageReading | undefined =
    shell?.data === true ? { from: 'data', signs: shell.signs } : undefined;
  let found: ReadResponse = { read, body, reading };
  for (const feature of features) found = (await feature.read?.(entry, response, found, onHostFree)) ?? found;
  return found;
}

/** Text of the link by which the crawl came to the page, for classifiers that read it. */
export function saidOf({ linkContext, anchorText }: QueuedUrl): readonly string[] | undefined {
  const said = linkContext ?? anchorText;
  return said === undefined ? undefined : [said];
}

/** A page whose judgement is known, out of its body. */
export async function readAgain(event: CrawlEvent, body: Uint8Array, judge: PageJudge): Promise<Page> {
  return (await judge.read(body, event.finalUrl ?? event.url, event.contentType ?? '')).page;
}
