import { parseUrl } from '../../support/parse-url.js';
import { ownCopy } from '../../support/remember.js';
import { readUsage } from '../../support/text/usage-preferences.js';

/** Rules of a robots.txt for one crawler. */
export interface RobotsTxt {
  /** The rules for the crawler, the most specific first. */
  readonly rules: readonly RobotsRule[];
  /** Seconds, as written; undefined where no number above 0 is given. */
  readonly crawlDelay?: number;
  /** Lines of `Content-Signal` and `Content-Usage`, the most specific path first. */
  readonly usage: readonly RobotsRule[];
  /** Absolute addresses of sitemaps, each once. */
  readonly sitemaps: readonly string[];
}

/** Octets of a line that are read, as Google's parser does: 8 times the longest address that browsers took. */
const MAX_LINE_OCTETS = 8 * 2083 - 1;

interface Found {
  readonly rules: RobotsRule[];
  /** By path, as it is written; 50 preferences of each. */
  readonly usage: Map<string, RobotsRule>;
  crawlDelay?: number;
}

const noRules = (): Found => ({ rules: [], usage: new Map() });

/** Whom the user-agent lines of a group name: the crawler by its name, or all by `*`; closed by any other line. */
interface Group {
  own: boolean;
  all: boolean;
  closed: boolean;
}

/**
 * Parses a robots.txt by RFC 9309, in time and memory in proportion to its length; it never throws. Frequent errors of site owners
 * are read as Google's parser reads them (github.com/google/robotstxt): `User-agent: NAME other words` and `NAME*` mean NAME; a
 * missing colon, misspellings and endings of fields (`Disallowed`) are accepted. Deviations: `Allow: /x/index.html` does not allow
 * `/x/`; a name may contain digits; addresses and patterns are normalised before they are compared, as the RFC requires. 390 of the
 * 400 expectations of Google's specification test are met (test/full/robots-spec.test.ts), by the parsers on npm at most 377.
 * @param body as it was served, in whole lines @param token the crawler's product token, in lower case
 */
export function parseRobotsTxt(body: Uint8Array, url: string, token: string): RobotsTxt {
  // Other lines do not end a group of rules (RFC 9309, section 2.2.4), but a Crawl-delay applies to the agents just above it.
  const forRules: Group = { own: false, all: false, closed: true };
  const forDelay: Group = { own: false, all: false, closed: true };
  /** Groups found for the crawler by its name, and for all. */
  const [own, all] = [noRules(), noRules()];
  let [isNamed, hasGroups] = [false, false];
  const sitemaps = new Set<string>();
  const foundFor = (group: Group) => (group.own ? own : group.all ? all : undefined);
  const take = (field: Field, value: string, line: number): void => {
    forDelay.closed = true;
    if (field === 'allow' || field === 'disallow' || field === 'usage') {
      forRules.closed = true;
      // A preference above all groups is for all.
      addRule(foundFor(forRules) ?? (field === 'usage' && !hasGroups ? all : undefined), field, value, line);
    } else if (field === 'crawl-delay' && Number(value) > 0)
      Object.assign(foundFor(forDelay) ?? {}, { crawlDelay: Number(value) });
    else if (field === 'sitemap' && value !== '') {
      const address = parseUrl(Buffer.from(value, 'latin1').toString(), url)?.href;
      if (address !== undefined) sitemaps.add(address);
    }
  };
  for (const [index, text] of linesOf(body).entries()) {
    const { field, value } = readLine(text);
    if (field === 'user-agent') {
      for (const group of [forRules, forDelay]) addAgent(group, value, token);
      [isNamed, hasGroups] = [isNamed || forRules.own, true];
    } else if (field !== undefined) take(field, value, index + 1);
  }
  const { rules, usage, crawlDelay } = isNamed ? own : all;
  const preferences = [...usage.values()].sort(bySpecificity);
  return { rules: rules.sort(bySpecificity), usage: preferences, crawlDelay, sitemaps: [...sitemaps] };
}

function addRule(found: Found | undefined, field: Field, value: string, line: number): void {
  if (field === 'usage') {
    const [, path = '/', written = ''] = /^(\/\S*)?(.*)$/s.exec(value) ?? [];
    const said = [...(found?.usage.get(path)?.said ?? []), ...readUsage(written)].slice(0, 50);
    found?.usage.set(path, { ...createRule(true, path, line), said });
    // An empty pattern matches nothing.
  } else if (value !== '') found?.rules.push(createRule(field === 'allow', value, line));
}

function addAgent(group: Group, value: string, token: string): void {
  if (group.closed) Object.assign(group, { own: false, all: false, closed: false });
  const name = (/^[^\t ]*/.exec(value)?.[0] ?? '').toLowerCase();
  if (name === '*') group.all = true;
  // `sfwc/1.0` and `sfwc*` name sfwc, `sfwc-news` does not.
  else if (name.startsWith(token) && !/^[\w-]/.test(name.slice(token.length))) group.own = true;
}

