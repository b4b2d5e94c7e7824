import { beforeEach, describe, expect, it } from '@jest/globals';
import { passagesOf, searchCollections } from '../../../src/extensions/search/search-in-thread.js';
import { writeCrawlFolder, type KeptPage } from '../../support/crawl-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
let out = '';

/** Paragraphs that are a passage each. */
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, number) => `Passage ${number}. ${'bees make honey '.repeat(35)}`).join(
    '\n\n',
  );

const pages = (count: number): readonly KeptPage[] =>
  Array.from({ length: count }, (_, number) => ({
    url: `http://host${number}.example/`,
    title: `Page ${number}`,
    text: `Honey ${'of bees '.repeat(number)}`,
    event: { finalUrl: `https://www.host${number}.example/` },
  }));

beforeEach(() => {
  out = place();
});

describe('hits from a place on', () => {
  it('follow those before, in one collection', async () => {
    writeCrawlFolder(out, pages(12));
    const found = async (offset: number, limit: number): Promise<readonly string[]> =>
      (await searchCollections([out], 'honey', { offset, limit }, {})).hits.map(({ url }) => url);
    const all = await found(0, 100);
    expect(all).toHaveLength(12);
    expect([...(await found(0, 5)), ...(await found(5, 5)), ...(await found(10, 5))]).toEqual(all);
    const beyond = await searchCollections([out], 'honey', { offset: 50, limit: 5 }, {});
    expect(beyond).toMatchObject({ hits: [], all: 12, advice: [] });
  });

  it('follow those before, in several collections', async () => {
    const other = place();
    writeCrawlFolder(out, pages(4));
    writeCrawlFolder(
      other,
      pages(9).map((page) => ({ ...page, url: page.url.replace('host', 'other'), event: {} })),
    );
    const found = async (offset: number, limit: number): Promise<readonly string[]> =>
      (await searchCollections([out, other], 'honey', { offset, limit }, {})).hits.map(({ url }) => url);
    const all = await found(0, 100);
    expect(all).toHaveLength(13);
    expect([...(await found(0, 6)), ...(await found(6, 6)), ...(await found(12, 6))]).toEqual(all);
  });
});

describe('passages of a page', () => {
  it('are those between two numbers, found by either address', async () => {
    writeCrawlFolder(out, [{ ...(pages(1)[0] as KeptPage), text: paragraphs(5) }]);
    const read = (url: string, from: number, to: number) => passagesOf(out, url, { from, to }, {});
    for (const url of ['http://host0.example/', 'https://www.host0.example/']) {
      const { passages, of, title, url: shown } = await read(url, 1, 2);
      expect([title, shown, of]).toEqual(['Page 0', 'https://www.host0.example/', 5]);
      expect(passages.map(({ number, text }) => [number, text.slice(0, 9)])).toEqual([
        [1, 'Passage 1'],
        [2, 'Passage 2'],
      ]);
    }
    expect((await read('http://host0.example/', -3, 99)).passages).toHaveLength(5);
  });

  it('have the numbers that hits name', async () => {
    writeCrawlFolder(out, [
      {
        url: 'http://a.example/',
        title: 'A',
        text: `${paragraphs(3)}\n\nThe hornet stings. ${'wax '.repeat(110)}`,
      },
    ]);
    const { hits } = await searchCollections([out], 'hornet', { limit: 1 }, {});
    expect(hits[0]?.passages.map(({ number }) => number)).toEqual([3]);
  });

  it('are not those of a page that is not accepted', async () => {
    writeCrawlFolder(out, pages(1));
    expect(await failureOf(passagesOf(out, 'http://b.example/', { from: 0, to: 1 }, {}))).toMatchObject({
      name: 'InputError',
      message: `http://b.example/ is not among the accepted pages of ${out}`,
    });
  });
});

describe('the threads of searches', () => {
  it('leave this thread free, tell progress, and end with the signal; the next search continues', async () => {
    writeCrawlFolder(out, pages(400));
    const stop = new AbortController();
    const told: number[] = [];
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const how = {
      signal: stop.signal,
      onProgress: ({ done }: { readonly done: number }) => void told.push(done),
    };
    const begun = searchCollections([out], 'honey', { limit: 1 }, how);
    setTimeout(() => stop.abort(new Error('too late')), 1);
    await expect(begun).rejects.toThrow('too late');
    const { all } = await searchCollections([out], 'honey', { limit: 1 }, { onProgress: how.onProgress });
    clearInterval(turning);
    expect(all).toBe(400);
    expect(told.length).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(0);
  });

  it('throw what the search throws', async () => {
    writeCrawlFolder(out, pages(1));
    expect(await failureOf(searchCollections([out], '"open', { limit: 1 }, {}))).toMatchObject({
      name: 'UsageError',
    });
  });
});
