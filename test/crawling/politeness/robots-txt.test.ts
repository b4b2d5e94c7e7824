import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decidingRule } from '../../../src/crawling/politeness/robots-txt.js';
import { parseRobotsTxt, type RobotsTxt } from '../../../src/crawling/politeness/robots-txt.js';

const ORIGIN = 'http://www.example.com';

function parse(file: readonly string[] | Uint8Array, token = 'sfwc'): RobotsTxt {
  const body = file instanceof Uint8Array ? file : Buffer.from(file.join('\n'));
  return parseRobotsTxt(body, `${ORIGIN}/robots.txt`, token);
}

function allows({ rules }: RobotsTxt, path: string): boolean {
  return decidingRule(rules, ORIGIN + path)?.allow ?? true;
}

/** A `+` for each path that is allowed, a `-` for each that is not. */
function seen(file: readonly string[] | Uint8Array, token: string, paths: readonly string[]): string {
  const parsed = parse(file, token);
  return paths.map((path) => (allows(parsed, path) ? '+' : '-')).join('');
}

it.each([
  [
    'in a group',
    ['User-agent: *', 'Content-Signal: search=yes, ai-train=no', 'Allow: /'],
    'search=yes ai-train=no',
  ],
  ['above all groups', ['content-signal: ai-input=Yes', 'User-agent: x', 'Disallow: /'], 'ai-input=yes'],
  [
    'of the longest path',
    ['User-agent: *', 'Content-Usage: c=n', 'Content-Usage: /a/ a=y', 'Content-Signal: /a/ b=no'],
    'a=yes b=no',
  ],
  [
    'for this crawler',
    ['User-agent: *', 'Content-Usage: a=n', 'User-agent: sfwc', 'Content-Usage: b=y'],
    'b=yes',
  ],
  [
    'with parameters and rubbish',
    ['User-agent: *', 'Content-Usage: a=n;x=1, b, c=maybe, =y,d = no'],
    'a=no d=no',
  ],
])('reads preferences %s', (_where, lines, said) => {
  const { usage } = parse(lines);
  expect(decidingRule(usage, `${ORIGIN}/a/b`)?.said?.join(' ')).toBe(said);
});

it('ends a group with a preference, as with a rule', () => {
  const lines = ['User-agent: *', 'Content-Signal: ai-train=no', 'User-agent: other', 'Disallow: /'];
  expect(seen(lines, 'sfwc', ['/'])).toBe('+');
});

describe('the examples of RFC 9309', () => {
  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7A'],
  ])('2.2.2: %s matches %s', (rule, path) => {
    expect(seen(['User-agent: *', `Disallow: ${rule}`], 'sfwc', [path, '/other'])).toBe('-+');
  });

  it('2.2.3: # begins a comment, $ is the end, * is anything; escaped they are themselves', () => {
    const rules = [
      'User-agent: *',
      'Disallow: /path/file-with-a-%2A.html',
      'Disallow: /path/foo-%24',
      'Disallow: /this/*/exactly$',
      'Disallow: /a$b # comment',
    ];
    const forbidden = ['/path/file-with-a-*.html', '/path/foo-$', '/this/path/exactly', '/a$b'];
    const allowed = ['/path/file-with-a-b.html', '/path/foo-', '/this/path/exactly/not', '/a'];
    expect(seen(rules, 'sfwc', [...forbidden, ...allowed])).toBe('----++++');
  });

  it('2.2.4: other lines do not interfere', () => {
    const lines = [
      'User-agent: a',
      'Sitemap: http://x/',
      'Unknown: y',
      'Crawl-delay: 3',
      'User-agent: b',
      'Disallow: /',
    ];
    expect(['a', 'b', 'c'].map((token) => seen(lines, token, ['/']))).toEqual(['-', '-', '+']);
  });

  it('5.1: a simple example', () => {
    const lines = [
      'User-Agent: *',
      'Disallow: *.gif$',
      'Disallow: /example/',
      'Allow: /publications/',
      '',
      'User-Agent: foobot',
      'Disallow:/',
      'Allow:/example/page.html',
      'Allow:/example/allowed.gif',
      '',
      'User-Agent: barbot',
      'User-Agent: bazbot',
      'Disallow: /example/page.html',
      '',
      'User-Agent: quxbot',
    ];
    const paths = ['/a.gif', '/example/x', '/publications/', '/example/page.html', '/example/allowed.gif'];
    const agents = ['other', 'foobot', 'barbot', 'bazbot', 'quxbot'];
    expect(agents.map((token) => seen(lines, token, paths))).toEqual([
      '--+--',
      '---++',
      '+++-+',
      '+++-+',
      '+++++',
    ]);
  });
});

