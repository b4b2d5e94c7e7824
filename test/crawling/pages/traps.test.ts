import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlPlan } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { isLoop } from '../../../src/crawling/pages/traps.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { sha256 } from '../../../src/support/hash.js';
import { tinyCrawl, type TinyPage, type TinyPages } from '../../support/tiny-web.js';

const A = 'http://a.example';
const B = 'http://b.example';
const FILLER =
  'the department of rivers publishes its programme of events here and nothing else is to be said of it';

describe('isLoop', () => {
  it.each([
    [`${A}/a/b/a/b/a/b`, `${A}/a/b/a/b`],
    [`${A}/x/news/news/news/y`, `${A}/x/news/news/`],
    [`${A}/${segments(26)}`, `${A}/${segments(25)}`],
    [`${A}/?${'page=1&'.repeat(11)}`, `${A}/?${'page=1&'.repeat(10)}`],
  ])('%s is one where a turn before names it, and none on a list', (url, before) => {
    expect(isLoop(url, before)).toBe(true);
    expect(isLoop(url, `${A}/list`)).toBe(false);
    expect(isLoop(url, before.replace(A, B))).toBe(false);
  });

  it.each([`${A}/`, `${A}/2011/11/11/11/x`, `${A}/a/b/a/b`, `${A}/news/newspaper/news`, `${A}/?f[]=1&f[]=2`])(
    '%s is none',
    (url) => {
      expect(isLoop(url, url)).toBe(false);
    },
  );
});

function segments(count: number): string {
  return Array.from({ length: count }, (_, n) => `s${n}`).join('/');
}

/** Pages that a function makes. */
function endless(pageOf: (url: URL) => TinyPage | undefined): TinyPages {
  return new Proxy(
    {},
    { get: (_, url) => (String(url).endsWith('/robots.txt') ? undefined : pageOf(new URL(String(url)))) },
  );
}

interface Crawled {
  /** Addresses that were requested, without those of robots.txt files. */
  readonly asked: readonly string[];
  readonly events: readonly CrawlEvent[];
}

async function crawled(pages: TinyPages, changes: Partial<CrawlPlan> = {}): Promise<Crawled> {
  const tiny = tinyCrawl(pages);
  const limits = { seeds: [`${A}/`], maxPages: 1000, maxDepth: 1000, follow: 'all' } as const;
  await crawl(tiny.parts, unlimitedPlan({ ...limits, nearDuplicates: true, ...changes }));
  const asked = tiny.asked.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));
  return { asked, events: tiny.events() };
}

const towns = Array.from({ length: 300 }, (_, n) => `/town/${n}`);
const isTown = ({ pathname }: URL): boolean => pathname.startsWith('/town/');
const town = ({ pathname }: URL, links: readonly string[] = []): TinyPage => ({
  text: `${FILLER} Town ${pathname}`,
  links,
});
const numberOf = ({ pathname }: URL): number => Number(/\d+/.exec(pathname)?.[0] ?? 0);

describe('a crawl requests all pages', () => {
  it.each<[string, (url: URL) => TinyPage]>([
    ['that one index lists', (url) => (isTown(url) ? town(url) : { text: 'index', links: towns })],
    [
      'of a gallery that goes from photo to photo',
      (url) => {
        const n = numberOf(url);
        return {
          text: `topic photo ${n} ${segments(n % 7)} ${'abcdefghij'.charAt(n % 10).repeat(n)}`,
          links: n < 299 ? [`/photo/${n + 1}`] : [],
        };
      },
    ],
    [
      'that pages without anything of their own lead to, one to the next',
      (url) =>
        url.pathname.startsWith('/photo/')
          ? { text: `topic ${'abcdefghij'.charAt(numberOf(url) % 10).repeat(numberOf(url))}` }
          : {
              text: FILLER,
              links: [`/album/${Math.min(numberOf(url) + 1, 149)}`, `/photo/${numberOf(url)}`],
            },
    ],
  ])('%s', async (_, pageOf) => {
    const { asked } = await crawled(endless(pageOf));
    expect(asked.length).toBeGreaterThanOrEqual(299);
  });
});

/** What is worth something, beside a trap that begins at a.example. */
const OTHERS = Array.from({ length: 30 }, (_, n) => `${B}/${n}`);
const word = (url: URL, n: number): string => sha256(`${url.href}${n}`).slice(0, 9);

describe('a crawl leaves a trap, and goes on elsewhere', () => {
  it.each<[string, number, (url: URL) => TinyPage]>([
    [
      'a calendar whose months bring nothing',
      40,
      (url) => ({ text: `Month ${numberOf(url)}. ${FILLER}`, links: [`/calendar/${numberOf(url) + 1}`] }),
    ],
    [
      'one page for every address, by words at random',
      60,
      (url) => ({ text: FILLER, links: [1, 2, 3, 4].map((n) => `/${word(url, n)}/${word(url, n + 4)}`) }),
    ],
    [
      'two pages in turn',
      60,
      (url) => ({
        text:
          numberOf(url) % 2 === 0 ? FILLER : 'nothing at all was found on that day in the house of the sun',
        links: [`/${numberOf(url) + 1}`],
      }),
    ],
    [
      'names of hosts',
      40,
      (url) => ({
        text: FILLER,
        links: [`http://${word(url, 1)}.a.example/`],
      }),
    ],
    [
      'a page on the topic for every address',
      40,
      (url) => ({ title: 'One', text: `topic ${FILLER}`, links: [`/${word(url, 1)}`] }),
    ],
  ])('%s', async (_, most, trap) => {
    const pages = endless((url) =>
      url.hostname.endsWith('a.example') ? trap(url) : { text: `topic ${segments(numberOf(url))}` },
    );
    for (const nearDuplicates of [true, false]) {
      const seeds = [`${A}/`, ...OTHERS];
      const { asked, events } = await crawled(pages, { seeds, nearDuplicates });
      expect(asked.filter((url) => !url.startsWith(B)).length).toBeLessThan(most);
      expect(asked).toEqual(expect.arrayContaining(OTHERS));
      if (!nearDuplicates || !trap(new URL(A)).text?.includes('topic'))
        expect(events.filter(({ code }) => code === 'trap').length).toBeGreaterThan(0);
    }
  });

  it('and requests what something else names', async () => {
    const pages = endless((url) => {
      if (url.hostname === 'b.example') return { text: 'topic', links: [`${A}/900`, `${A}/22`] };
      return { text: FILLER, links: [`/${numberOf(url) + 1}`, `/x/${numberOf(url) + 1}`] };
    });
    const { asked } = await crawled(pages, { seeds: [`${A}/`, `${B}/`] });
    expect(asked).toEqual(expect.arrayContaining([`${A}/900`, `${A}/22`]));
    expect(asked.length).toBeLessThan(60);
  });
});
