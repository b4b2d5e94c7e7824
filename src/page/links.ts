import type { LinkPlace, PageLink } from '../model/page.js';
import { isBlock } from './elements.js';
import type { PageSurvey } from './survey.js';
import { walk, type TreeNode } from './tree.js';
import { collapseWhitespace } from './whitespace.js';
import { given } from '../support/given.js';
import { parseUrl } from '../support/parse-url.js';

/** Elements whose text no reader sees, and `svg`, whose `title` is a tool tip. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg']);

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** The address that relative links start from: that of `<base href>`, else the page's; undefined for neither. */
export function baseAddress(stated: TreeNode | undefined, pageUrl: string): string | undefined {
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

function anchorText(anchor: TreeNode): string {
  const parts: string[] = [];
  const alternatives: string[] = [];
  const space = (node: TreeNode): void => {
    if (isBlock(node.name) || node.name === 'br') parts.push(' ');
  };
  walk(anchor, {
    enter: (node) => {
      if (SILENT.has(node.name)) return false;
      if (node.name === '#text') parts.push(node.text);
      if (node.name === 'img' || node.name === 'area') alternatives.push(node.attribute('alt') ?? '');
      space(node);
      return true;
    },
    leave: space,
  });
  return collapseWhitespace(parts.join('')) || collapseWhitespace(alternatives.join(' '));
}

/** Places that are kept of one link at most. */
const MAXIMUM_PLACES = 10;

/** What is known of anchors beyond their markup. */
export interface AnchorSurroundings {
  /** Where they stand in the text. */
  readonly places?: ReadonlyMap<TreeNode, LinkPlace>;
  readonly tagPaths?: ReadonlyMap<TreeNode, string>;
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
  const links = new Map<string, PageLink>();
  for (const node of survey.anchors) {
    const url = webAddress(node.attribute('href') ?? '', base);
    if (url !== undefined) links.set(url, withOccurrence(links.get(url), url, node, surroundings));
  }
  return [...links.values()];
}

function withOccurrence(
  known: PageLink | undefined,
  url: string,
  node: TreeNode,
  { places, tagPaths }: AnchorSurroundings,
): PageLink {
  const rel = relationsOf(node);
  return {
    url,
    anchorText: known?.anchorText || anchorText(node),
    noFollow: (known?.noFollow ?? true) && rel.includes('nofollow'),
    ...given({
      rel: known?.rel ?? (rel.length === 0 ? undefined : rel),
      title: known?.title ?? titleOf(node),
      places: placesOf(known?.places, places?.get(node)),
      tagPath: known === undefined ? tagPaths?.get(node) : known.tagPath,
    }),
  };
}

function relationsOf(node: TreeNode): string[] {
  const stated = node.attribute('rel');
  if (stated === undefined) return [];
  return stated
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== '');
}

function titleOf(node: TreeNode): string | undefined {
  const title = collapseWhitespace(node.attribute('title') ?? '');
  return title === '' ? undefined : title;
}

function placesOf(
  known: readonly LinkPlace[] | undefined,
  place: LinkPlace | undefined,
): readonly LinkPlace[] | undefined {
  if (place === undefined || known === undefined) return known ?? (place && [place]);
  return known.length < MAXIMUM_PLACES ? [...known, place] : known;
}