const FIELDS = [
  ['user-agent', /^user[- ]?agent/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['crawl-delay', /^crawl[- ]?delay/i],
  ['sitemap', /^site-?map/i],
  ['usage', /^content-(?:signal|usage)/i],
  ['other', /^/],
] as const;

type Field = (typeof FIELDS)[number][0];

/** A line without its comment; without a field where it is not `field: value`, nor `field value` in two words. */
function readLine(line: string): { readonly field?: Field; readonly value: string } {
  const comment = line.indexOf('#');
  const text = stripped(comment < 0 ? line : line.slice(0, comment));
  const colon = text.indexOf(':');
  const words = colon < 0 ? text.split(/[\t ]+/) : [text.slice(0, colon), stripped(text.slice(colon + 1))];
  const [name = '', value = '', ...more] = words;
  if (name === '' || words.length < 2 || more.length > 0) return { value };
  return { field: FIELDS.find(([, form]) => form.test(name))?.[0] ?? 'other', value };
}

/** Without white space of ASCII around it. `trim` would also take octets of UTF-8 characters for no-break spaces. */
function stripped(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && ' \t\v\f'.includes(text.charAt(start))) start += 1;
  while (end > start && ' \t\v\f'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The lines of a file, one character per octet, in any encoding; each a text of its own, so that the file is not kept in memory. */
function linesOf(body: Uint8Array): readonly string[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const lines = text.replace(/^\u00ef(?:\u00bb\u00bf?)?/, '').split(/\r\n?|\n/);
  return lines.map((line) => ownCopy(line.slice(0, MAX_LINE_OCTETS)));
}

/** One line of a group in a form that is quick to compare with addresses. */
export interface RobotsRule {
  readonly allow: boolean;
  /** Of a Content-Signal or Content-Usage line: `ai-train=no`. */
  readonly said?: readonly string[];
  /** The number of the line, from 1. */
  readonly line: number;
  /** The length of the normalised pattern. Of the rules that match, the longest decides. */
  readonly octets: number;
  /** Beginning of the path: the pattern up to its first `*`. */
  readonly start: string;
  /** Parts that follow in the path, in this order and with anything in between. */
  readonly inner: readonly string[];
  /** End of the path; empty if `start` is the whole path, undefined if the end is open. */
  readonly end?: string;
}

/**
 * Work that one decision may put into patterns with wildcards, as the sum of pattern length × path length: some 50 ms. Beyond it, a
 * Disallow counts as soon as the text before its first `*` matches, and an Allow does not: a hostile file forbids more, never less.
 */
const MAX_WILDCARD_WORK = 20_000_000;

/** The rule of a line: `*` stands for any characters, a `$` at the end for the end of the path (RFC 9309, section 2.2.3). */
export function createRule(allow: boolean, pattern: string, line: number): RobotsRule {
  const normalised = withPlainQuery(normaliseEscapes(pattern));
  const toEnd = normalised.endsWith('$');
  const text = toEnd ? normalised.slice(0, -1) : normalised;
  // In addresses both wildcards are escaped, so that only a pattern can contain them unescaped.
  const [start = '', ...others] = text.replaceAll('$', '%24').split(/\*+/);
  const last = toEnd ? (others.pop() ?? '') : undefined;
  // '/x*$' is open at the end as '/x*' is; '/x$' is not.
  const isOpen = last === undefined || (last === '' && text.endsWith('*'));
  const inner = others.filter((part) => part !== '');
  return { allow, line, octets: normalised.length, start, inner, ...(isOpen ? {} : { end: last }) };
}

/** Orders rules as {@link decidingRule} wants them: the longest first, of equals Allow, then the one further up. */
export function bySpecificity(a: RobotsRule, b: RobotsRule): number {
  return b.octets - a.octets || Number(b.allow) - Number(a.allow) || a.line - b.line;
}

/**
 * The rule that decides about an address: the longest that matches, of equals an Allow (RFC 9309, section 2.2.2). Undefined where
 * none matches, and the address is allowed. @param rules ordered by {@link bySpecificity}
 */
export function decidingRule(rules: readonly RobotsRule[], url: string): RobotsRule | undefined {
  if (rules.length === 0) return undefined;
  const paths = comparablePaths(url);
  let work = 0;
  return rules.find((rule) =>
    paths.some((path) => {
      if (!path.startsWith(rule.start)) return false;
      if (rule.inner.length > 0) work += rule.octets * path.length;
      return work > MAX_WILDCARD_WORK && rule.inner.length > 0 ? !rule.allow : matchesRest(rule, path);
    }),
  );
}

/** True if a path that begins as the rule does continues as the rule does. Taking the first occurrence of each part is enough. */
function matchesRest({ start, inner, end }: RobotsRule, path: string): boolean {
  let at = start.length;
  for (const part of inner) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (end === undefined) return true;
  return end === '' ? at === path.length : at + end.length <= path.length && path.endsWith(end);
}

/** Path and query as patterns can match them: in a query, an escaped `:`, `/`, `?` or `@` means the character (section 2.2.2). */
function comparablePaths(url: string): readonly string[] {
  const { pathname, search } = parseUrl(url) ?? { pathname: '/', search: '' };
  const path = normaliseEscapes(`${pathname}${search}`).replaceAll('*', '%2A').replaceAll('$', '%24');
  return [...new Set([path, withPlainQuery(path)])];
}

/** Octets that an address contains only as escapes: all but the reserved and unreserved characters of RFC 3986, and `%`. */
const NEEDS_ESCAPE = /[^\w!#$%&'()*+,\-./:;=?@[\]~]/g;
const UNRESERVED = /[\w.~-]/;

/** Needed escapes are added and needless ones resolved, so that equal addresses are equal texts (section 2.2.2). */
function normaliseEscapes(text: string): string {
  return text
    .replace(NEEDS_ESCAPE, (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    });
}

function withPlainQuery(text: string): string {
  const query = text.indexOf('?');
  if (query < 0) return text;
  return text.slice(0, query) + text.slice(query).replace(/%(?:3A|2F|3F|40)/g, decodeURIComponent);
}

/** The name of a crawler in robots.txt files, in lower case: `sfwc` of `sfwc/0.1 …` and of `Mozilla/5.0 (compatible; sfwc/0.1; …)`. */
export function productToken(userAgent: string): string {
  const name = /\(compatible;\s*([^\s/;)]+)/i.exec(userAgent)?.[1] ?? /^[^\s/(]+/.exec(userAgent.trim())?.[0];
  return (name ?? userAgent.trim()).toLowerCase();
}
