import { Cookie, CookieJar } from 'tough-cookie';
import type { BrowserStorage } from '../../model/rendering.js';
import type { Session } from '../../model/session.js';
import { parseUrl } from '../../support/parse-url.js';

/** Cookies that a host may have, and characters of one with its attributes: more than any browser takes. */
const [MOST_COOKIES, MOST_CHARACTERS] = [300, 8192];

/**
 * A session of cookies, kept as a browser keeps them (RFC 6265, by tough-cookie): what hosts set is sent back, and is forgotten when
 * the process ends.
 * @param hosts the only ones that receive it
 */
export function openSession(hosts: readonly string[], { cookies }: BrowserStorage): Session {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false, looseMode: true });
  for (const { name, value, domain, path, expires, httpOnly, secure } of cookies) {
    const host = domain.replace(/^\./, '');
    const cookie = new Cookie({
      ...{ key: name, value, path, httpOnly, secure },
      // Without the attribute, only the host itself receives it.
      domain: domain.startsWith('.') ? host : null,
      expires: expires < 0 ? 'Infinity' : new Date(expires * 1000),
    });
    jar.setCookieSync(cookie, `https://${host}${path}`, { ignoreError: true });
  }
  const named = new Set(hosts);
  const covers = (url: string): boolean => named.has(parseUrl(url)?.host ?? '');
  return {
    covers,
    cookiesFor: (url) => {
      const header = covers(url) ? jar.getCookieStringSync(url) : '';
      return header === '' ? undefined : header;
    },
    take: (url, setCookies) => {
      if (!covers(url)) return;
      for (const one of setCookies) {
        if (jar.getCookiesSync(url, { allPaths: true }).length >= MOST_COOKIES) return;
        if (one.length <= MOST_CHARACTERS) jar.setCookieSync(one, url, { ignoreError: true });
      }
    },
  };
}
