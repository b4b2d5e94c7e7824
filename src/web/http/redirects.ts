import { FetchError } from '../../model/errors.js';
import type { FetchedResponse, FetchOptions } from '../../model/crawl-event.js';
import { refreshTarget } from './page-refresh.js';
import { parseUrl } from '../../support/parse-url.js';

/** Redirects that are followed for one fetch. */
export const MAX_REDIRECTS = 10;

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The address that a response redirects to: absolute, without fragment; undefined when it does not redirect.
 * @throws FetchError 'network' when the target is not an http(s) address
 */
export function redirectTarget(
  url: string,
  status: number,
  location: string | undefined,
): string | undefined {
  if (!REDIRECT_STATUSES.has(status) || location === undefined || location === '') return undefined;
  const written = decodeHeader(location);
  const target = parseUrl(written, url);
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw new FetchError('network', url, `redirects to '${shortened(written)}', which is not a web address`);
  }
  target.hash = '';
  return target.href;
}

/**
 * Requests a URL and follows redirects, each after `onRedirect` returned. A target that this chain requested before
 * ends it: it would loop for ever. Where `followRefresh` says so, pages that send their readers on
 * ({@link refreshTarget}) are redirects of the same chain.
 *
 * @param maxRedirects default {@link MAX_REDIRECTS}
 * @param ask one request; its answer is either final or names the next address
 * @throws FetchError 'too-many-redirects' after so many, or when they run in a circle
 */
export async function followRedirects(
  url: string,
  ask: (url: string) => Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }>,
  { onRedirect, followRefresh = false }: Pick<FetchOptions, 'onRedirect' | 'followRefresh'>,
  maxRedirects = MAX_REDIRECTS,
): Promise<FetchedResponse> {
  const asked = new Set<string>();
  let current = url;
  for (;;) {
    asked.add(current);
    const result = await ask(current);
    let target: string | undefined;
    if ('redirect' in result) target = result.redirect;
    else {
      target = followRefresh ? refreshTarget(result.answer) : undefined;
      if (target === undefined) return result.answer;
    }
    if (asked.has(target)) {
      throw new FetchError('too-many-redirects', url, `redirects in a circle (${shortened(target)})`);
    }
    if (asked.size > maxRedirects) {
      throw new FetchError('too-many-redirects', url, `redirects more than ${maxRedirects} times`);
    }
    await onRedirect?.(target);
    current = target;
  }
}

/** Node hands header bytes over as Latin-1; servers that do not escape a Location write UTF-8. */
function decodeHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
