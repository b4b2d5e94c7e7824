import { parseUrl } from '../../support/parse-url.js';

/** One Allow or Disallow line in a form that is quick to compare with addresses. */
export interface RobotsRule {
  readonly allow: boolean;
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
 * Work that one decision may put into patterns with wildcards, as the sum of pattern length × path length. It takes
 * about 50 ms, and is enough for 2,000 such rules of 50 characters and a path of 200. Beyond it, a Disallow counts as
 * soon as the text before its first `*` matches, and an Allow does not count: a hostile file forbids more than it says,
 * never less.
 */
const MAX_WILDCARD_WORK = 20_000_000;

/**
 * The rule of an Allow or Disallow line. `*` stands for any characters, a `$` at the end for the end of the path
 * (RFC 9309, section 2.2.3).
 *
 * @param pattern one character per octet of the file, not empty
 */
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
 * The rule that decides about an address: the longest that matches, of equals an Allow (RFC 9309, section 2.2.2).
 * Undefined where none matches, and the address is allowed.
 *
 * @param rules ordered by {@link bySpecificity}
 * @param url an absolute address; anything else is taken for the root of the host
 */
export function decidingRule(rules: readonly RobotsRule[], url: string): RobotsRule | undefined {
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

/**
 * Path and query of an address as patterns can match them. In a query an escaped `:`, `/`, `?` or `@` means the same as
 * the character (section 2.2.2), but which part of a pattern with wildcards stands for the query cannot be known: a
 * pattern may match either spelling.
 */
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