describe("Google's parser", () => {
  it.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf], '-'],
    ['a third of one', [0xef], '-'],
    ['a broken one', [0xef, 0x11, 0xbf], '+'],
  ])('agrees on %s', (_what, mark, expected) => {
    const body = Buffer.from([...mark, ...Buffer.from('User-agent: foo\nDisallow: /')]);
    expect(seen(body, 'foo', ['/x'])).toBe(expected);
  });

  it.each(['\n', '\r\n', '\r'])('agrees on the number of lines that end with %j', (end) => {
    const text = ['User-agent: foo', '', '# comment', 'what', 'Disallow: /x', ''].join(end);
    expect(parse(Buffer.from(text), 'foo').rules).toMatchObject([{ line: 5 }]);
  });
});

describe('Crawl-delay', () => {
  it.each([
    ['of its own group', 'user-agent: *|crawl-delay: 5|user-agent: sfwc|crawl-delay: 2.5|disallow:', 2.5],
    [
      'not of all where it has a group',
      'user-agent: *|crawl-delay: 5|user-agent: sfwc|disallow: /x',
      undefined,
    ],
    ['not of the group below', 'user-agent: sfwc|crawl-delay: 2||user-agent: *|crawl-delay: 9', 2],
    [
      'the last number above 0',
      'user-agent: *|crawl-delay: 4|crawl-delay: 0|crawl-delay: -1|crawl-delay: soon',
      4,
    ],
  ])('%s', (_what, file, expected) => {
    expect(parse(file.split('|')).crawlDelay).toBe(expected);
  });
});

it('names sitemaps wherever they are, absolute and each once', () => {
  const lines = [
    'Sitemap: /a.xml',
    'user-agent: *',
    'site-map: http://b.example/é.xml',
    'Sitemap: http://[',
    'Sitemap:',
    'Sitemap: a.xml',
  ];
  expect(parse(lines).sitemaps).toEqual([`${ORIGIN}/a.xml`, 'http://b.example/%C3%A9.xml']);
});

it('compares octets, whatever the encoding of the file', () => {
  const latin1 = Buffer.from('User-agent: *\nDisallow: /caf\xe9\nDisallow: /\xe0\n', 'latin1');
  expect(seen(latin1, 'sfwc', ['/caf%e9', '/%E0', '/caf%C3%A9'])).toBe('--+');
  // The last octet of this à would be a no-break space in Latin-1.
  expect(parse(['User-agent: *', 'Disallow: /voilà ']).rules).toMatchObject([{ start: '/voil%C3%A0' }]);
});

describe('a hostile file', () => {
  it('keeps only the rules for this crawler, however many others are named', () => {
    const agents = Array.from({ length: 1000 }, (_, n) => `User-agent: b${n}`);
    const rules = Array.from({ length: 5000 }, (_, n) => `Disallow: /${n}`);
    expect(parse([...agents, ...rules]).rules).toHaveLength(0);
    expect(parse([...agents, ...rules], 'b7').rules).toHaveLength(5000);
    const repeated = Array.from({ length: 1000 }, () => 'User-agent: sfwc');
    expect(parse([...repeated, 'User-agent: *', ...rules]).rules).toHaveLength(5000);
  });

  it('is parsed whatever its octets are', () => {
    const fragment = fc.constantFrom(
      ...Array.from('\n\r \t:#$%?/a*\x00\xef'),
      ...['User-agent: ', 'sfwc', '%2', '%2a'],
      ...['Disallow: ', 'Allow: ', 'Sitemap: ', 'Crawl-delay: ', 'http://[', '1e999'],
    );
    const file = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fragment, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''), 'latin1')),
    );
    const property = fc.property(file, fc.constantFrom('/', '/a?b=%2F*$', '/%2a/%zz'), (body, path) => {
      const { rules, crawlDelay = 1 } = parse(body);
      decidingRule(rules, ORIGIN + path);
      return rules.length <= body.length / 'allow *'.length && crawlDelay > 0;
    });
    fc.assert(property, { seed: 1 });
  });
});
