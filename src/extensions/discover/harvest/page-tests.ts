import { registeredDomain } from '../../../crawling/urls/urls.js';
import type { Page } from '../../../model/page.js';
import type { WordReader } from '../../../model/topic.js';
import { parseUrl } from '../../../support/parse-url.js';

/**
 * True for the address of a blog or a forum: "we simply check if the string 'forum' or 'blog' are present in the page's
 * URL. While this is trivial, it happens to work surprisingly well" (Badia, Muezzinoglu, Nasraoui 2006).
 */
export function isBlogOrForum(url: string): boolean {
  return /forum|blog/i.test(url);
}

/** Counts of the hub test. */
export interface HubCounts {
  /** Pages of other sites that it links to. */
  readonly externalLinks: number;
  /** Words outside of anchors, without stop words. */
  readonly words: number;
}

/**
 * Counts for the hub test of the same paper: "the number of links to an external site in the page", and "the number of words in the page
 * after taking away all HTML (including the anchors themselves) and any stopwords". A site is what has one registered domain;
 * an address that is linked to twice is one link.
 *
 * @param words a reader that leaves stop words out
 */
export function hubCounts(page: Page, words: WordReader): HubCounts {
  const own = registeredDomain(page.url);
  const targets = new Set(
    page.links.flatMap(({ url }) =>
      parseUrl(url) !== undefined && registeredDomain(url) !== own ? [url] : [],
    ),
  );
  const visible = words(page.blocks.length === 0 ? page.text : page.blocks.join('\n')).length;
  const anchors = page.links.flatMap(({ places = [] }) => places.map(({ anchorText }) => anchorText));
  return { externalLinks: targets.size, words: Math.max(0, visible - words(anchors.join('\n')).length) };
}

/** Links of a hub at least: a page of three words and one link is not a hub. */
const MIN_LINKS = 5;
/** Words of a page at least that can be about anything. */
const MIN_WORDS = 10;

/**
 * True for a hub: more than `ratio` links to other sites for each word. The paper states no threshold. Ours,
 * by default 0.1, is a link with a line of ten words; and five links at least.
 */
export function isHub({ externalLinks, words }: HubCounts, ratio: number): boolean {
  return externalLinks >= MIN_LINKS && externalLinks / Math.max(1, words) > ratio;
}

/** True for a page without content to judge: fewer than ten words outside its anchors. */
export function hasNoContent({ words }: HubCounts): boolean {
  return words < MIN_WORDS;
}
