import { hostOf, registeredDomain } from '../../../crawling/urls/urls.js';
import type { LinkPriority } from '../../../model/crawl-event.js';
import { isBlogOrForum } from './page-tests.js';

/** Which links a harvest follows. */
export interface SourceLinksPlan {
  readonly isHub: (url: string) => boolean;
  readonly isSite: (url: string) => boolean;
  /** Links of one hub or site at most. */
  readonly linksEach: number;
  readonly skipBlogs: boolean;
}

/**
 * Follows the links of hubs that lead to other sites, and those of the front pages of listed sites that stay on the site, in the
 * order of the page; no others: pages that searches found are ends.
 */
export function sourceLinks({ isHub, isSite, linksEach, skipBlogs }: SourceLinksPlan): LinkPriority {
  const followed = new Map<string, number>();
  return {
    name: 'hubs and sites',
    prioritise({ link: { url }, entry }) {
      const kind = isHub(entry.url) ? 'hub' : isSite(entry.url) ? 'site' : undefined;
      if (kind === undefined || (skipBlogs && isBlogOrForum(url))) return undefined;
      const leadsOut = registeredDomain(url) !== registeredDomain(entry.url);
      const wanted = kind === 'hub' ? leadsOut : hostOf(url) === hostOf(entry.url);
      const count = followed.get(entry.url) ?? 0;
      if (!wanted || count >= linksEach) return undefined;
      followed.set(entry.url, count + 1);
      return { value: -count, reason: `link ${count + 1} of a ${kind}` };
    },
  };
}
