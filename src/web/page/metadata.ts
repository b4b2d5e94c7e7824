import type { Page } from '../../model/page.js';
import type { Rights } from '../../model/rights.js';
import { webAddress } from './links.js';
import { readRights, type HeadMeta } from './rights.js';
import type { PageSurvey } from './page-survey.js';
import { findNode, walk, type PageElement, type TreeNode } from './tree.js';
import { collapseWhitespace } from './whitespace.js';
import { remember } from '../../support/remember.js';

/** Statements of a page about itself outside its text. */
interface Metadata {
  /** `<title>`, else the first `og:title`, else empty. */
  readonly title: string;
  /** BCP 47 tag of `<html lang>`, else of `<meta http-equiv="content-language">`. */
  readonly language?: string;
  /** Contents of `<meta name="keywords">` and `description`, one a line. */
  readonly keywords: string;
  readonly robots: Page['robots'];
  /** `<link rel="canonical">` in the head where it is an absolute web address, and no other one is another. */
  readonly canonicalUrl?: string;
  /** Absolute addresses of `<link rel="alternate">` with the type of a feed, the first ones; present where there are some. */
  readonly feeds?: readonly string[];
  readonly rights?: Rights;
}

/** A language tag in its canonical form (`EN_us` becomes `en-US`); undefined when it is not one. */
export function languageTag(stated: string | undefined): string | undefined {
  return stated === undefined ? undefined : canonicalTag(stated);
}

const canonicalTag = remember((stated: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(stated.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}, 1_000);

/** All text below a node, whitespace collapsed. */
function plainText(node: TreeNode | undefined): string {
  const parts: string[] = [];
  if (node !== undefined) {
    walk(node, {
      enter: (child) => {
        parts.push(child.text);
        return true;
      },
    });
  }
  return collapseWhitespace(parts.join(''));
}

function hasToken(value: string | undefined, token: string): boolean {
  return (value ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .includes(token);
}

interface HeadElements {
  readonly html: PageElement | undefined;
  readonly metas: readonly HeadMeta[];
  readonly links: readonly PageElement[];
}

function headElements(found: readonly PageElement[]): HeadElements {
  return {
    html: found.find((node) => node.name === 'html'),
    links: found.filter((node) => node.name === 'link'),
    metas: found
      .filter((node) => node.name === 'meta')
      .map((node) => {
        const name =
          node.attribute('name') ?? node.attribute('property') ?? node.attribute('http-equiv') ?? '';
        return {
          name: name.trim().toLowerCase(),
          content: collapseWhitespace(node.attribute('content') ?? ''),
        };
      }),
  };
}

function contentsOf(metas: readonly HeadMeta[], name: string): readonly string[] {
  const contents: string[] = [];
  for (const meta of metas) if (meta.name === name && meta.content !== '') contents.push(meta.content);
  return contents;
}

/**
 * Reads title, language, keywords, robots directives and canonical address out of a page.
 * @param crawler name by which `<meta name>` may address this crawler alone, in lower case; its directives are added to
 *   those for all crawlers
 * @param base the address that relative links start from
 */
export function extractMetadata(survey: PageSurvey, crawler?: string, base?: string): Metadata {
  const { html, metas, links } = headElements(survey.head);
  const canonical = new Set(
    links
      .slice(0, survey.linksInHead)
      .filter((link) => hasToken(link.attribute('rel'), 'canonical'))
      .flatMap((link) => webAddress(link.attribute('href') ?? '') ?? []),
  );
  const feeds = links
    .filter(leadsToFeed)
    .slice(0, MAX_FEEDS)
    .map((link) => webAddress(link.attribute('href') ?? '', base))
    .filter((address) => address !== undefined);
  const own = crawler === undefined ? [] : contentsOf(metas, crawler);
  const robots = [...contentsOf(metas, 'robots'), ...own].join(',');
  const language =
    languageTag(html?.attribute('lang') ?? html?.attribute('xml:lang')) ??
    languageTag(contentsOf(metas, 'content-language')[0]);
  return {
    title: collapseWhitespace(survey.title) || (contentsOf(metas, 'og:title')[0] ?? ''),
    keywords: [...new Set([...contentsOf(metas, 'keywords'), ...contentsOf(metas, 'description')])].join(
      '\n',
    ),
    robots: {
      noIndex: hasToken(robots, 'noindex') || hasToken(robots, 'none'),
      noFollow: hasToken(robots, 'nofollow') || hasToken(robots, 'none'),
    },
    language,
    // Pages that name several name none.
    canonicalUrl: canonical.size === 1 ? [...canonical][0] : undefined,
    rights: readRights(survey, metas, robots, base),
    ...(feeds.length === 0 ? {} : { feeds: [...new Set(feeds)] }),
  };
}

/** Feeds of a page that are looked at. */
const MAX_FEEDS = 10;

function leadsToFeed(link: PageElement): boolean {
  const type = (link.attribute('type') ?? '').trim();
  return (
    hasToken(link.attribute('rel'), 'alternate') &&
    /^application\/(?:rss\+xml|atom\+xml|feed\+json)\b/i.test(type)
  );
}

/** The text of the first `h1` of a tree; empty when there is none. */
export function firstHeading(root: TreeNode): string {
  return plainText(findNode(root, (node) => node.name === 'h1'));
}
