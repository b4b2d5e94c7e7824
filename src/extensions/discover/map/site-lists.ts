import type { FoundUrl } from '../../../crawling/engine/crawl-types.js';
import { gatherSitemaps, type SitemapParts, type SitemapPlan } from '../../../crawling/sitemaps/sitemaps.js';
import { hostOf, originOf } from '../../../crawling/urls/urls.js';
import type { NamedUrl } from './site-entries.js';

/** How much of sitemaps is read. */
export type ListLimits = Pick<SitemapPlan, 'maxUrls' | 'maxSitemaps' | 'maxBytes'>;

/**
 * What the sitemaps name that robots.txt names; where it names none, what the one at the usual place does.
 * @param starts addresses of one host, the last of which says where the usual place is
 */
export async function namedBySitemaps(
  starts: readonly string[],
  parts: SitemapParts,
  limits: ListLimits,
): Promise<readonly NamedUrl[]> {
  const { robots, logger } = parts;
  const named = starts.some((start) => robots.sitemaps(start).length > 0);
  if (named) {
    const found = await gatherSitemaps(parts, { ofHosts: starts, sitemaps: [], ...limits });
    if (found.length >= limits.maxUrls)
      logger.warn(
        `sitemaps of ${hostOf(starts[0] ?? '')}: only the first ${limits.maxUrls} addresses are read`,
      );
    return found.map((one) => namedBy('sitemap', one));
  }
  const usual = `${originOf(starts.at(-1) ?? '')}/sitemap.xml`;
  const problems: string[] = [];
  const quiet = { ...parts, logger: { ...logger, warn: (message: string) => void problems.push(message) } };
  const found = await gatherSitemaps(quiet, { ofHosts: [], sitemaps: [usual], ...limits });
  // Most sites whose robots.txt names no sitemap have none. That is not a fault.
  if (found.length > 0) problems.forEach((problem) => logger.warn(problem));
  else logger.info(`${hostOf(usual)}: robots.txt names no sitemap, and ${usual} is none`);
  return found.map((one) => namedBy('sitemap', one));
}

/** What feeds name. @param page an address of the site whose pages they may name in addition to their own */
export async function namedByFeeds(
  feeds: readonly string[],
  page: string,
  parts: SitemapParts,
  maxUrls: number,
): Promise<readonly NamedUrl[]> {
  if (feeds.length === 0) return [];
  const plan = { ofHosts: [], sitemaps: [], feeds: feeds.map((url) => ({ url, page })), maxUrls };
  return (await gatherSitemaps(parts, plan)).map((one) => namedBy('feed', one));
}

function namedBy(
  source: 'sitemap' | 'feed',
  { url, source: by = '', published, lastModified, title }: FoundUrl,
): NamedUrl {
  return { url, source, by, published, lastModified, title };
}
