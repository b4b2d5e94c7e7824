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

describe('the examples of RFC 9309', () => {
  it('2.2.1: groups for one crawler are one group, whatever the case', () => {
    const lines = [
      'User-Agent: ExampleBot',
      'Disallow: /foo',
      'Disallow: /bar',
      '',
      'User-Agent: ExampleBot',
      'Disallow: /baz',
    ];
    expect(seen(lines, 'examplebot', ['/foo', '/bar', '/baz', '/qux'])).toBe('---+');
  });

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

  it('5.2: the longest match wins', () => {
    const lines = ['User-Agent: foobot', 'Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'];
    expect(seen(lines, 'foobot', ['/example/page/disallowed.gif', '/example/page/'])).toBe('-+');
  });
});

const LONG = `/x/${'a'.repeat(8 * 2083 - '/x/'.length - 'disallow: '.length + 1)}`;

/**
 * What Google's parser does with files and paths (robots_test.cc of github.com/google/robotstxt), but for what it does
 * alone: index.html for /, addresses that are empty or not encoded, and escapes that are not resolved.
 */
const LIKE_GOOGLE: readonly {
  readonly what: string;
  readonly file: string;
  readonly agent?: string;
  readonly allowed?: readonly string[];
  readonly forbidden?: readonly string[];
}[] = [
  { what: 'an empty file', file: '', allowed: ['/', '/x/y'] },
  { what: 'a rule', file: 'user-agent: foo|disallow: /', forbidden: ['/x/y'] },
  { what: 'unknown fields', file: 'foo: foo|bar: /', allowed: ['/x/y'] },
  { what: 'missing colons', file: 'user-agent foo|disallow /', forbidden: ['/x/y'] },
  { what: 'missing colons and more words', file: 'user-agent foo|disallow / x', allowed: ['/x/y'] },
  {
    what: 'groups, the first of a crawler',
    file: 'allow: /o/|user-agent: foo|disallow: /|allow: /x/|user-agent: bar|disallow: /|allow: /y/||allow: /w/|user-agent: baz||user-agent: foo|allow: /z/|disallow: /',
    allowed: ['/x/b', '/z/d'],
    forbidden: ['/y/c', '/o/'],
  },
  {
    what: 'groups, one in the middle',
    file: 'allow: /o/|user-agent: foo|disallow: /|user-agent: bar|disallow: /|allow: /y/||allow: /w/|user-agent: baz|user-agent: foo|allow: /z/',
    agent: 'bar',
    allowed: ['/y/c', '/w/a'],
    forbidden: ['/z/d', '/o/'],
  },
  {
    what: 'groups, two crawlers with an empty line between',
    file: 'user-agent: bar|disallow: /|user-agent: baz||user-agent: foo|allow: /z/|disallow: /',
    agent: 'baz',
    allowed: ['/z/d'],
    forbidden: ['/o/'],
  },
  {
    what: 'a sitemap in a group',
    file: 'user-agent: foo|sitemap: /s|user-agent: *|disallow: /',
    forbidden: ['/'],
  },
  {
    what: 'an unknown line in a group',
    file: 'user-agent: foo|no: no|user-agent: *|disallow: /',
    forbidden: ['/'],
  },
  {
    what: 'any case of fields',
    file: 'uSeR-aGeNt: foo|AlLoW: /x/|DISALLOW: /',
    allowed: ['/x/y'],
    forbidden: ['/a'],
  },
  {
    what: 'any case of user agents',
    file: 'user-agent: FoO bAr|allow: /x/|disallow: /',
    allowed: ['/x/y'],
    forbidden: ['/a'],
  },
  {
    what: 'a user agent up to a space',
    file: 'user-agent: *|disallow: /|user-agent: foo bar|allow: /x/|disallow: /',
    allowed: ['/x/y'],
  },
  {
    what: 'a user agent of two words',
    file: 'user-agent: *|disallow: /|user-agent: foo bar|allow: /x/|disallow: /',
    agent: 'foo bar',
    forbidden: ['/x/y'],
  },
  { what: 'a user agent up to an asterisk', file: 'user-agent: foo*|disallow: /', forbidden: ['/x'] },
  { what: 'a user agent with a version', file: 'user-agent: foo/2.1|disallow: /', forbidden: ['/x'] },
  {
    what: 'a longer name',
    file: 'user-agent: foo-bar|user-agent: foobar|user-agent: foo_|disallow: /',
    allowed: ['/x'],
  },
  { what: 'a shorter name', file: 'user-agent: fo|disallow: /', allowed: ['/x'] },
  { what: 'all, with words behind', file: 'user-agent: * baz|disallow: /', forbidden: ['/x'] },
  { what: 'all, with letters behind', file: 'user-agent: *baz|disallow: /', allowed: ['/x'] },
  {
    what: 'a group of its own after that for all',
    file: 'user-agent: *|allow: /|user-agent: foo|disallow: /',
    forbidden: ['/x/y'],
  },
  {
    what: 'the group for all',
    file: 'user-agent: *|disallow: /y|user-agent: foo|disallow: /',
    agent: 'bar',
    allowed: ['/x'],
    forbidden: ['/y'],
  },
  {
    what: 'groups for others',
    file: 'user-agent: bar|disallow: /|user-agent: baz|disallow: /',
    allowed: ['/x/y'],
  },
  {
    what: 'a group of its own instead of that for all',
    file: 'user-agent: *|disallow: /x/|user-agent: foo|disallow: /y/',
    allowed: ['/x/p'],
    forbidden: ['/y/p'],
  },
  { what: 'upper case in patterns', file: 'user-agent: foo|disallow: /X/', allowed: ['/x/y'] },
  {
    what: 'a longer Disallow',
    file: 'user-agent: foo|disallow: /x/page.html|allow: /x/',
    allowed: ['/x/'],
    forbidden: ['/x/page.html'],
  },
  {
    what: 'a longer Allow',
    file: 'user-agent: foo|allow: /x/page.html|disallow: /x/',
    allowed: ['/x/page.html'],
    forbidden: ['/x/'],
  },
  {
    what: 'a longer Allow by one',
    file: 'user-agent: foo|disallow: /x|allow: /x/',
    allowed: ['/x/'],
    forbidden: ['/x'],
  },
  { what: 'empty patterns', file: 'user-agent: foo|disallow: |allow:', allowed: ['/x'] },
  { what: 'equal patterns', file: 'user-agent: foo|disallow: /|allow: /', allowed: ['/x'] },
  {
    what: 'equal long patterns',
    file: 'user-agent: foo|allow: /folder|disallow: /folder',
    allowed: ['/folder/page'],
  },
  {
    what: 'an Allow shorter than a wildcard',
    file: 'user-agent: foo|allow: /page|disallow: /*.html',
    allowed: ['/page'],
    forbidden: ['/page.html'],
  },
  {
    what: 'an Allow longer than a wildcard',
    file: 'user-agent: foo|allow: /x/page.|disallow: /*.html',
    allowed: ['/x/page.html'],
    forbidden: ['/x/y.html'],
  },
  {
    what: 'an Allow as long as a wildcard',
    file: 'user-agent: foo|allow: /page|disallow: /*.ph',
    allowed: ['/page.ph'],
  },
  {
    what: 'an address in a query',
    file: 'user-agent: foo|disallow: /|allow: /b?q=t&z=http://f.b?t&p',
    allowed: ['/b?q=t&z=http://f.b?t&p'],
  },
  {
    what: 'letters outside of ASCII',
    file: 'user-agent: foo|disallow: /|allow: /b/ツ',
    allowed: ['/b/%E3%83%84'],
  },
  { what: 'escapes', file: 'user-agent: foo|disallow: /|allow: /b/%e3%83%84', allowed: ['/b/%E3%83%84'] },
  {
    what: 'needless escapes',
    file: 'user-agent: foo|disallow: /|allow: /b/%62%61%7A',
    allowed: ['/b/%62%61%7A'],
  },
  {
    what: 'an Allow that does not match',
    file: 'user-agent: foo|disallow: /b/q|allow: /*/x',
    allowed: ['/q', '//q', '/c/q'],
    forbidden: ['/b/q'],
  },
  {
    what: 'the end of a path',
    file: 'user-agent: foo|disallow: /b$',
    allowed: ['/b/q', '/b/', '/bz'],
    forbidden: ['/b'],
  },
  {
    what: 'comments',
    file: 'user-agent: foo|# disallow: /|disallow: /q#x|allow: /',
    allowed: ['/b'],
    forbidden: ['/q'],
  },
  ...['/fish', '/fish*'].map((pattern) => ({
    what: `the beginning ${pattern}`,
    file: `user-agent: foo|disallow: /|allow: ${pattern}`,
    allowed: ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads/yummy.html', '/fish.html?id=any'],
    forbidden: ['/bar', '/Fish.asp', '/catfish', '/?id=fish'],
  })),
  {
    what: 'a folder',
    file: 'user-agent: foo|disallow: /|allow: /fish/',
    allowed: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=any'],
    forbidden: ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
  },
  {
    what: 'an extension',
    file: 'user-agent: foo|disallow: /|allow: /*.php',
    allowed: ['/f.php', '/d/f.php', '/d/f.php?p', '//d/any.php.file.html', '/f.php/', '/index?f=f.php/'],
    forbidden: ['/bar', '/php/', '/index?php', '/windows.PHP'],
  },
  {
    what: 'an extension at the end',
    file: 'user-agent: foo|disallow: /|allow: /*.php$',
    allowed: ['/f.php', '/d/f.php'],
    forbidden: ['/bar', '/f.php?p', '/f.php/', '/f.php5', '/php/', '/f?php', '/aaaphpaaa', '//windows.PHP'],
  },
  {
    what: 'a wildcard in the middle',
    file: 'user-agent: foo|disallow: /|allow: /fish*.php',
    allowed: ['/fish.php', '/fishheads/catfish.php?p'],
    forbidden: ['/bar', '/Fish.PHP'],
  },
  {
    what: 'the root alone',
    file: 'user-agent: foo|allow: /$|disallow: /',
    allowed: ['/'],
    forbidden: ['/page.html'],
  },
  {
    what: 'a cut Disallow',
    file: `user-agent: foo|disallow: ${LONG}/qux`,
    allowed: ['/fux'],
    forbidden: [`${LONG}/fux`],
  },
  {
    what: 'a cut Allow',
    file: `user-agent: foo|disallow: /|allow: ${LONG}/qux`,
    allowed: [`${LONG}/fux`, `${LONG}/qux`],
    forbidden: ['/'],
  },
  ...['Useragent', 'User agent', 'USER-AGENTS'].map((name) => ({
    what: `the field ${name}`,
    file: `${name}: foo|disallow: /`,
    forbidden: ['/x'],
  })),
  ...['Dissallow', 'Dissalow', 'Disalow', 'Diasllow', 'Disallaw', 'Disallowed'].map((name) => ({
    what: `the field ${name}`,
    file: `user-agent: foo|${name}: /`,
    forbidden: ['/x'],
  })),
];

