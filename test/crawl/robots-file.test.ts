import { describe, expect, it } from '@jest/globals';
import { parseRobotsFile } from '../../src/crawl/robots-file.js';

const FILE = 'http://www.example.com/robots.txt';

function allowed(lines: readonly string[], path: string, token = 'examplebot'): boolean {
  const file = parseRobotsFile(FILE, lines.join('\n'), token);
  return file.forbiddenBy(`http://www.example.com${path}`) === undefined;
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
    expect(['/foo', '/bar', '/baz', '/qux'].map((path) => allowed(lines, path))).toEqual([
      false,
      false,
      false,
      true,
    ]);
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
    expect(allowed(['User-agent: *', `Disallow: ${rule}`], path)).toBe(false);
    expect(allowed(['User-agent: *', `Disallow: ${rule}`], '/other')).toBe(true);
  });

  it('2.2.2: a slash that is escaped in a path is no slash', () => {
    expect(allowed(['User-agent: *', 'Disallow: /a/b'], '/a%2Fb')).toBe(true);
  });

  it('2.2.3: # begins a comment, $ is the end, * is anything; escaped they are themselves', () => {
    const rules = ['User-agent: *', 'Disallow: /path/file-with-a-%2A.html', 'Disallow: /path/foo-%24'];
    expect(allowed(rules, '/path/file-with-a-*.html')).toBe(false);
    expect(allowed(rules, '/path/file-with-a-b.html')).toBe(true);
    expect(allowed(rules, '/path/foo-$')).toBe(false);
    expect(allowed(rules, '/path/foo-')).toBe(true);
    expect(allowed(['User-agent: *', 'Disallow: /this/*/exactly$'], '/this/path/exactly')).toBe(false);
    expect(allowed(['User-agent: *', 'Disallow: /this/*/exactly$'], '/this/path/exactly/not')).toBe(true);
    expect(allowed(['User-agent: *', 'Disallow: /a$b # comment'], '/a$b')).toBe(false);
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
    expect([allowed(lines, '/', 'a'), allowed(lines, '/', 'b'), allowed(lines, '/', 'c')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(parseRobotsFile(FILE, lines.join('\n'), 'a').crawlDelay).toBe(3);
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
    const seen = (token: string): string =>
      paths.map((path) => (allowed(lines, path, token) ? '+' : '-')).join('');
    expect(['other', 'foobot', 'barbot', 'bazbot'].map(seen)).toEqual(['--+--', '---++', '+++-+', '+++-+']);
  });

  it('5.2: the longest match wins; of equals Allow', () => {
    const lines = [
      'User-Agent: foobot',
      'Allow: /example/page/',
      'Disallow: /example/page/disallowed.gif',
      'Disallow: /same',
      'Allow: /same',
    ];
    expect(allowed(lines, '/example/page/disallowed.gif', 'foobot')).toBe(false);
    expect(allowed(lines, '/example/page/', 'foobot')).toBe(true);
    expect(allowed(lines, '/same', 'foobot')).toBe(true);
  });
});

it('reads any bytes and line ends', () => {
  expect(allowed(['User-agent: *\rDisallow: /a\r\nDisallow: /b%zz\u0000\n:\n%%%'], '/a')).toBe(false);
  expect(parseRobotsFile(FILE, '', 'x')).toMatchObject({ sitemaps: [] });
});
