import { readFile } from 'node:fs/promises';
import { Cookie, CookieJar } from 'tough-cookie';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** Begins with a dot where hosts below it receive the cookie as well. */
  domain: z.string().min(1).toLowerCase(),
  path: z.string().startsWith('/').default('/'),
  /** Seconds since the epoch; -1 for the end of the session. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
});
const stateSchema = z.object({ cookies: z.array(cookieSchema) });

/** A cookie, in the form of Playwright's `storageState`. */
export type StoredCookie = Readonly<z.output<typeof cookieSchema>>;
/** Cookies for the hosts that a file names, and for no other. */
export type CookieSession = ReturnType<typeof openCookieSession>;

const HINT =
  'a cookies.txt of Netscape, as browsers and curl export it, or the storage state of Playwright (JSON)';
/** Limits of the cookies that a host may set: their number, and characters of one. */
const [MAX_COOKIES, MAX_CHARACTERS] = [300, 8192];

/**
 * Reads a file of cookies: Netscape's cookies.txt, or the JSON that Playwright's `storageState` saves. No message quotes a
 * cookie.
 * @throws InputError naming the line, for a file that is missing or malformed
 */
export async function readCookieFile(file: string): Promise<readonly StoredCookie[]> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, { hint: HINT });
  });
  return /^\s*\{/.test(text) ? storageStateCookies(text, file) : cookiesTxt(text, file);
}

function cookiesTxt(text: string, file: string): readonly StoredCookie[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || /^#(?!HttpOnly_)/.test(line)) return [];
    const cookie = cookieOfLine(line);
    if (cookie !== undefined) return [cookie];
    throw new InputError(`${file}:${index + 1}: this is not a cookie`, {
      hint: 'a line has domain, TRUE or FALSE for its subdomains, path, TRUE or FALSE for https alone, expiry in seconds, name and value, separated by tabs',
    });
  });
}

function cookieOfLine(line: string): StoredCookie | undefined {
  const fields = line.replace(/^#HttpOnly_/, '').split('\t');
  const [domain = '', subdomains, path = '', secure, expires = '', name = '', value = ''] = fields;
  const host = domain.replace(/^\./, '').toLowerCase();
  const isWhole = fields.length === 7 && host !== '' && path.startsWith('/') && /^\d+$/.test(expires);
  if (!isWhole || !isFlag(subdomains) || !isFlag(secure)) return undefined;
  return {
    ...{ name, value, path, httpOnly: line.startsWith('#'), secure: secure === 'TRUE' },
    domain: subdomains === 'TRUE' ? `.${host}` : host,
    expires: expires === '0' ? -1 : Number(expires),
  };
}

function isFlag(word: string | undefined): boolean {
  return word === 'TRUE' || word === 'FALSE';
}

function storageStateCookies(text: string, file: string): readonly StoredCookie[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The messages of JSON.parse quote the text.
    throw new InputError(`${file} is not JSON`, { hint: HINT });
  }
  const state = stateSchema.safeParse(value);
  if (state.success) return state.data.cookies;
  const where = state.error.issues[0]?.path.join('.') ?? '';
  throw new InputError(`${file} is not a storage state: ${where} is wrong`, { hint: HINT });
}

/**
 * Keeps cookies as a browser does (RFC 6265, by tough-cookie): for their hosts, paths and times.
 * @param takesAll true for a session that takes the cookies of any host, as the redirects of one request need it
 */
export function openCookieSession(cookies: readonly StoredCookie[], takesAll = false) {
  const jar = new CookieJar(undefined, { looseMode: true });
  const domains = new Set<string>();
  for (const { name, value, domain, path, expires, httpOnly, secure } of cookies) {
    const host = domain.replace(/^\./, '');
    const cookie = new Cookie({
      ...{ key: name, value, path, httpOnly, secure },
      // Without the attribute, only the host itself receives it.
      domain: domain.startsWith('.') ? host : null,
      expires: expires < 0 ? 'Infinity' : new Date(expires * 1000),
    });
    // A cookie of a public suffix, such as .com, is none.
    if (jar.setCookieSync(cookie, `https://${host}${path}`, { ignoreError: true }) !== undefined)
      domains.add(domain);
  }
  const covers = (url: string): boolean => {
    const host = parseUrl(url)?.hostname ?? '';
    if (takesAll) return true;
    return [...domains].some(
      (domain) => host === domain || (domain.startsWith('.') && `.${host}`.endsWith(domain)),
    );
  };
  return {
    /** True for addresses of the hosts. */
    covers,
    /** The value of the header `Cookie` for a request; undefined where it has none. */
    cookiesFor(url: string): string | undefined {
      const header = covers(url) ? jar.getCookieStringSync(url) : '';
      return header === '' ? undefined : header;
    },
    /** Takes over the cookies that a response of one of the hosts sets. */
    take(url: string, setCookies: readonly string[]): void {
      if (!covers(url)) return;
      for (const one of setCookies) {
        if (jar.getCookiesSync(url, { allPaths: true }).length >= MAX_COOKIES) return;
        if (one.length <= MAX_CHARACTERS) jar.setCookieSync(one, url, { ignoreError: true });
      }
    },
  };
}
