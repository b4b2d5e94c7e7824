import { describe, expect, it } from '@jest/globals';
import { createCrawlLessons } from '../../../../src/extensions/discover/sources/crawl-lessons.js';
import {
  parentFolders,
  parentsOf,
  siteLists,
  type ListParts,
} from '../../../../src/extensions/discover/sources/own-sources.js';
import type { AskState } from '../../../../src/extensions/discover/sources/source.js';
import { createTopicWords } from '../../../../src/extensions/discover/seeding/topic-words.js';
import { createPoliteness } from '../../../../src/crawling/politeness/politeness.js';
import { createRobots } from '../../../../src/crawling/politeness/robots.js';
import type { Fetcher } from '../../../../src/model/crawl-event.js';
import { manualClock } from '../../../support/manual-clock.js';
import { crawlEvent } from '../../../support/crawl-events.js';

const A = 'http://a.example';
const read = (text: string): readonly string[] => text.toLowerCase().split(/\W+/).filter(Boolean);

/** After so many accepted and rejected pages of a host. */
function stateAfter(accepted: readonly string[], rejected: readonly string[] = []): AskState {
  const lessons = createCrawlLessons(read);
  for (const url of accepted) lessons.note(crawlEvent({ url, score: 1 }));
  for (const url of rejected) lessons.note(crawlEvent({ url, score: 0 }));
  const known = new Set([...accepted, ...rejected]);
  return { lessons, times: () => 0, left: () => [], isNew: (url) => !known.has(url) };
}

/** The source over files by address; `wait` is answered when the time is over. */
function lists(files: Readonly<Record<string, string>>, feeds: readonly string[] = []) {
  const clock = manualClock();
  let timeIsOver = (): void => undefined;
  const sleep = (): Promise<void> => new Promise((resolve) => (timeIsOver = resolve));
  const asked: string[] = [];
  const warnings: string[] = [];
  const fetcher: Fetcher = {
    fetch: async (url, { signal } = {}) => {
      asked.push(url);
      const file = files[url];
      if (file === 'wait') {
        timeIsOver();
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        throw new Error('broken off');
      }
      return { url, status: file === undefined ? 404 : 200, headers: {}, body: Buffer.from(file ?? '') };
    },
  };
  const parts: ListParts = {
    ...{ fetcher, clock, timer: { now: () => 0, sleep } },
    robots: createRobots({ fetcher, userAgent: 'sfwc/0', clock, backoff: { tries: 1, firstSeconds: 1 } }),
    politeness: createPoliteness(clock, { seconds: 0, factor: 0, maxSeconds: 30 }),
    logger: { info: () => undefined, warn: (message) => void warnings.push(message) },
    words: createTopicWords([{ lemma: 'honey', weight: 1 }], read),
    feedsOf: () => feeds,
  };
  const ask = async (state: AskState) => siteLists(parts).next(state)?.run(new AbortController().signal);
  return { ask, asked, warnings };
}

