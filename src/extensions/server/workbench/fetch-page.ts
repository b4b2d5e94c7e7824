import { createRobots } from '../../../crawling/politeness/robots.js';
import { openFetcher, type HttpSettings } from '../../../web/http/open-fetcher.js';
import { InputError } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import { createPageReader } from '../../../web/page/reader.js';
import { isHtml } from '../../../support/text/content-type.js';
import { withResources } from '../../../support/with-resources.js';

/**
 * Fetches one page as a crawl does: redirects and refreshes are followed, and robots.txt files obeyed, those of targets
 * included.
 * @throws InputError for what robots.txt forbids, and for answers that are not HTML; FetchError
 */
export async function fetchPage(
  url: string,
  settings: HttpSettings,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Page> {
  return withResources(async (own) => {
    const fetcher = own(openFetcher(settings, [url]));
    const robots = createRobots({ fetcher, userAgent: settings.userAgent });
    const onRedirect = async (target: string): Promise<void> => {
      if (!robots.knows(target)) await robots.load(target, signal);
      const permission = robots.decide(target);
      const way = target === url ? '' : ` redirects to ${target}`;
      if (!permission.allowed) throw new InputError(`${url}${way}: ${permission.message}`);
    };
    await onRedirect(url);
    const response = await fetcher.fetch(url, { onRedirect, followRefresh: true, signal });
    const type = response.headers['content-type'] ?? '';
    if (response.status < 200 || response.status > 299)
      throw new InputError(`${url} answered with status ${response.status}`);
    if (!isHtml(response))
      throw new InputError(`${url} is not an HTML page but ${type === '' ? 'unknown' : type}`);
    return createPageReader().read(response.body, response.url, type);
  });
}
