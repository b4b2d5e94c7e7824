import { readEvents } from '../../crawl/store/result-folder.js';
import { normaliseUrl } from '../../crawl/urls/urls.js';
import type { CrawlEvent } from '../../model/crawl.js';
import { InputError, UsageError } from '../../model/errors.js';

/**
 * The event of an address in the results of a crawl; an address that was only met as the end of a redirect finds the
 * event of the address that led there.
 * @throws UsageError when the address is none; InputError when the folder holds no crawl or the crawl never had it
 */
export async function findEvent(folder: string, address: string): Promise<CrawlEvent> {
  const url = normaliseUrl(address);
  if (url === undefined)
    throw new UsageError(`'${address}' is not a web address`, { hint: 'it begins with http:// or https://' });
  let linked: string | undefined;
  let redirected: CrawlEvent | undefined;
  for await (const event of readEvents(folder)) {
    if (event.url === url) return event;
    if (event.finalUrl === url) redirected = event;
    if (event.links?.includes(url) === true) linked ??= event.url;
  }
  if (redirected !== undefined) return redirected;
  throw new InputError(`the crawl in ${folder} did not come to ${url}`, {
    hint:
      linked === undefined
        ? 'no page of the crawl links to it'
        : `${linked} links to it, but the link was not followed, or the crawl ended before its turn`,
  });
}