describe("Google's parser", () => {
  it.each(LIKE_GOOGLE)('agrees on $what', ({ file, agent = 'foo', allowed = [], forbidden = [] }) => {
    const expected = '+'.repeat(allowed.length) + '-'.repeat(forbidden.length);
    expect(seen(file.split('|'), agent, [...allowed, ...forbidden])).toBe(expected);
  });

  it.each([
    ['a byte order mark', [0xef, 0xbb, 0xbf], '-'],
    ['two thirds of one', [0xef, 0xbb], '-'],
    ['a third of one', [0xef], '-'],
    ['a broken one', [0xef, 0x11, 0xbf], '+'],
    ['something else', [0xff, 0xfe], '+'],
  ])('agrees on %s', (_what, mark, expected) => {
    const body = Buffer.from([...mark, ...Buffer.from('User-agent: foo\nDisallow: /')]);
    expect(seen(body, 'foo', ['/x'])).toBe(expected);
  });

  it('agrees on a byte order mark further down', () => {
    expect(seen(['User-agent: foo', '\ufeffDisallow: /'], 'foo', ['/x'])).toBe('+');
  });

  it.each(['\n', '\r\n', '\r'])('agrees on the number of lines that end with %j', (end) => {
    const text = ['User-agent: foo', '', '# comment', 'what', 'Disallow: /x', ''].join(end);
    expect(parse(Buffer.from(text), 'foo').rules).toMatchObject([{ line: 5 }]);
  });
});

