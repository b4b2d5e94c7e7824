import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpFetcher, type HttpFetcher } from '../../src/web/http/http-fetcher.js';
import type { SearchEngine } from '../../src/extensions/discover/search/search.js';
import type { EngineOptions } from '../../src/extensions/discover/search/engine-options.js';
import { startFakeSearch, type FakeSearch, type FoundPage } from '../support/fake-search.js';
import { manualClock, type ManualClock } from '../support/manual-clock.js';

/** Ten pages: the first four about hull and paint, the next four about paint; two about anything else. */
export const FOUND_PAGES: readonly FoundPage[] = Array.from({ length: 10 }, (_, index) => ({
  url: `http://ships.example/page-${index}?a=1&b=2`,
  title: index < 4 ? `Hull and paint ${index}` : index < 8 ? `Paint & brush ${index}` : `Music ${index}`,
  text: index < 8 ? 'About it.' : 'An opera.',
}));
const BOTH = FOUND_PAGES.slice(0, 4).map(({ url }) => url);
const PAINT = FOUND_PAGES.slice(0, 8).map(({ url }) => url);

/** What a search engine of {@link searchEngineContract} is made with. */
export type EngineSetting = Omit<EngineOptions, 'address'> & { readonly fake: FakeSearch };

/** What every search engine has to do. */
export function searchEngineContract(name: string, make: (setting: EngineSetting) => SearchEngine): void {
  describe(`search engine contract: ${name}`, () => {
    let fake: FakeSearch;
    let fetcher: HttpFetcher;
    let engine: SearchEngine;

    beforeAll(async () => {
      fake = await startFakeSearch(FOUND_PAGES);
      fetcher = createHttpFetcher({ userAgent: 'sfwc-test', addresses: { allowPrivate: true } });
    });
    beforeEach(() => {
      engine = make({ fake, fetcher, delaySeconds: 0, retries: 2, clock: manualClock() });
    });
    afterAll(async () => {
      fetcher.close();
      await fake.close();
    });

    it('finds pages by words, the best first, each once, with title and where they were found', async () => {
      const hits = await engine.search('hull paint', 100);
      const urls = hits.map(({ url }) => url);
      expect([...urls.slice(0, 4)].sort()).toEqual(BOTH);
      expect([...urls].sort()).toEqual(PAINT);
      expect(hits.map(({ title }) => title)).toContain('Paint & brush 5');
      for (const { foundAt } of hits) expect(foundAt).toMatch(/^(?:http|file):\/\/.*hull(?:\+|%20)paint/);
    });

    it('gives as many as wanted, which may be less or more than an engine gives at once', async () => {
      expect(await engine.search('paint', 2)).toHaveLength(2);
      const five = await engine.search('paint', 5);
      expect(five).toHaveLength(5);
      expect((await engine.search('paint', 100)).slice(0, 5)).toEqual(five);
    });

    it('finds nothing where there is nothing, and the same again when asked again', async () => {
      expect(await engine.search('zeppelin', 10)).toEqual([]);
      expect(await engine.search('hull paint', 4)).toEqual(await engine.search('hull paint', 4));
    });
  });
}

const FETCHER = { userAgent: 'sfwc-test', addresses: { allowPrivate: true } };

/** What a search engine on the web has to do besides. */
export function remoteEngineContract(name: string, make: (setting: EngineSetting) => SearchEngine): void {
  searchEngineContract(name, make);
  describe(`search engine contract, on the web: ${name}`, () => {
    let fake: FakeSearch;
    let fetcher: HttpFetcher;
    let clock: ManualClock;
    const warnings: string[] = [];
    const open = (delaySeconds = 0, by = fetcher): SearchEngine =>
      make({
        fake,
        fetcher: by,
        delaySeconds,
        retries: 2,
        clock,
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

    it('waits between two requests', async () => {
      await open(7).search('paint', 100);
      expect(clock.sleeps.length).toBeGreaterThan(0);
      expect(clock.sleeps.every((sleep) => sleep === 7000)).toBe(true);
    });

    it('asks again when told to wait, and as late as told', async () => {
      let refused = 0;
      fake.before = (_, response) => {
        if (refused > 0) return false;
        refused += 1;
        response.writeHead(429, { 'retry-after': '90' }).end();
        return true;
      };
      expect(await open().search('hull paint', 4)).toHaveLength(4);
      expect(clock.sleeps).toContain(90_000);
      expect(warnings).toEqual([expect.stringMatching(/status 429; retrying in 90 s/)]);
    });

    it('gives up in the end, and says who did not answer and why', async () => {
      fake.before = (_, response) => (response.writeHead(503).end(), true);
      await expect(open().search('paint', 4)).rejects.toThrow(
        expect.objectContaining({
          name: 'InputError',
          message: expect.stringMatching(
            /^http:\/\/127\.0\.0\.1:\d+\/.* gave no answer: status 503 \(tried 3 times\)/,
          ),
        }),
      );
      fake.before = () => true;
      const hasty = createHttpFetcher({ ...FETCHER, timeoutSeconds: 0.05 });
      await expect(open(0, hasty).search('paint', 4)).rejects.toThrow(/no complete answer within 0\.05 s/);
      hasty.close();
    });

    it('refuses an answer that is none of a search engine', async () => {
      fake.before = (_, response) => (
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome'),
        true
      );
      await expect(open().search('paint', 4)).rejects.toThrow(
        expect.objectContaining({ name: 'InputError' }),
      );
      fake.before = (_, response) => (response.writeHead(403).end(), true);
      await expect(open().search('paint', 4)).rejects.toThrow(/status 403/);
    });
  });
}
