import { urlPattern } from '../../../crawling/urls/url-patterns.js';
import { parseUrl } from '../../../support/parse-url.js';

/** What to ask a CDX server for, and which of its answers are wanted. */
export interface CdxQuery {
  /** Parameter `url`. */
  readonly url: string;
  readonly matchType: 'exact' | 'prefix' | 'host' | 'domain';
  readonly fits: (url: string) => boolean;
}

/** The form of a pattern: a host, with `*.` for all below it, and maybe a path, in which `*` stands for anything. */
export const CDX_PATTERN = /^(?:https?:\/\/)?(\*\.)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?)(\/\S*)?$/u;

/**
 * The query for a pattern: `example.org` (all pages of the host), `*.example.org` (and of the hosts below it),
 * `example.org/health/*`, `*.example.org/*insulin*`. A server takes one `*` at the end of a path, so that what is more than
 * that is sorted out of its answers.
 */
export function cdxQuery(pattern: string): CdxQuery | undefined {
  const [, below, host = '', path = '/*'] = CDX_PATTERN.exec(pattern) ?? [];
  if (host === '') return undefined;
  const fitsPath = urlPattern(path);
  const fits = (url: string): boolean => {
    const parsed = parseUrl(url);
    return parsed !== undefined && fitsPath(`${parsed.pathname}${parsed.search}`);
  };
  const star = path.indexOf('*');
  if (below !== undefined) return { url: host, matchType: 'domain', fits };
  if (path === '/*') return { url: host, matchType: 'host', fits };
  if (star < 0) return { url: `${host}${path}`, matchType: 'exact', fits };
  return { url: `${host}${path.slice(0, star)}`, matchType: 'prefix', fits };
}
