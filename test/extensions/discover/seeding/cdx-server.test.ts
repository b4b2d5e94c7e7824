import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openFetcher } from '../../../../src/web/http/open-fetcher.js';
import { readCdx, readCollections, readPageCount } from '../../../../src/web/archive/cdx-answers.js';
import { cdxQuery } from '../../../../src/extensions/discover/seeding/cdx-pattern.js';
import { capturedUrls } from '../../../../src/extensions/discover/seeding/cdx-server.js';
import { startCdxServer, type CdxServer } from '../../../support/cdx-server.js';
import { failureOf } from '../../../support/failure-of.js';
import { manualClock } from '../../../support/manual-clock.js';

const CAPTURED = [
  'http://example.org/',
  'http://example.org/health/insulin.html',
  'http://example.org/health/pump?id=1',
  'http://www.example.org/health/insulin',
  'http://other.example/',
];
let server: CdxServer;
const settings = { userAgent: 'tests', connectTo: [], timeout: 0.5, maxBytes: 100_000, allowPrivate: true };
const fetcher = openFetcher(settings);

beforeAll(async () => {
  server = await startCdxServer(CAPTURED);
});
beforeEach(() => {
  server.asked.length = 0;
  server.before = () => false;
  server.counts = true;
});
afterAll(async () => {
  fetcher.close();
  await server.close();
});

function ask(path: string, pattern = '*.example.org'): Promise<readonly string[]> {
  const options = { fetcher, clock: manualClock(), delaySeconds: 1, retries: 1, warn: () => undefined };
  return capturedUrls(cdxQuery(pattern)!, { ...options, address: `${server.address}${path}` });
}

describe('patterns of addresses', () => {
  it.each([
    ['example.org', 'example.org', 'host'],
    ['*.example.org', 'example.org', 'domain'],
    ['*.example.org/*', 'example.org', 'domain'],
    ['http://example.org:8080/*', 'example.org:8080', 'host'],
    ['example.org/health/*', 'example.org/health/', 'prefix'],
    ['example.org/page', 'example.org/page', 'exact'],
  ])('%s asks for %s by %s', (pattern, url, matchType) => {
    expect(cdxQuery(pattern)).toMatchObject({ url, matchType });
  });

  it.each(['', '*', '*.org*', 'example', 'ftp://example.org', 'example.org/a b'])('%j is none', (pattern) => {
    expect(cdxQuery(pattern)).toBeUndefined();
  });
});

describe.each([
  ['Wayback', '/cdx/search/cdx'],
  ['the newest index of Common Crawl', '/'],
  ['one index', '/NEW-index'],
])('%s', (_, path) => {
  it('gives the captured addresses, part by part', async () => {
    expect(await ask(path)).toEqual(CAPTURED.slice(0, 4));
    expect(server.asked.filter((asked) => !/collinfo|showNumPages=true/.test(asked))).toHaveLength(2);
    expect(await ask(path, 'example.org/health/*')).toEqual(CAPTURED.slice(1, 3));
  });

  it('is asked for pages that were HTML, and its answers are sorted by the pattern', async () => {
    expect(await ask(path, '*.example.org/*/insulin*')).toEqual([CAPTURED[1], CAPTURED[3]]);
    expect(decodeURIComponent(server.asked.at(-1) ?? '')).toMatch(/filter==?status(code)?:200&filter=mime/);
  });

  it('has nothing of a host that was not captured', async () => {
    expect(await ask(path, 'unknown.example')).toEqual([]);
  });
});

describe('a CDX server', () => {
  it('that does not count pages is asked once', async () => {
    server.counts = false;
    expect(await ask('/NEW-index')).toEqual(CAPTURED.slice(0, 4));
  });

  it.each(['/cdx/search/cdx', '/NEW-index'])(
    'at %s that never ends is left after five parts',
    async (path) => {
      let key = 0;
      server.before = (request, response) => {
        const rows = [['original'], [`http://example.org/${++key}`], [], [String(key)]];
        const wayback = JSON.stringify(rows);
        const index = request.url?.includes('showNumPages=true')
          ? '{"pages": 1000000}'
          : `{"url": "http://example.org/${key}"}`;
        return (response.end(path === '/NEW-index' ? index : wayback), true);
      };
      expect(await ask(path)).toHaveLength(5);
    },
  );

  it.each([
    ['garbage', 200, '<html>Sorry</html>', /something else than captures in JSON/],
    ['rows without addresses', 200, '[["digest"],["x"]]', /something else than captures/],
    ['a refusal', 403, 'blocked', /status 403/],
    ['a busy server', 503, 'later', /gave no answer: status 503 \(tried 2 times\)/],
    ['too much', 200, `[${' '.repeat(200_000)}]`, /cannot be reached: .*larger/],
  ])('that answers with %s is named with what is wrong', async (_, status, body, message) => {
    server.before = (_request, response) => (response.writeHead(status).end(body), true);
    const { message: said, hint } = await failureOf(ask('/cdx/search/cdx'));
    expect(said).toMatch(message);
    expect(said + (hint ?? '')).toContain(server.address.replace('http://', ''));
  });

  it('that does not answer in time is given up', async () => {
    server.before = () => true;
    expect((await failureOf(ask('/cdx/search/cdx'))).message).toMatch(/gave no answer/);
  });

  it('is named without its credentials', async () => {
    server.before = (_, response) => (response.end('<html>'), true);
    const address = `${server.address.replace('//', '//me:secret@')}/cdx/search/cdx`;
    const options = { fetcher, clock: manualClock(), delaySeconds: 0, retries: 0, warn: () => undefined };
    const { message } = await failureOf(capturedUrls(cdxQuery('example.org')!, { ...options, address }));
    expect(message).not.toContain('secret');
  });

  it('cannot send the crawler to another host', async () => {
    server.before = (_, response) => (response.end('[{"cdx-api":"http://169.254.169.254/x"}]'), true);
    expect((await failureOf(ask('/'))).message).toMatch(/does not name an index of its own/);
    expect(server.asked).toEqual(['/collinfo.json']);
  });
});

describe('answers', () => {
  it('may have lines and rows that are none', () => {
    expect(readCdx('{"url":"http://a/"}\nnull\n{"url":3}\n{"x":1}\nrubbish')).toEqual({
      captures: [{ url: 'http://a/' }],
    });
    expect(readCdx('[["urlkey","original"],["a","http://a/"],["b",3],7,["c"]]')).toEqual({
      captures: [{ url: 'http://a/' }],
    });
    expect([readCdx(''), readCdx('[]')]).toEqual([{ captures: [] }, { captures: [] }]);
    expect([readCdx('7'), readCdx('nothing'), readCdx('[[1]]')]).toEqual([undefined, undefined, undefined]);
  });

  it('count pages and name collections, or do not', () => {
    expect(['{"pages":4}', '4', '-1', '"4"', '{}', 'x'].map(readPageCount)).toEqual([
      4,
      4,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['[{"cdx-api":"http://a/"}]', '[]', '{}', '[{"cdx-api":1}]'].map(readCollections)).toEqual([
      [{ id: 'http://a/', index: 'http://a/' }],
      [],
      [],
      [],
    ]);
  });
});
