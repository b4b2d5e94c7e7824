import { createRobots } from '../../crawl/politeness/robots.js';
import { openFetcher, type HttpSettings } from '../../http/open-fetcher.js';
import type { Fetcher } from '../../model/crawl.js';
import { InputError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { createPageReader } from '../../page/reader.js';
import { isHtml } from '../../support/text/content-type.js';
import { withResources } from '../../support/with-resources.js';

/**
 * Fetches one page where robots.txt allows it.
 * @param given.fetcher takes the place of the network
 * @throws InputError when it does not, and for answers that are not HTML; FetchError
 */
export async function fetchPage(
  url: string,
  settings: HttpSettings,
  given: { readonly fetcher?: Fetcher; readonly signal?: AbortSignal } = {},
): Promise<Page> {
  return withResources(async (own) => {
    const fetcher = given.fetcher ?? own(openFetcher(settings, [url]));
    const { signal } = given;
    const robots = createRobots({ fetcher, userAgent: settings.userAgent });
    await robots.load(url, signal);
    const permission = robots.decide(url);
    if (!permission.allowed) throw new InputError(`${url}: ${permission.message}`);
    const response = await fetcher.fetch(url, signal === undefined ? {} : { signal });
    if (response.status < 200 || response.status > 299)
      throw new InputError(`${url} answered with status ${response.status}`);
    if (!isHtml(response))
      throw new InputError(`${url} is not an HTML page but ${response.headers['content-type'] ?? 'unknown'}`);
    return createPageReader().read(response.body, response.url, response.headers['content-type'] ?? '');
  });
}
