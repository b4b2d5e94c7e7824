import { Parser } from 'htmlparser2';
import { FetchError } from '../../model/errors.js';
import type { FetchedResponse, FetchOptions } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import { isHtml, isSuccess } from '../../support/text/content-type.js';
import { decodeStrictUtf8 } from '../page/charset.js';

/** Redirects that are followed for one fetch. */
const MAX_REDIRECTS = 10;

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
  // Node hands header bytes over as Latin-1; servers that do not escape a Location write UTF-8.
  const written = decodeStrictUtf8(Buffer.from(location, 'latin1')) ?? location;
  const target = parseUrl(written, url);
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw new FetchError('network', url, `redirects to '${shortened(written)}', which is not a web address`);
  }
  return withoutFragment(target);
}

/**
 * Requests a URL and follows redirects, each after `onRedirect` returned, and where `followRefresh` says so also pages that send
 * their readers on ({@link refreshTarget}).
 * @param stateOf cookies that would be sent: where they have changed, an address that was requested before is requested again
 * @throws FetchError 'too-many-redirects' after ten, or when they run in a circle
 */
export async function followRedirects(
  url: string,
  ask: (url: string) => Promise<{ readonly redirect: string } | { readonly answer: FetchedResponse }>,
  {
    onRedirect,
    followRefresh = false,
    stateOf = () => '',
  }: Pick<FetchOptions, 'onRedirect' | 'followRefresh'> & { readonly stateOf?: (url: string) => string },
): Promise<FetchedResponse> {
  const asked = new Set<string>();
  const keyOf = (target: string): string => `${target} ${stateOf(target)}`;
  for (let current = url; ;) {
    asked.add(keyOf(current));
    const result = await ask(current);
    let target: string;
    if ('answer' in result) {
      const refresh = followRefresh ? refreshTarget(result.answer) : undefined;
      // A page that reloads itself is the answer, unless it has set a cookie.
      if (refresh === undefined || (refresh === current && asked.has(keyOf(refresh)))) return result.answer;
      target = refresh;
    } else target = result.redirect;
    const circle = asked.has(keyOf(target)) ? `in a circle (${shortened(target)})` : undefined;
    const why = circle ?? (asked.size > MAX_REDIRECTS ? `more than ${MAX_REDIRECTS} times` : undefined);
    if (why !== undefined) throw new FetchError('too-many-redirects', url, `redirects ${why}`);
    await onRedirect?.(target);
    current = target;
  }
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function withoutFragment(url: URL): string {
  return url.href.split('#', 1).join('');
}

/**
 * A refresh: whole seconds, then the end or a separator, then the target, with `url=` or quotes or without, as the "shared
 * declarative refresh steps" of the HTML standard read it. `(?!\d)` keeps it linear: digits are divided one way only.
 */
const REFRESH =
  /^\s*(?:(\d+)(?!\d)|(?=\.))[\d.]*(?=$|[;,\s])\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|([^]*))/i;

/** Reads the `content` of a refresh, or the value of a `Refresh` header; undefined where the standard ignores it. */
export function readRefresh(value: string, documentUrl: string) {
  const found = REFRESH.exec(value);
  if (found === null) return undefined;
  const [, time = '0', double, single, bare = ''] = found;
  const url = parseUrl(double ?? single ?? bare, documentUrl);
  return url === undefined || url.protocol === 'javascript:' ? undefined : { seconds: Number(time), url };
}

/** Longest delay, in seconds, of a refresh that counts as a redirect: nobody reads a page that leaves sooner. */
const LONGEST_DELAY = 10;
/** Part of a page in which a refresh is sought: so many bytes, and elements that are open at once. */
const SEARCHED_BYTES = 256 * 1024;
const DEEPEST = 1_000;

/**
 * The address that a page sends its readers on to within ten seconds, by a `Refresh` header or the first
 * `<meta http-equiv="refresh">` that is not for browsers without scripts; of a page that reloads itself, its own. Undefined for
 * responses that are not HTML or not a success, and for targets that are not web addresses.
 */
export function refreshTarget(response: FetchedResponse): string | undefined {
  const { url, status, headers, body } = response;
  if (!isSuccess(status) || !isHtml(response)) return undefined;
  const refresh = readRefresh(headers['refresh'] ?? '', url) ?? refreshIn(body, url);
  if (refresh === undefined || refresh.seconds > LONGEST_DELAY) return undefined;
  if (!/^https?:$/.test(refresh.url.protocol)) return undefined;
  return withoutFragment(refresh.url);
}

function refreshIn(body: Uint8Array, url: string): ReturnType<typeof readRefresh> {
  // Tags and nearly all addresses are ASCII: a wrong encoding does not hide them.
  const markup = new TextDecoder().decode(body.subarray(0, SEARCHED_BYTES));
  // Most pages have none, and are not parsed here.
  if (!/\brefresh\b/i.test(markup)) return undefined;
  let found: ReturnType<typeof readRefresh>;
  let [open, inert] = [0, 0];
  const parser = new Parser({
    onopentag(name, { 'http-equiv': stated, content = '' }) {
      open += 1;
      if (/^(?:noscript|template|svg)$/.test(name)) inert += 1;
      if (name === 'meta' && inert === 0 && stated?.toLowerCase() === 'refresh')
        found ??= readRefresh(content, url);
      if (found !== undefined || open > DEEPEST) parser.pause();
    },
    onclosetag(name) {
      open -= 1;
      if (/^(?:noscript|template|svg)$/.test(name)) inert -= 1;
    },
  });
  parser.end(markup);
  return found;
}
