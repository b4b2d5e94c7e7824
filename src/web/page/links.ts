import type { LinkPlace, PageLink } from '../../model/page.js';
import type { PageSurvey, SurveyedAnchor } from './page-survey.js';
import type { PageElement } from './tree.js';
import { collapseWhitespace } from './whitespace.js';
import { parseUrl } from '../../support/parse-url.js';

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** The address that relative links start from: that of `<base href>`, else the page's; undefined for neither. */
export function baseAddress(stated: PageElement | undefined, pageUrl: string): string | undefined {
  const page = parseUrl(pageUrl)?.href;
  const base = parseUrl(stated?.attribute('href') ?? '', page);
  return base !== undefined && isWeb(base) ? base.href : page;
}

/** An absolute http or https address without fragment, or undefined. */
export function webAddress(address: string, base?: string): string | undefined {
  const url = parseUrl(address, base);
  if (url === undefined || !isWeb(url) || url.hostname === '') return undefined;
  // Setting a part of a URL parses all of it again.
  const { href } = url;
  const hash = href.indexOf('#');
  return hash < 0 ? href : href.slice(0, hash);
}

/** Places that are kept of one link at most. */
const MAXIMUM_PLACES = 10;

/** What is known of anchors beyond their markup. Finding it takes time, so that it is found on request. */
export interface AnchorSurroundings {
  /** Where an anchor stands in the text. */
  readonly placeOf?: (anchor: PageElement) => LinkPlace | undefined;
  readonly tagPathOf?: (anchor: PageElement) => string | undefined;
  /** Whether a crawl has finished with a URL, so that the surroundings of links to it are not needed. Default: with none. */
  readonly hasEnded?: (url: string) => boolean;
}

/**
 * The links of a page (`a[href]`, `area[href]`) in document order, each address once, http and https only, without
 * fragment. The first occurrence gives the place in the order, the first non-empty text the anchor text, the first
 * that has them title and `rel`; a link is `noFollow` when every occurrence of it is. Addresses that cannot be resolved
 * are left out.
 *
 * @param pageUrl the page's own address; `<base href>` is resolved against it
 */
export function extractLinks(
  survey: PageSurvey,
  pageUrl: string,
  surroundings: AnchorSurroundings = {},
): readonly PageLink[] {
  const base = baseAddress(survey.base, pageUrl);
  const { hasEnded = () => false } = surroundings;
  const links = new Map<string, PageLink>();
  for (const anchor of survey.anchors) {
    const url = webAddress(anchor.element.attribute('href') ?? '', base);
    if (url === undefined) continue;
    const around = hasEnded(url) ? NO_SURROUNDINGS : surroundings;
    links.set(url, withOccurrence(links.get(url), url, anchor, around));
  }
  return [...links.values()];
}

const NO_SURROUNDINGS: AnchorSurroundings = {};

function withOccurrence(
  known: PageLink | undefined,
  url: string,
  anchor: SurveyedAnchor,
  { placeOf, tagPathOf }: AnchorSurroundings,
): PageLink {
  const { element } = anchor;
  const rel = relationsOf(element);
  return {
    url,
    anchorText: known?.anchorText || anchor.text(),
    noFollow: (known?.noFollow ?? true) && rel.includes('nofollow'),
    rel: known?.rel ?? (rel.length === 0 ? undefined : rel),
    title: known?.title ?? titleOf(element),
    places: placesOf(known?.places, () => placeOf?.(element)),
    tagPath: known === undefined ? tagPathOf?.(element) : known.tagPath,
  };
}

function relationsOf(element: PageElement): string[] {
  const stated = element.attribute('rel');
  if (stated === undefined) return [];
  return stated
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== '');
}

function titleOf(element: PageElement): string | undefined {
  const title = collapseWhitespace(element.attribute('title') ?? '');
  return title === '' ? undefined : title;
}

function placesOf(
  known: readonly LinkPlace[] | undefined,
  next: () => LinkPlace | undefined,
): readonly LinkPlace[] | undefined {
  if (known !== undefined && known.length >= MAXIMUM_PLACES) return known;
  const place = next();
  return place === undefined ? known : [...(known ?? []), place];
}
