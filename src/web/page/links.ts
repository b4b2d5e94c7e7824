import type { PageLink } from '../../model/page.js';
import { firstOf, PAGE_LIMITS } from './limits.js';
import type { AnchorLocator } from './link-places.js';
import type { PageSurvey, SurveyedAnchor } from './page-survey.js';
import type { PageElement } from './tree.js';
import { collapseWhitespace } from './whitespace.js';
import { parseUrl } from '../../support/parse-url.js';
import { MAX_URL_LENGTH } from '../../model/crawl-event.js';

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** The address that relative links start from: that of `<base href>`, else the page's; undefined for neither. */
export function baseAddress(stated: PageElement | undefined, pageUrl: string): string | undefined {
  const page = parseUrl(pageUrl)?.href;
  const base = parseUrl(stated?.attribute('href') ?? '', page);
  return base !== undefined && isWeb(base) && base.href.length <= MAX_URL_LENGTH ? base.href : page;
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

/** Context of anchors beyond their markup. Finding it takes time, so that it is found on request. */
export interface AnchorContext {
  /** Finds where an anchor stands in the text. */
  readonly places?: AnchorLocator;
  /** True if a crawl has finished with a URL, so that the surroundings of links to it are not needed. Default: with none. */
  readonly hasEnded?: (url: string) => boolean;
}

/** A link while its occurrences are gone through. */
type GrowingLink = { -readonly [Key in keyof PageLink]: PageLink[Key] };

/**
 * The links of a page (`a[href]`, `area[href]`) in document order, each address once, http and https only, without
 * fragment. The first occurrence gives the place in the order, the first non-empty text the anchor text, the first
 * that has them title and `rel`; a link is `noFollow` when every occurrence of it is. Addresses that cannot be resolved
 * are left out, and so are those beyond {@link PAGE_LIMITS}.
 *
 * @param pageUrl the page's own address; `<base href>` is resolved against it
 */
export function extractLinks(
  survey: PageSurvey,
  pageUrl: string,
  { places, hasEnded }: AnchorContext = {},
): readonly PageLink[] {
  const base = baseAddress(survey.base, pageUrl);
  const addresses = new Addresses(base);
  const links = new Map<string, GrowingLink>();
  const ended = new Set<GrowingLink>();
  let characters = 0;
  for (const anchor of survey.anchors) {
    const url = addresses.read(anchor.element.attribute('href') ?? '');
    if (url === undefined) continue;
    let link = links.get(url);
    if (link === undefined) {
      characters += url.length;
      if (links.size === PAGE_LIMITS.links || characters > PAGE_LIMITS.linkCharacters) continue;
      link = newLink(url);
      links.set(url, link);
      if (hasEnded?.(url) === true) ended.add(link);
      else link.tagPath = anchor.tagPath();
    }
    addOccurrence(link, anchor);
    if (places !== undefined && !ended.has(link)) addPlace(link, places, anchor.element);
  }
  return [...links.values()];
}

/** The addresses of a page's links as {@link webAddress} reads them. Many are written alike but for their fragments. */
class Addresses {
  private readonly known = new Map<string, string | undefined>();

  constructor(private readonly base: string | undefined) {}

  read(written: string): string | undefined {
    const hash = written.indexOf('#');
    // A blank before the fragment belongs to the address, one at its end does not.
    const address = hash > 0 && written.charCodeAt(hash - 1) > SPACE ? written.slice(0, hash) : written;
    const before = this.known.get(address);
    if (before !== undefined || this.known.has(address)) return before;
    const url = webAddress(address, this.base);
    this.known.set(address, url);
    return url;
  }
}

const SPACE = 0x20;

function newLink(url: string): GrowingLink {
  return {
    url,
    anchorText: '',
    noFollow: true,
    rel: undefined,
    title: undefined,
    places: undefined,
    tagPath: undefined,
  };
}

function addOccurrence(link: GrowingLink, anchor: SurveyedAnchor): void {
  const { element } = anchor;
  if (link.anchorText === '') link.anchorText = anchor.text();
  link.title ??= titleOf(element);
  if (!link.noFollow && link.rel !== undefined) return;
  const rel = relationsOf(element);
  link.noFollow &&= rel.includes('nofollow');
  if (rel.length > 0) link.rel ??= rel;
}

function addPlace(link: GrowingLink, places: AnchorLocator, element: PageElement): void {
  const known = link.places ?? [];
  const place = known.length < MAXIMUM_PLACES ? places.placeOf(element) : undefined;
  if (place !== undefined) link.places = [...known, place];
}

/** The relations of a link without any. */
const NO_RELATIONS: readonly string[] = [];

function relationsOf(element: PageElement): readonly string[] {
  const stated = element.attribute('rel');
  return stated === undefined ? NO_RELATIONS : stated.toLowerCase().split(/\s+/).filter(Boolean);
}

function titleOf(element: PageElement): string | undefined {
  const title = element.attribute('title');
  return title === undefined
    ? undefined
    : collapseWhitespace(firstOf(title, PAGE_LIMITS.anchorText)) || undefined;
}
