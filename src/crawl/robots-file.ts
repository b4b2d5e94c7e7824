import robotsParserModule from 'robots-parser';

/** The package is CommonJS and its types are those of an ES module: what they call `default` is the module itself. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

/** The rules of one robots.txt for one crawler. */
export interface RobotsFile {
  /** The number of the line that forbids the address; undefined where it may be asked for. */
  forbiddenBy(url: string): number | undefined;
  /** As written; undefined where there is none that is a number above 0. Seconds. */
  readonly crawlDelay?: number;
  /** Absolute addresses of sitemaps, each once. */
  readonly sitemaps: readonly string[];
}

/**
 * Parses a robots.txt by RFC 9309, with robots-parser. Where that package deviates from the RFC, the text and the
 * addresses are put into a form first on which both agree:
 *
 * - escapes of unreserved characters (`%62` for `b`) count as the characters, in rules and in addresses (section 2.2.2);
 *   so do escapes of reserved ones in queries (`?u=http%3A%2F%2Fx`), and `*` and `$` of an address are no wildcards (2.2.3);
 * - lines that are no rules (Sitemap, Host, unknown ones) do not part the user agents of a group (section 2.2.4).
 *   Crawl-delay is such a line; the user agents that it applies to are those named directly above it.
 *
 * @param url the address of the robots.txt
 * @param token the crawler's product token, in lower case
 */
export function parseRobotsFile(url: string, text: string, token: string): RobotsFile {
  const lines = text.split(/\r\n|\r|\n/);
  const rules = robotsParser(url, lines.map(onlyRules).join('\n'));
  const others = robotsParser(url, text);
  const crawlDelay = others.getCrawlDelay(token);
  return {
    forbiddenBy(target) {
      const comparable = comparableAddress(target);
      if (rules.isAllowed(comparable, token) !== false) return undefined;
      return rules.getMatchingLineNumber(comparable, token);
    },
    ...(crawlDelay !== undefined && crawlDelay > 0 ? { crawlDelay } : {}),
    sitemaps: [...new Set(others.getSitemaps())].flatMap((address) => absolute(address, url)),
  };
}

function absolute(address: string, base: string): string[] {
  try {
    return [new URL(address, base).href];
  } catch {
    return [];
  }
}

/** A line as robots-parser is to see it; empty where it is neither a rule nor a user agent. */
function onlyRules(line: string): string {
  const [, name = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
  if (/^user-agent$/i.test(name)) return line;
  return /^(?:dis)?allow$/i.test(name) ? `${name}: ${comparablePattern(value.trim())}` : '';
}

function comparablePattern(pattern: string): string {
  // Only at the end it is a wildcard; addresses have it escaped.
  return comparable(pattern.replace(/\$(?=.)/g, '%24'));
}

function comparableAddress(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + comparable(`${pathname}${search}`.replace(/\*/g, '%2A').replace(/\$/g, '%24'));
}

function comparable(path: string): string {
  const query = path.indexOf('?');
  const plain = path.replace(/%([2-7][0-9a-f])/gi, (escape, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
  if (query < 0) return plain;
  const at = plain.indexOf('?');
  return plain.slice(0, at) + plain.slice(at).replace(/%(?:3A|2F|3F|40)/g, decodeURIComponent);
}
