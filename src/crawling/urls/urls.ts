import { getDomain } from 'tldts';
import { MAX_URL_LENGTH } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import { remember } from '../../support/remember.js';
import { parseUrl } from '../../support/parse-url.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { endRun } from '../../support/text/ends.js';

/** Characters that need no escape (RFC 3986, section 2.3). */
const UNRESERVED = /[A-Za-z0-9._~-]/;
/** An escape, and before it a `%` that does not begin one: there the escape stays, since it could complete another (`%2%35`). */
const ESCAPE = /(%(?![\da-f]{2})[\da-f]?)?%([\da-f]{2})/gi;

/**
 * The one spelling under which a crawl knows an address: WHATWG URL parsing, no fragment but a route of scripts (`#/about`),
 * no credentials, no empty query, percent escapes in upper case and resolved where they are needless (RFC 3986, section 6.2.2);
 * without the parameters of trackers and sessions unless `keepParameters`. Undefined for what is not an http(s) address or is too long.
 */
export function normaliseUrl(written: string, keepParameters = false): string | undefined {
  const url = parseUrl(written);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  // Setting a part of a URL parses all of it again, so only what is there is taken away.
  if (url.username !== '' || url.password !== '') Object.assign(url, { username: '', password: '' });
  // A root label ('example.org.') names the same host.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, endRun(url.hostname, /\./));
  const route = /#!?\/./.test(url.hash) ? url.hash : '';
  const href = normaliseParts(url.href.replace(/#.*$/s, ''), keepParameters) + route;
  return href.length > MAX_URL_LENGTH ? undefined : href;
}

/** Beginnings of addresses, up to the path, that are remembered. */
const BEGINNINGS = 1024;
/** An address up to the slash with which its path begins; all of it where that is not seen. */
function beginningOf(url: string): string {
  const slash = url.indexOf('/', 'https://'.length);
  return slash < 0 || url[slash - 1] === '/' ? url : url.slice(0, slash + 1);
}

/** An address that a person wrote, normalised. @throws UsageError when {@link normaliseUrl} does not take it */
export function requireWebAddress(written: string, keepParameters = false): string {
  const url = normaliseUrl(written, keepParameters);
  if (url !== undefined) return url;
  throw new UsageError(`'${withoutCredentials(written)}' is not a web address`, {
    hint: 'it begins with http:// or https://',
  });
}

function normaliseParts(href: string, keepParameters: boolean): string {
  const [address = '', written = ''] = href.replace(ESCAPE, normaliseEscape).split(/\?(.*)/s);
  const parameters = written.split('&').filter((parameter) => keepParameters || !isIdle(parameter));
  const query = parameters.join('&');
  return (keepParameters ? address : withoutSessions(address)) + (query === '' ? '' : `?${query}`);
}

/** A session may have hidden a dot segment: `/a/..;jsessionid=…/b`. */
function withoutSessions(address: string): string {
  const start = address.indexOf('/', 'https://'.length);
  const path = address.slice(start);
  const kept = path.replace(IN_PATH, (parameter, name: string, value: string) =>
    isSession(name, value) ? '' : parameter,
  );
  return kept === path ? address : new URL(address.slice(0, start) + kept).href;
}

function normaliseEscape(escape: string, stray: string | undefined, hex: string): string {
  if (stray !== undefined) return `${stray}%${hex.toUpperCase()}`;
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  return UNRESERVED.test(character) ? character : escape.toUpperCase();
}

/** Host with port where it is not the default one: the unit of politeness. Expects an absolute address. */
export function hostOf(url: string): string {
  return hostAt(beginningOf(url));
}

const hostAt = remember((beginning: string) => new URL(beginning).host, BEGINNINGS);

/** Scheme, host and port: what a robots.txt is for. Expects an absolute address. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/**
 * The domain that was registered by its owner: `bbc.co.uk` for `www.bbc.co.uk`, by the public suffix list without its private
 * section, so that `a.github.io` and `b.github.io` are one domain. A host that is not a domain (an IP address, `localhost`)
 * stands for itself. @param host a host name, or an absolute address
 */
export function registeredDomain(host: string): string {
  return domainAt(host.includes('//') ? beginningOf(host) : host);
}

const domainAt = remember((host: string) => {
  const hostname = (host.includes('//') ? parseUrl(host)?.hostname : undefined) ?? host.toLowerCase();
  return getDomain(hostname, { allowPrivateDomains: false, validateHostname: false }) ?? hostname;
}, BEGINNINGS);

/** Distance from the seeds that a crawl may go. */
export type Scope = 'host' | 'domain' | 'any';

export type ScopeCheck = ReturnType<typeof createScope>;

/** The scope around these seeds, for normalised addresses: host and port, or {@link registeredDomain}, are those of a seed. */
export function createScope(seeds: Iterable<string>, scope: Scope) {
  const keyOf = scope === 'host' ? hostOf : registeredDomain;
  const keys = new Set(Array.from(seeds, keyOf));
  const later = new Set<string>();
  return {
    includes: (url: string) => scope === 'any' || keys.has(keyOf(url)),
    /** Takes a further seed in. */
    add(seed: string): void {
      if (!keys.has(keyOf(seed))) later.add(seed);
      keys.add(keyOf(seed));
    },
    /** The seeds that were taken in. */
    added: () => [...later],
  };
}

/** Parameters that say where a visitor came from. They never choose a page. */
const TRACKING =
  /^(?:utm_[\w-]+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_ga|_gl|_hsenc|_hsmi|vero_id)$/i;
/** Names that PHP, servlets, ASP, ColdFusion, osCommerce and Zen Cart gave to sessions and nothing else. */
const SESSION_NAME =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|asp\.net_sessionid|cfid|cftoken|oscsid|zenid)$/i;
/** Names that also mean a story, a shop or a talk at a conference. */
const SHARED_NAME = /^(?:sid|sess|session|sessionid|session_id)$/i;
/** As servlets write them: `/page;jsessionid=0123456789ABCDEF`. */
const IN_PATH = /;(jsessionid|phpsessid|sessionid|session_id)=([^/;?#]*)/gi;

/** At least 10 characters with a digit (Tomcat, WebLogic); 20 capitals (classic ASP); or 5 digits (ColdFusion). */
const SESSION_VALUE = /^(?:(?=\D*\d)[\w~+,.!:%-]{10,}|[A-Z]{20,}|\d{5,})$/;
/** At least 16 hexadecimal digits, letters and digits among them; or a UUID. */
const HEXADECIMAL = /^(?:(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** True when a value looks like a session identifier: long and random; `?session_id=keynote` stays. */
function isSession(name: string, value: string): boolean {
  if (SESSION_NAME.test(name)) return SESSION_VALUE.test(value);
  return SHARED_NAME.test(name) && HEXADECIMAL.test(value);
}

function isIdle(parameter: string): boolean {
  const [name = '', value] = parameter.split(/=(.*)/s);
  return TRACKING.test(name) || (value !== undefined && isSession(name, value));
}

/** The host of an address with its port; an address without one has to be shown as well. */
export function hostNamed(url: string): string {
  return parseUrl(url)?.host || 'no host';
}
