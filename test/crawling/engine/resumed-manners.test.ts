import { describe, expect, it } from '@jest/globals';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openCrawlStore } from '../../../src/crawling/store/crawl-store.js';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlState } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { createRobots } from '../../../src/crawling/politeness/robots.js';
import type { CrawlEvent, Fetcher } from '../../../src/model/crawl-event.js';
import { manualClock } from '../../support/manual-clock.js';
import { tinyCrawl, tinyFetcher, type TinyPages } from '../../support/tiny-web.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { CrawlStart } from '../../../src/crawling/engine/crawl-context.js';

const A = 'http://a.example';
const folder = temporaryFolder();
let made = 0;

const NOTHING_DAY =
  'the department of rivers publishes its programme of events here and nothing else is to be said';

/** A calendar without end, a host that is always busy, and pages beside them. */
const PAGES: TinyPages = {
  [`${A}/`]: {
    text: 'topic',
    links: ['/day/1', 'http://busy.example/1', 'http://busy.example/2', 'http://busy.example/3', '/other'],
  },
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `${A}/day/${n}`,
      { text: NOTHING_DAY, links: [`/day/${n + 1}`, `/day/${n + 30}`] },
    ]),
  ),
  ...Object.fromEntries([1, 2, 3].map((n) => [`http://busy.example/${n}`, { status: 503 }])),
  [`${A}/other`]: { text: 'topic' },
};

interface Ran {
  readonly events: readonly CrawlEvent[];
  readonly asked: readonly { readonly url: string; readonly at: number }[];
}

/** Runs a crawl in pieces, each in a new engine on the same folder. */
async function crawlInPieces(
  limits: readonly number[],
  {
    pages = PAGES,
    wrap = (inner) => inner,
    place = join(folder, String(++made)),
    signal,
  }: {
    readonly pages?: TinyPages;
    readonly wrap?: (inner: Fetcher) => Fetcher;
    readonly place?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Ran> {
  await mkdir(place, { recursive: true });
  const clock = manualClock();
  const events: CrawlEvent[] = [];
  const asked: { url: string; at: number }[] = [];
  let state: CrawlState | undefined;
  for (const maxPages of limits) {
    const store = openCrawlStore(place);
    const fetcher = wrap(tinyFetcher(pages, () => clock.now(), asked));
    const tiny = tinyCrawl(pages, {
      fetcher,
      clock,
      robots: createRobots({ fetcher, userAgent: 'sfwc/0', clock }),
      frontier: store.frontier,
      memory: store.memory,
      note: (_, noted) => void (state = noted),
      sink: async (records) => void events.push(...records.map(({ event }) => event)),
    });
    const plan = unlimitedPlan({ seeds: [`${A}/`], maxPages, maxDepth: 100, follow: 'all', stopWithin: 0 });
    await crawl(tiny.parts, plan, signal, startOf(state));
    store.close();
  }
  return { events, asked };
}

function startOf(state: CrawlState | undefined): CrawlStart {
  if (state === undefined) return {};
  return { resumed: { state, remembered: { hostPages: new Map(), accepted: [] } } };
}

const outline = ({ events }: Ran): string[] =>
  events.map(({ url, state, code }) => `${url} ${state} ${code ?? ''}`);

describe('a crawl that goes on', () => {
  it('knows traps and busy hosts as if nothing had been between', async () => {
    const whole = await crawlInPieces([1000]);
    const pieces = await crawlInPieces([1, 2, 3, 5, 8, 13, 18, 21, 23, 1000]);
    expect(outline(whole).filter((line) => line.endsWith(' trap')).length).toBeGreaterThan(2);
    expect(outline(whole).filter((line) => line.endsWith(' busy'))).toHaveLength(3);
    expect(outline(pieces).sort()).toEqual(outline(whole).sort());
    const busy = ({ asked }: Ran): number =>
      asked.filter(({ url }) => url.startsWith('http://busy') && !url.endsWith('robots.txt')).length;
    expect(busy(pieces)).toBe(busy(whole));
  });
});

describe('a redirect whose target was claimed when the crawl ended', () => {
  const pages: TinyPages = {
    [`${A}/`]: { text: 'topic', links: ['/from', '/to'] },
    [`${A}/from`]: { status: 302, headers: { location: '/target' } },
    // Longer than an interrupted crawl waits.
    [`${A}/target`]: { text: 'topic', links: ['/from'], wait: 100 },
    [`${A}/to`]: { text: 'topic' },
  };

  it('is followed when the crawl goes on, after an interruption and after a kill', async () => {
    const place = join(folder, 'interrupted');
    const copy = join(folder, 'killed');
    const stop = new AbortController();
    const wrap = (inner: Fetcher): Fetcher => ({
      fetch: (url, options) =>
        inner.fetch(url, {
          ...options,
          onRedirect: async (target) => {
            await options?.onRedirect?.(target);
            await cp(place, copy, { recursive: true });
            stop.abort();
          },
        }),
    });
    const first = await crawlInPieces([1000], { pages, place, wrap, signal: stop.signal });
    expect(outline(first)).toEqual([`${A}/ done `]);
    for (const again of [place, copy]) {
      const { events } = await crawlInPieces([1000], { pages, place: again });
      expect(events.map(({ url, finalUrl, state }) => [url.slice(A.length), state, finalUrl])).toEqual([
        ['/from', 'done', `${A}/target`],
        ['/to', 'done', undefined],
      ]);
    }
  });
});
