import type { PageLink } from '../model/page.js';
import { isBlock } from './elements.js';
import { findNode, walk, type TreeNode } from './tree.js';
import { collapseWhitespace } from './whitespace.js';
import { parseUrl } from '../support/parse-url.js';

/** Elements whose text no reader sees, and `svg`, whose `title` is a tool tip. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg']);

function resolve(address: string, base: string | undefined): URL | undefined {
  return parseUrl(address, base);
}

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** The address that relative links start from: that of `<base href>`, else the page's; undefined for neither. */
function baseAddress(root: TreeNode, pageUrl: string): string | undefined {
  const stated = findNode(root, (node) => node.name === 'base' && node.attribute('href') !== undefined);
  const base = resolve(stated?.attribute('href') ?? '', resolve(pageUrl, undefined)?.href);
  return base !== undefined && isWeb(base) ? base.href : resolve(pageUrl, undefined)?.href;
}

/** An absolute http or https address without fragment, or undefined. */
export function webAddress(address: string, base?: string): string | undefined {
  const url = resolve(address, base);
  if (url === undefined || !isWeb(url) || url.hostname === '') return undefined;
  url.hash = '';
  return url.href;
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

/**
 * The links of a page (`a[href]`, `area[href]`) in document order, each address once, http and https only, without
 * fragment. The first occurrence gives the place, the first non-empty text the anchor text; a link is `noFollow` when
 * every occurrence of it is. Addresses that cannot be resolved are left out.
 *
 * @param pageUrl the page's own address; `<base href>` is resolved against it
 */
export function extractLinks(root: TreeNode, pageUrl: string): readonly PageLink[] {
  const base = baseAddress(root, pageUrl);
  const links = new Map<string, PageLink>();
  walk(root, {
    enter: (node) => {
      if (node.name === 'template') return false;
      const href = node.name === 'a' || node.name === 'area' ? node.attribute('href') : undefined;
      const url = href === undefined ? undefined : webAddress(href, base);
      if (url === undefined) return true;
      const known = links.get(url);
      links.set(url, {
        url,
        anchorText: known?.anchorText || anchorText(node),
        noFollow: (known?.noFollow ?? true) && /(?:^|\s)nofollow(?:\s|$)/i.test(node.attribute('rel') ?? ''),
      });
      return true;
    },
  });
  return [...links.values()];
}