const urlset = (...urls: readonly string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

describe('parentsOf', () => {
  it('gives the folders above pages, those above the most pages first, and of these the deepest', () => {
    expect(parentsOf([`${A}/a/b/c.html`, `${A}/a/d?x=1`]).map(({ url }) => url)).toEqual([
      `${A}/a/`,
      `${A}/`,
      `${A}/a/b/`,
    ]);
    expect(parentsOf([`${A}/a/b/`]).map(({ url }) => url)).toEqual([`${A}/a/`, `${A}/`]);
    expect(parentsOf([`${A}/`])).toEqual([]);
  });

  it('says of which page', () => {
    expect(parentsOf([`${A}/x/y`])[0]).toEqual({
      ...{ url: `${A}/x/`, by: `${A}/x/y`, reason: `folder above ${A}/x/y` },
    });
  });
});

describe('parent folders', () => {
  it('are of the first host that has one which is not known', async () => {
    const known = stateAfter([`${A}/`, 'http://b.example/b/c']);
    const ask = parentFolders().next(known);
    expect(ask?.target).toBe('b.example');
    expect((await ask?.run(new AbortController().signal))?.map(({ url }) => url)).toEqual([
      'http://b.example/b/',
      'http://b.example/',
    ]);
    expect(parentFolders().next({ ...known, times: () => 5 })).toBeUndefined();
  });
});

describe('sitemaps and feeds', () => {
  const index = {
    [`${A}/robots.txt`]: `Sitemap: ${A}/map.xml`,
    [`${A}/map.xml`]: urlset('/shoes', '/jar-of-honey', '/hats'),
  };

  it('of a host with few accepted pages name URLs with nouns of the topic alone, with the reason', async () => {
    const { ask } = lists(index);
    expect(await ask(stateAfter([`${A}/1`], [`${A}/2`, `${A}/3`]))).toEqual([
      {
        ...{ url: `${A}/jar-of-honey`, by: `${A}/map.xml` },
        reason: 'sitemap of a.example, nouns: honey',
      },
    ]);
  });

  it('of a host whose pages are mostly accepted name the others behind them', async () => {
    const { ask } = lists(index);
    const named = await ask(stateAfter([`${A}/1`, `${A}/2`, `${A}/3`]));
    expect(named?.map(({ url }) => url)).toEqual([`${A}/jar-of-honey`, `${A}/hats`, `${A}/shoes`]);
  });

  it('read the feeds that pages name, by their titles', async () => {
    const feed = `<rss><channel><item><title>Honey</title><link>${A}/17</link></item></channel></rss>`;
    const { ask } = lists({ [`${A}/feed`]: feed }, [`${A}/feed`]);
    expect(await ask(stateAfter([`${A}/1`]))).toEqual([
      { url: `${A}/17`, by: `${A}/feed`, reason: 'feed of a.example, nouns: honey' },
    ]);
  });

  it('say nothing where robots.txt names none and there is none, as at most hosts', async () => {
    const { ask, asked, warnings } = lists({});
    expect(await ask(stateAfter([`${A}/1`]))).toEqual([]);
    expect([asked, warnings]).toEqual([[`${A}/robots.txt`, `${A}/sitemap.xml`], []]);
  });

  it('read ten of three thousand sitemaps, and warn once', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => `<sitemap><loc>${A}/${n}.xml</loc></sitemap>`);
    const broken = Object.fromEntries(many.map((_, n) => [`${A}/${n}.xml`, '<html>no</html>']));
    const { ask, asked, warnings } = lists({
      ...broken,
      [`${A}/robots.txt`]: `Sitemap: ${A}/map.xml`,
      [`${A}/map.xml`]: `<sitemapindex>${many.join('')}</sitemapindex>`,
    });
    expect(await ask(stateAfter([`${A}/1`]))).toEqual([]);
    expect(asked).toHaveLength(1 + 10);
    expect(warnings).toHaveLength(1);
  });

  it('leave out pages of other sites, and end at an index that names itself', async () => {
    const { ask, asked, warnings } = lists({
      [`${A}/robots.txt`]: `Sitemap: ${A}/map.xml`,
      [`${A}/map.xml`]: `<sitemapindex><sitemap><loc>${A}/map.xml</loc></sitemap><sitemap><loc>${A}/1.xml</loc></sitemap></sitemapindex>`,
      [`${A}/1.xml`]: urlset('http://victim.example/honey', '/honey'),
    });
    expect((await ask(stateAfter([`${A}/1`])))?.map(({ url }) => url)).toEqual([`${A}/honey`]);
    expect(asked).toEqual([`${A}/robots.txt`, `${A}/map.xml`, `${A}/1.xml`]);
    expect(warnings).toEqual([`sitemap ${A}/1.xml: addresses of other sites, left out: 1`]);
  });

  it('end after a minute with what was read until then', async () => {
    const { ask, warnings } = lists({
      [`${A}/robots.txt`]: `Sitemap: ${A}/map.xml\nSitemap: ${A}/slow.xml`,
      [`${A}/map.xml`]: urlset('/honey'),
      [`${A}/slow.xml`]: 'wait',
    });
    expect((await ask(stateAfter([`${A}/1`])))?.map(({ url }) => url)).toEqual([`${A}/honey`]);
    expect(warnings).toEqual(['sitemaps of a.example: what was read in 60 s is used, and no more is read']);
  });

  it('give what is left of an answer without a request', async () => {
    const { ask, asked } = lists({});
    const left = [{ url: `${A}/x`, by: A, reason: 'r' }];
    const state = { ...stateAfter([`${A}/1`]), times: () => 1, left: () => left };
    expect(await ask(state)).toEqual(left);
    expect(await ask({ ...state, times: () => 5 })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
