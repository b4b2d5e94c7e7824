import { Parser } from 'htmlparser2';
import type { FetchedResponse } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import { isHtml, isSuccess } from '../../support/text/content-type.js';
import { readRefresh, type DeclarativeRefresh } from './declarative-refresh.js';

/** Longest delay, in seconds, of a refresh that counts as a redirect: nobody reads a page that leaves sooner. */
const LONGEST_DELAY = 10;
/** Part of a page in which a refresh is sought: so many bytes, and elements that are open at once. */
const SEARCHED_BYTES = 256 * 1024;
const DEEPEST = 1_000;
/** Most pages have none, and are not parsed here. */
const MENTIONED = /\brefresh\b/i;
/** Elements in which a `meta` has no effect. */
const INERT: ReadonlySet<string> = new Set([
  ...['template', 'svg', 'math', 'iframe', 'noembed', 'noframes'],
  ...['script', 'style', 'title', 'textarea', 'xmp'],
]);

/** Nothing after this place can change what was found. */
class SearchEnded extends Error {}

/**
 * The address that a page sends its readers on to within ten seconds, by `<meta http-equiv="refresh">` or a `Refresh`
 * header: absolute, without fragment. Undefined for pages that reload themselves, for responses that are not HTML or have
 * a status other than success, and for targets that are not web addresses. The first refresh that the standard does not
 * ignore counts, the header before the page, wherever in the page it stands.
 */
export function refreshTarget(response: FetchedResponse): string | undefined {
  const { url, status, headers, body } = response;
  if (!isSuccess(status) || !isHtml(response)) return undefined;
  const stated = headers['refresh'];
  const refresh = (stated === undefined ? undefined : readRefresh(stated, url, url)) ?? refreshIn(body, url);
  if (refresh === undefined || refresh.seconds > LONGEST_DELAY) return undefined;
  if (!/^https?:$/.test(refresh.url.protocol)) return undefined;
  const target = withoutFragment(refresh.url);
  return target === withoutFragment(new URL(url)) ? undefined : target;
}

function withoutFragment(url: URL): string {
  return url.href.split('#', 1).join('');
}

function refreshIn(body: Uint8Array, url: string): DeclarativeRefresh | undefined {
  // Tags and nearly all addresses are ASCII: a wrong encoding does not hide them.
  const markup = new TextDecoder().decode(body.subarray(0, SEARCHED_BYTES));
  return MENTIONED.test(markup) ? new RefreshSearch(url).in(markup) : undefined;
}

/** Looks for the refresh of a page. */
class RefreshSearch {
  private base: string | undefined;
  private found: DeclarativeRefresh | undefined;
  private foundWithoutScripts: DeclarativeRefresh | undefined;
  private open = 0;
  private inert = 0;
  private noscript = 0;
  private hasText = false;

  constructor(private readonly url: string) {}

  in(markup: string): DeclarativeRefresh | undefined {
    const parser = new Parser({
      onopentag: (name, attributes) => this.enter(name, attributes),
      onclosetag: (name) => this.leave(name),
      ontext: (text) => {
        if (this.inert === 0 && this.noscript === 0) this.hasText ||= text.trim() !== '';
      },
    });
    try {
      parser.end(markup);
    } catch (thrown) {
      if (!(thrown instanceof SearchEnded)) throw thrown;
    }
    // Many pages send readers without scripts to a request to turn scripts on, and have their text all the same. Where
    // there is no text, a script leads on, and the refresh says where to.
    return this.found ?? (this.hasText ? undefined : this.foundWithoutScripts);
  }

  private enter(name: string, attributes: Readonly<Record<string, string>>): void {
    this.open += 1;
    if (this.open > DEEPEST) throw new SearchEnded();
    if (INERT.has(name)) this.inert += 1;
    if (name === 'noscript') this.noscript += 1;
    if (this.inert > 0) return;
    if (name === 'base') this.noteBase(attributes['href']);
    if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh')
      this.note(attributes['content'] ?? '');
  }

  private leave(name: string): void {
    this.open -= 1;
    if (INERT.has(name)) this.inert -= 1;
    if (name === 'noscript') this.noscript -= 1;
  }

  private noteBase(href: string | undefined): void {
    if (href === undefined || this.base !== undefined) return;
    const base = parseUrl(href, this.url);
    this.base = base !== undefined && /^https?:$/.test(base.protocol) ? base.href : this.url;
  }

  private note(content: string): void {
    const refresh = readRefresh(content, this.url, this.base ?? this.url);
    if (refresh === undefined) return;
    if (this.noscript > 0) {
      this.foundWithoutScripts ??= refresh;
      return;
    }
    this.found = refresh;
    throw new SearchEnded();
  }
}
