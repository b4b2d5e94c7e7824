import type { Page } from '../../model/page.js';
import { webAddress } from './links.js';
import type { PageSurvey } from './page-survey.js';
import { hasToken, readRights, type HeadMeta } from './rights.js';
import { findNode, textBelow, type TreeNode } from './tree.js';
import { collapseWhitespace } from './whitespace.js';

/** Statements of a page about itself outside its text. */
type Metadata = Pick<Page, 'title' | 'language' | 'keywords' | 'robots' | 'canonicalUrl' | 'rights'>;

/** A language tag in its canonical form (`EN_us` becomes `en-US`); undefined when it is not one. */
export function languageTag(stated: string | undefined): string | undefined {
  try {
    return stated === undefined ? stated : Intl.getCanonicalLocales(stated.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/**
 * Reads title, language, keywords, robots directives and canonical address out of a page.
 * @param crawler name by which `<meta name>` may address this crawler alone, in lower case; its directives are added to
 *   those for all crawlers
 * @param base the address that relative links start from
 */
export function extractMetadata(survey: PageSurvey, crawler?: string, base?: string): Metadata {
  const html = survey.head.find(({ name }) => name === 'html');
  const links = survey.head.filter(({ name }) => name === 'link');
  const metas = survey.head.filter(({ name }) => name === 'meta').map(readMeta);
  const contentsOf = (wanted: string | undefined): readonly string[] =>
    metas.filter(({ name, content }) => name === wanted && content !== '').map(({ content }) => content);
  const robots = [...contentsOf('robots'), ...contentsOf(crawler)].join(',');
  const canonical = addressesOf(
    links.slice(0, survey.linksInHead).filter((link) => hasToken(link.attribute('rel'), 'canonical')),
  );
  return {
    title: collapseWhitespace(survey.title ?? '') || (contentsOf('og:title')[0] ?? ''),
    keywords: [...new Set([...contentsOf('keywords'), ...contentsOf('description')])].join('\n'),
    robots: {
      noIndex: hasToken(robots, 'noindex') || hasToken(robots, 'none'),
      noFollow: hasToken(robots, 'nofollow') || hasToken(robots, 'none'),
    },
    language:
      languageTag(html?.attribute('lang') ?? html?.attribute('xml:lang')) ??
      languageTag(contentsOf('content-language')[0]),
    // Pages that name several name none.
    canonicalUrl: canonical.length === 1 ? canonical[0] : undefined,
    rights: readRights(survey, metas, robots, base),
  };
}

function readMeta(element: TreeNode): HeadMeta {
  const name = element.attribute('name') ?? element.attribute('property') ?? element.attribute('http-equiv');
  return {
    name: (name ?? '').trim().toLowerCase(),
    content: collapseWhitespace(element.attribute('content') ?? ''),
  };
}

/** Absolute addresses of links, each once. */
function addressesOf(links: readonly TreeNode[]): readonly string[] {
  const addresses = links.map((link) => webAddress(link.attribute('href') ?? ''));
  return [...new Set(addresses.filter((address) => address !== undefined))];
}

/** The text of the first `h1` of a tree; empty when there is none. */
export function firstHeading(root: TreeNode): string {
  const heading = findNode(root, ({ name }) => name === 'h1');
  return heading === undefined ? '' : collapseWhitespace(textBelow(heading));
}
