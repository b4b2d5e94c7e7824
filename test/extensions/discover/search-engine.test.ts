import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import {
  createSearchEngine,
  hitsOfAnswer,
  withoutKeys,
  type SearchEngine,
} from '../../../src/extensions/discover/search-engine.js';
import { startFakeSearch, type FakeSearch, type FoundPage } from '../../support/fake-search.js';
import { manualClock, type ManualClock } from '../../support/manual-clock.js';

/** Ten pages: the first four about hull and paint, the next four about paint; two about anything else. */
const FOUND_PAGES: readonly FoundPage[] = Array.from({ length: 10 }, (_, index) => ({
  url: `http://ships.example/page-${index}?a=1&b=2`,
  title: index < 4 ? `Hull and paint ${index}` : index < 8 ? `Paint & brush ${index}` : `Music ${index}`,
  text: index < 8 ? 'About it.' : 'An opera.',
}));
const BOTH = FOUND_PAGES.slice(0, 4).map(({ url }) => url);
const PAINT = FOUND_PAGES.slice(0, 8).map(({ url }) => url);

const FETCHER = { userAgent: 'sfwc-test', addresses: { allowPrivate: true } };

describe.each([
  ['SearXNG', '/'],
  ['JSON by a template', '/search?q={searchTerms}&pageno={startPage}&x={geo:box?}'],
  ['MediaWiki', '/w/api.php'],
])('a search engine: %s', (_, path) => {
  let fake: FakeSearch;
  let fetcher: HttpFetcher;
  let clock: ManualClock;
  const warnings: string[] = [];
  const open = (delaySeconds = 0, by = fetcher): SearchEngine =>
    createSearchEngine({
      ...{ address: `${fake.address}${path}`, fetcher: by, delaySeconds, retries: 2, clock },
      warn: (message) => void warnings.push(message),
    });

  beforeAll(async () => {
    fake = await startFakeSearch(FOUND_PAGES);
    fetcher = createHttpFetcher(FETCHER);
  });
  beforeEach(() => {
    fake.before = () => false;
    clock = manualClock();
    warnings.length = 0;
  });
  afterAll(async () => {
    fetcher.close();
    await fake.close();
  });

  it('finds pages by words, the best first, each once, with title and where they were found', async () => {
    const hits = await open().search('hull paint', 100);
    const urls = hits.map(({ url }) => url);
    expect([...urls.slice(0, 4)].sort()).toEqual(BOTH);
    expect([...urls].sort()).toEqual(PAINT);
    expect(hits.map(({ title }) => title)).toContain('Paint & brush 5');
    for (const { foundAt } of hits) expect(foundAt).toMatch(/^http:\/\/.*hull(?:\+|%20)paint/);
  });

  it('gives as many as wanted, which may be less or more than an engine gives at once', async () => {
    expect(await open().search('paint', 2)).toHaveLength(2);
    const five = await open().search('paint', 5);
    expect(five).toHaveLength(5);
    const urls = (hits: typeof five): string[] => hits.map(({ url }) => url);
    expect(urls(await open().search('paint', 100)).slice(0, 5)).toEqual(urls(five));
  });

  it('finds nothing where there is nothing, and the same again when asked again', async () => {
    expect(await open().search('zeppelin', 10)).toEqual([]);
    expect(await open().search('hull paint', 4)).toEqual(await open().search('hull paint', 4));
  });

  it('refuses an answer that is none of a search engine', async () => {
    fake.before = (_, response) => (
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome'),
      true
    );
    await expect(open().search('paint', 4)).rejects.toThrow(expect.objectContaining({ name: 'InputError' }));
    fake.before = (_, response) => (response.writeHead(403).end(), true);
    await expect(open().search('paint', 4)).rejects.toThrow(/status 403/);
  });
});

const json = (answer: unknown) => hitsOfAnswer(JSON.stringify(answer));

describe('answers in JSON', () => {
  it('are read wherever the list of results lies, and however its members are called', () => {
    const hit = { url: 'http://a.example/', title: 'A' };
    const { url, title } = hit;
    expect(json({ results: [{ url, title }] })).toEqual([hit]);
    expect(json({ web: { results: [{ url, title }] }, query: {} })).toEqual([hit]);
    expect(json({ items: [{ link: url, title }] })).toEqual([hit]);
    expect(json({ webPages: { value: [{ url, name: title }] } })).toEqual([hit]);
    expect(json([{ href: url, title }, { nothing: 1 }])).toEqual([hit]);
  });

  it('are none where there is no list, and empty where the list is', () => {
    for (const none of [null, 'text', 7, {}, { error: { code: 403 } }]) expect(json(none)).toBeUndefined();
    expect(json({ results: [], suggestions: [] })).toEqual([]);
    expect(json({ batchcomplete: true })).toEqual([]);
    expect(hitsOfAnswer('{')).toBeUndefined();
  });
});

it('takes keys and credentials out of addresses', () => {
  expect(withoutKeys('https://me:pw@a.example/s?q=x&api_key=1&access_token=2&page=3')).toBe(
    'https://a.example/s?q=x&page=3',
  );
});