describe('Crawl-delay', () => {
  it.each([
    ['of its own group', 'user-agent: *|crawl-delay: 5|user-agent: sfwc|crawl-delay: 2.5|disallow:', 2.5],
    ['of the group for all', 'user-agent: *|disallow: /x|crawl-delay: 5', 5],
    [
      'not of all where it has a group',
      'user-agent: *|crawl-delay: 5|user-agent: sfwc|disallow: /x',
      undefined,
    ],
    ['not of the group below', 'user-agent: sfwc|crawl-delay: 2||user-agent: *|crawl-delay: 9', 2],
    ['not of the group above', 'user-agent: bar|crawl-delay: 9||user-agent: sfwc|disallow: /x', undefined],
    ['of several user agents', 'user-agent: bar|user-agent: sfwc|crawl-delay: 4', 4],
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

  it('does not keep the rules for all where it names this crawler first', () => {
    const { rules } = parse(['User-agent: sfwc', 'Disallow: /a', 'User-agent: *', 'Disallow: /b']);
    expect(rules).toMatchObject([{ start: '/a' }]);
  });

  it('is parsed whatever its octets are', () => {
    const fragment = fc.constantFrom(
      ...[
        'User-agent: ',
        'sfwc',
        '*',
        '\n',
        '\r',
        ' ',
        '\t',
        ':',
        '#',
        '$',
        '%',
        '%2',
        '%2a',
        '?',
        '/',
        'a',
        '\x00',
        '\xef',
      ],
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
