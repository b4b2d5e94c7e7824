import { getDomain } from 'tldts';
import { parseUrl } from '../support/parse-url.js';
import { withoutIdleParameters, withSortedParameters } from './url-parameters.js';

/** How addresses are normalised beyond what all of them are. */
export interface UrlRules {
  /** Leaves parameters of trackers and sessions in. Default false. */
  readonly keepParameters?: boolean;
  /** Sorts the parameters of queries. Default false: servers may mind their order. */
  readonly sortQueries?: boolean;
  /** Default {@link MAX_URL_LENGTH}. */
  readonly maxLength?: number;
}

/** Longer addresses are not crawled: they come from loops of scripts, and servers need not accept them. */
export const MAX_URL_LENGTH = 2048;

/**
 * Characters that need no escape (RFC 3986, section 2.3). Letters and digits that are hexadecimal digits are left out:
 * in a malformed address such as `%2%35` resolving them could complete another escape.
 */
const UNRESERVED = /[G-Zg-z._~-]/;

/**
 * The one spelling under which a crawl knows an address: WHATWG URL parsing (lower-case scheme and host, no default
 * port, dot segments resolved, empty path `/`), no fragment, no credentials, percent escapes in upper case and resolved
 * where they are needless (RFC 3986, section 6.2.2); no parameters of trackers and sessions
 * ({@link withoutIdleParameters}). What else is in a query stays as it stands.
 *
 * @returns undefined for what is not an http(s) address or is too long
 */
export function normaliseUrl(written: string, rules: UrlRules = {}): string | undefined {
  const url = parseUrl(written);
  if (url === undefined) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  // A root label ('example.org.') names the same host.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  // Setting it drops the question mark of an empty query.
  if (url.search === '') url.search = '';
  let href = url.href.replace(/%[0-9a-f]{2}/gi, normaliseEscape);
  if (rules.keepParameters !== true) href = withoutIdleParameters(href);
  if (rules.sortQueries === true) href = withSortedParameters(href);
  return href.length > (rules.maxLength ?? MAX_URL_LENGTH) ? undefined : href;
}

function normaliseEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return UNRESERVED.test(character) ? character : escape.toUpperCase();
}

/** Host with port where it is not the default one: the unit of politeness. Expects an absolute address. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/**
 * The domain that was registered by its owner: `bbc.co.uk` for `www.bbc.co.uk`, by the public suffix list. Its private
 * section is not used, so that `a.github.io` and `b.github.io` are one domain: to a crawler that stays on a site's
 * domain, neighbours of a hosting service are nearer than a missed subdomain of a large site would be.
 * A host that is no domain (an IP address, `localhost`) stands for itself.
 *
 * @param host a host name, or an absolute address
 */
export function registeredDomain(host: string): string {
  const hostname = (host.includes('//') ? parseUrl(host)?.hostname : undefined) ?? host.toLowerCase();
  return getDomain(hostname, { allowPrivateDomains: false }) ?? hostname;
}

/** How far from the seeds a crawl may go. */
export type Scope = 'host' | 'domain' | 'any';

/**
 * True when the address is in scope of the seeds. 'host': host and port are those of a seed (http and https alike);
 * 'domain': the {@link registeredDomain} is that of a seed. Expects normalised addresses.
 */
export function inScope(url: string, seeds: Iterable<string>, scope: Scope): boolean {
  return createScope(seeds, scope).includes(url);
}

/** A scope that can grow: {@link inScope} without reading the seeds again for every link. */
export interface ScopeCheck {
  includes(url: string): boolean;
  /** Takes a further seed in. */
  add(seed: string): void;
  /** The seeds that were taken in. */
  added(): readonly string[];
}

/** The scope around these seeds. */
export function createScope(seeds: Iterable<string>, scope: Scope): ScopeCheck {
  const keyOf = scope === 'host' ? hostOf : registeredDomain;
  const keys = new Set<string>();
  const later = new Set<string>();
  for (const seed of seeds) keys.add(keyOf(seed));
  return {
    includes: (url) => scope === 'any' || keys.has(keyOf(url)),
    add(seed) {
      if (!keys.has(keyOf(seed))) later.add(seed);
      keys.add(keyOf(seed));
    },
    added: () => [...later],
  };
}
