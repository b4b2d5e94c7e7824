import { parseUrl } from '../../support/parse-url.js';
import { bySpecificity, createRule, type RobotsRule } from './robots-rules.js';

/** Rules of a robots.txt for one crawler. */
export interface RobotsTxt {
  /** The rules for the crawler, the most specific first. */
  readonly rules: readonly RobotsRule[];
  /** Seconds, as written; undefined where no number above 0 is given. */
  readonly crawlDelay?: number;
  /** Absolute addresses of sitemaps, each once. */
  readonly sitemaps: readonly string[];
}

/** Octets of a line that are read, as Google's parser does: 8 times the longest address that browsers took. */
const MAX_LINE_OCTETS = 8 * 2083 - 1;

/** Whom the user-agent lines of a group name: the crawler by its name, or all by `*`. */
interface Group {
  own: boolean;
  all: boolean;
  /** True after a line that is not a user-agent line: the next one begins a new group. */
  closed: boolean;
}

/** Groups that were found for the crawler by name, or for all. */
interface Found {
  readonly rules: RobotsRule[];
  crawlDelay?: number;
}

interface Reading {
  readonly token: string;
  /** Other lines do not end a group of rules (RFC 9309, section 2.2.4). */
  readonly ruleGroup: Group;
  /** A Crawl-delay applies to the user agents that are named directly above it, not to those of the whole group. */
  readonly delayGroup: Group;
  readonly own: Found;
  readonly all: Found;
  /** True once a group names the crawler: what is said to all does not count then. */
  isNamed: boolean;
  readonly sitemaps: Set<string>;
}

/**
 * Parses a robots.txt by RFC 9309. It never throws, and takes time and memory in proportion to the length of the file.
 *
 * Frequent errors of site owners are read as Google's parser reads them (github.com/google/robotstxt): `User-agent: NAME
 * other words` and `NAME*` mean NAME, a missing colon is accepted, so are misspellings such as `Useragent` and
 * `Dissallow` and endings of fields (`Disallowed`), a partial byte order mark is skipped, and only the first 16,663
 * octets of a line count. Deviations from that parser: `Allow: /x/index.html` does not allow `/x/`; a name may contain
 * digits; addresses and patterns are normalised before they are compared, as the RFC requires.
 *
 * Of the 400 expectations of Google's specification test 390 are met (test/full/robots-spec.test.ts names the others).
 * Of parsers on npm, robots-parser 3.0 meets 377, robots-txt-parse with robots-txt-guard 375, exclusion 0.2 369 and
 * robots-txt-parser 2.0 366.
 *
 * @param body as it was served, in whole lines
 * @param url the address of the robots.txt
 * @param token the crawler's product token, in lower case
 */
export function parseRobotsTxt(body: Uint8Array, url: string, token: string): RobotsTxt {
  const reading: Reading = {
    token,
    ruleGroup: { own: false, all: false, closed: true },
    delayGroup: { own: false, all: false, closed: true },
    own: { rules: [] },
    all: { rules: [] },
    isNamed: false,
    sitemaps: new Set(),
  };
  let number = 0;
  for (const line of linesOf(body)) {
    number += 1;
    const record = readLine(line);
    if (record !== undefined) take(record, number, reading, url);
  }
  const { rules, crawlDelay } = reading.isNamed ? reading.own : reading.all;
  return {
    rules: rules.sort(bySpecificity),
    crawlDelay,
    sitemaps: [...reading.sitemaps],
  };
}

function take({ field, value }: Line, number: number, reading: Reading, url: string): void {
  const { ruleGroup, delayGroup } = reading;
  if (field === 'user-agent') {
    addAgent(ruleGroup, value, reading.token);
    addAgent(delayGroup, value, reading.token);
    reading.isNamed ||= ruleGroup.own;
    return;
  }
  delayGroup.closed = true;
  if (field === 'allow' || field === 'disallow') {
    ruleGroup.closed = true;
    // An empty pattern matches nothing.
    if (value !== '') foundFor(ruleGroup, reading)?.rules.push(createRule(field === 'allow', value, number));
  } else if (field === 'crawl-delay') {
    const found = foundFor(delayGroup, reading);
    if (found !== undefined && Number(value) > 0) found.crawlDelay = Number(value);
  } else if (field === 'sitemap' && value !== '') {
    const address = parseUrl(Buffer.from(value, 'latin1').toString(), url)?.href;
    if (address !== undefined) reading.sitemaps.add(address);
  }
}

function addAgent(group: Group, value: string, token: string): void {
  if (group.closed) Object.assign(group, { own: false, all: false, closed: false });
  const name = (/^[^\t ]*/.exec(value)?.[0] ?? '').toLowerCase();
  if (name === '*') group.all = true;
  // `sfwc/1.0` and `sfwc*` name sfwc, `sfwc-news` does not.
  else if (name.startsWith(token) && !/^[\w-]/.test(name.slice(token.length))) group.own = true;
}

function foundFor(group: Group, { own, all, isNamed }: Reading): Found | undefined {
  if (group.own) return own;
  return group.all && !isNamed ? all : undefined;
}

const FIELDS = [
  ['user-agent', /^user[- ]?agent/i],
  ['allow', /^allow/i],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i],
  ['crawl-delay', /^crawl[- ]?delay/i],
  ['sitemap', /^site-?map/i],
  ['other', /^/],
] as const;

interface Line {
  readonly field: (typeof FIELDS)[number][0];
  readonly value: string;
}

/** A line without its comment; undefined where it is not `field: value`, nor `field value` in two words. */
function readLine(line: string): Line | undefined {
  const comment = line.indexOf('#');
  const text = stripped(comment < 0 ? line : line.slice(0, comment));
  const colon = text.indexOf(':');
  const words = colon < 0 ? text.split(/[\t ]+/) : [text.slice(0, colon), stripped(text.slice(colon + 1))];
  const [name, value] = words;
  if (name === undefined || name === '' || value === undefined || words.length > 2) return undefined;
  const field = FIELDS.find(([, form]) => form.test(name))?.[0] ?? 'other';
  return { field, value };
}

/** Without white space of ASCII around it. `trim` would also take octets of UTF-8 characters for no-break spaces. */
function stripped(text: string): string {
  const isSpace = (at: number): boolean => ' \t\v\f'.includes(text.charAt(at));
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The lines of a file, one character per octet: robots.txt files in encodings other than UTF-8 match addresses too.
 * Each is a text of its own; slices of the whole file would keep it in memory as long as a rule.
 */
function* linesOf(body: Uint8Array): Generator<string> {
  const octets = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let start = 0;
  for (const mark of [0xef, 0xbb, 0xbf]) {
    if (octets[start] !== mark) break;
    start += 1;
  }
  for (let at = start; at <= octets.length; at += 1) {
    const octet = octets[at];
    if (octet !== undefined && octet !== LINE_FEED && octet !== CARRIAGE_RETURN) continue;
    yield octets.toString('latin1', start, Math.min(at, start + MAX_LINE_OCTETS));
    if (octet === CARRIAGE_RETURN && octets[at + 1] === LINE_FEED) at += 1;
    start = at + 1;
  }
}
