import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { decidingRule, parseRobotsTxt } from '../../src/crawling/politeness/robots-txt.js';
import { DATA, describeWithData } from './data.js';

const ARCHIVE = 'robots-spec/robotstxt-spec-test.tar.gz';

const NOT_ENCODED = 'sfwc encodes addresses before it compares them, as RFC 9309, section 2.2.2, wants it';
const NEEDLESS_ESCAPE = 'RFC 9309, section 2.2.2: /foo/bar/%62%61%7A and /foo/bar/baz are the same path';
const DIGITS = "Google's parser reads a user agent up to its first digit; sfwc reads it whole";

/** Expectations that sfwc does not meet: file, user agent and address; how many; why. */
const EXCEPTIONS: readonly (readonly [string, number, string])[] = [
  ['index-page: foobot, http://foo.com/allowed-slash/', 1, 'index.html stands for / with Google alone'],
  ['non-ascii-paths: FooBot, http://foo.bar/foo/bar/ツ', 2, NOT_ENCODED],
  ['non-ascii-paths: FooBot, http://foo.bar/foo/bar/baz', 1, NEEDLESS_ESCAPE],
  ['369883: AB42bot, http://example.com/foo/bar', 1, DIGITS],
  ['369883: AB42bot, http://example.com/', 1, DIGITS],
  ['369883: AB, http://example.com/', 1, DIGITS],
  ['369883: AB, http://example.com/robots.txt', 1, DIGITS],
  ['860237: XYZ123bot, http://example.com/robots.txt', 1, DIGITS],
  ['860237: XYZ, http://example.com/robots.txt', 1, DIGITS],
];

interface Expectation {
  readonly name: string;
  readonly body: Buffer;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
}

/** The octets of a textproto string, which may consist of several literals. */
function octetsOf(literals: string): Buffer {
  const text = [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, content]) => content).join('');
  const unescaped = text.replace(/\\(?:x([0-9a-f]{2})|(.))/gi, (_all, hex?: string, letter = '') =>
    hex === undefined
      ? ({ n: '\n', r: '\r', t: '\t' }[letter as string] ?? (letter as string))
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(unescaped, 'latin1');
}

function readExpectations(file: string): Expectation[] {
  const expectations: Expectation[] = [];
  const fields =
    /(robotstxt|testurl|useragent|expected_outcome|additional_explanation):\s*((?:"(?:[^"\\]|\\.)*"\s*)+|\w+)/g;
  let body: Buffer = Buffer.of();
  let [url, agent] = ['', ''];
  for (const [, field, value = ''] of readFileSync(file, 'latin1').matchAll(fields)) {
    if (field === 'robotstxt') body = octetsOf(value);
    if (field === 'testurl') url = octetsOf(value).toString();
    if (field === 'useragent') agent = octetsOf(value).toString();
    if (field !== 'expected_outcome') continue;
    const name = `${path.basename(file, '.textproto')}: ${agent}, ${url}`;
    expectations.push({ name, body, agent, url, allowed: value === 'ALLOWED' });
  }
  return expectations;
}

function isAllowed({ body, agent, url }: Expectation): boolean {
  const { rules } = parseRobotsTxt(body, 'http://example.com/robots.txt', agent.toLowerCase());
  return decidingRule(rules, url)?.allow ?? true;
}

describeWithData("Google's robots.txt specification test", ARCHIVE, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-robots-spec-'));
  execFileSync('tar', ['-xzf', path.join(DATA, ARCHIVE), '-C', folder]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.textproto'))
    .sort();
  const expectations = files.flatMap((name) => readExpectations(path.join(folder, name)));
  rmSync(folder, { recursive: true });

  it('is read whole', () => {
    expect([files.length, expectations.length]).toEqual([41, 400]);
  });

  it('is met, but for named exceptions', () => {
    const unmet = expectations.filter((expectation) => isAllowed(expectation) !== expectation.allowed);
    const excepted = EXCEPTIONS.flatMap(([name, count]) => new Array<string>(count).fill(name));
    expect(unmet.map(({ name }) => name)).toEqual(excepted);
  });
});
