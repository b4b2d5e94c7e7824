import type { PageLink } from '../../model/page.js';
import { MAX_URL_LENGTH } from '../../model/crawl-event.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import { remember } from '../../support/remember.js';
import { PAGE_LIMITS } from './limits.js';
import type { AnchorLocator } from './link-places.js';
import { anchorText, type PageSurvey } from './page-survey.js';
import type { TreeNode } from './tree.js';
import { collapseWhitespace, firstOf } from './whitespace.js';

/** A host without a scheme, which is a path below the page. */
const PLAIN_HOST = /^\s*www\.[\w-]+\.[a-z]/i;

/** The address that relative links start from: that of `<base href>`, else the page's; undefined for neither. */
export function baseAddress(stated: TreeNode | undefined, pageUrl: string): string | undefined {
  const page = parseUrl(pageUrl)?.href;
  const base = parseUrl(stated?.attribute('href') ?? '', page);
  return base !== undefined && isWebAddress(base.href) && base.href.length <= MAX_URL_LENGTH
    ? base.href
    : page;
}

/** An absolute http or https address, or undefined; without fragment unless it is kept. */
export function webAddress(address: string, base?: string, keepsFragment = false): string | undefined {
  const url = parseUrl(address, base);
  if (url === undefined || !isWebAddress(url.href) || url.hostname === '') return undefined;
  return keepsFragment ? url.href : url.href.split('#', 1).join('');
}

/** Places that are kept of one link at most. */
const MAX_PLACES = 10;

/** A link while its occurrences are gone through. */
type GrowingLink = { -readonly [Key in keyof PageLink]: PageLink[Key] };

/**
 * The links of a page (`a[href]`, `area[href]`) in document order, each address once, http and https only, without fragment but
 * a route of scripts (`#/about`). The first text that is not empty is the anchor text, the first occurrence that has them gives title
 * and `rel`; all must be `noFollow`. Addresses beyond {@link PAGE_LIMITS} are left out. @param places finds where they stand in the text
 */
export function extractLinks(
  survey: PageSurvey,
  pageUrl: string,
  places?: AnchorLocator,
): readonly PageLink[] {
  const base = baseAddress(survey.base, pageUrl);
  const links = new Map<string, GrowingLink>();
  // Many links of a page differ in their fragments alone.
  const addressOf = remember((written: string) => webAddress(written, base, true), PAGE_LIMITS.links);
  let characters = 0;
  const visit = (anchor: TreeNode, written: string): void => {
    const url = addressOf(written);
    if (url === undefined) return;
    let link = links.get(url);
    if (link === undefined) {
      characters += url.length;
      if (links.size === PAGE_LIMITS.links || characters > PAGE_LIMITS.linkCharacters) return;
      link = { url, anchorText: '', noFollow: true, rel: undefined, title: undefined, places: undefined };
      links.set(url, link);
    }
    addOccurrence(link, anchor);
    if (places !== undefined) addPlace(link, places, anchor);
  };
  for (const anchor of survey.anchors) {
    const written = (anchor.attribute('href') ?? '').replace(/#(?!!?\/.).*$/s, '');
    visit(anchor, written);
    if (PLAIN_HOST.test(written)) visit(anchor, `//${written.trim()}`);
  }
  return [...links.values()];
}

function addOccurrence(link: GrowingLink, element: TreeNode): void {
  if (link.anchorText === '') link.anchorText = anchorText(element);
  const title = firstOf(element.attribute('title') ?? '', PAGE_LIMITS.anchorText);
  link.title ??= collapseWhitespace(title) || undefined;
  const rel = element.attribute('rel')?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  link.noFollow &&= rel.includes('nofollow');
  if (rel.length > 0) link.rel ??= rel;
}

function addPlace(link: GrowingLink, places: AnchorLocator, element: TreeNode): void {
  const known = link.places ?? [];
  const place = known.length < MAX_PLACES ? places.placeOf(element) : undefined;
  if (place !== undefined) link.places = [...known, place];
}
