import type { CrawlEvent } from '../../model/crawl-event.js';
import { parseEvent } from './event-file.js';
import { eventLines } from './result-folder.js';

/**
 * The last event of a URL; without one, that of the URL that redirected to it. Only lines that name the URL are parsed.
 * @throws InputError when the folder has no events
 */
export async function findEvent(path: string, url: string): Promise<CrawlEvent | undefined> {
  let own: CrawlEvent | undefined;
  let redirected: CrawlEvent | undefined;
  // The value of a property, not one of the many links of an event.
  for await (const { line } of eventLines(path, `":${JSON.stringify(url)}`)) {
    const event = parseEvent(line);
    if (event?.url === url) own = event;
    else if (event?.finalUrl === url) redirected = event;
  }
  return own ?? redirected;
}
