import { describe, expect, it } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import type { CrawlDeps, CrawlPlan } from '../../../src/crawling/engine/crawl-types.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { Acceptance } from '../../../src/model/judging.js';
import { FetchError, InputError, OutputError, UsageError } from '../../../src/model/errors.js';
import { NoAnswerError } from '../../../src/support/threads/thread-errors.js';
import { sha256 } from '../../../src/support/hash.js';
import {
  tinyClassifier,
  tinyCrawl,
  tinyReader,
  type Asked,
  type TinyCrawl,
  type TinyPages,
} from '../../support/tiny-web.js';

const A = 'http://a.example';
const B = 'http://b.example';

const MANNERS = { factor: 0, maxSeconds: 30 };

function plan(changes: Partial<CrawlPlan> = {}): CrawlPlan {
  const bounds = {
    seeds: [`${A}/`],
    maxPages: 100,
    maxDepth: 10,
    follow: 'accepted',
    delaySeconds: 1,
  } as const;
  return { ...unlimitedPlan(bounds), ...changes };
}

/** `path state[:code]` of each event. */
function outline(events: readonly CrawlEvent[]): string[] {
  return events.map(({ url, state, code }) => `${url} ${code === undefined ? state : `${state}:${code}`}`);
}

async function crawled(pages: TinyPages, changes: Partial<CrawlPlan> = {}, parts: Partial<CrawlDeps> = {}) {
  const tiny = tinyCrawl(pages, parts);
  const summary = await crawl(tiny.parts, plan(changes));
  return { ...tiny, summary, outline: outline(tiny.events()) };
}

/** Asked addresses other than robots.txt. */
function pagesAsked(asked: readonly Asked[]): string[] {
  return asked.map(({ url }) => url).filter((url) => !url.endsWith('/robots.txt'));
}

describe('crawl', () => {
  it('asks the acceptance for each verdict, and tells it of each page whose event is written', async () => {
    const noted: string[] = [];
    const acceptance: Acceptance = {
      // Strict until two pages were met.
      decide: (judgement) => ({ ...judgement, accepted: judgement.accepted && noted.length >= 2 }),
      note: ({ reason }) => noted.push(reason.summary),
      mayAccept: () => false,
      moves: () => true,
      thresholds: () => [0],
      steer: () => undefined,
    };
    const pages = {
      [`${A}/`]: { text: 'topic', links: ['/one', '/two', '/three'] },
      [`${A}/one`]: { text: 'off' },
      [`${A}/two`]: { text: 'topic' },
      [`${A}/three`]: { text: 'topic' },
    };
    const judge = judgeHere({ reader: tinyReader, classifier: tinyClassifier, acceptance });
    const { records } = await crawled(pages, {}, { judge });
    expect(records.map(({ event }) => event.judgement?.accepted)).toEqual([false, false, true, true]);
    expect(noted).toEqual(records.map(({ event }) => event.judgement?.reason.summary));
  });

  it('records what it did with each URL, and why it came there', async () => {
    const { records, summary, clock } = await crawled({
      [`${A}/`]: { text: 'topic', links: ['/one', '/one#part', 'mailto:x@a.example'] },
      [`${A}/one`]: { text: 'off' },
    });
    const [seed, one] = records;
    expect(seed?.event).toEqual({
      sequence: 1,
      time: '2024-01-01T00:00:01.000Z',
      url: `${A}/`,
      state: 'done',
      depth: 0,
      fetched: true,
      status: 200,
      contentType: 'text/html',
      bytes: seed!.body!.length,
      checksum: sha256(seed!.body!),
      title: `Title of ${A}/`,
      judgement: expect.objectContaining({ accepted: true }),
      links: [`${A}/one`],
    });
    expect(seed?.page?.text).toBe('topic');
    expect(one?.event).toMatchObject({
      sequence: 2,
      url: `${A}/one`,
      depth: 1,
      referrer: `${A}/`,
      anchorText: 'a link',
      priority: { value: -1, reason: 'breadth-first, depth 1' },
    });
    expect(records).toHaveLength(2);
    expect(summary).toMatchObject({
      ended: 'nothing-left',
      fetched: 2,
      done: 2,
      accepted: 1,
      rejected: 1,
      queued: 0,
      links: { queued: 1 },
      startedAt: '2024-01-01T00:00:00.000Z',
      endedAt: new Date(clock.now()).toISOString(),
    });
  });

  it('follows the links of accepted pages and of seeds, or of all pages', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { text: 'off', links: ['/on', '/off'] },
      [`${A}/on`]: { text: 'topic', links: ['/on/below'] },
      [`${A}/off`]: { text: 'off', links: ['/off/below'] },
      [`${A}/on/below`]: { text: 'off' },
      [`${A}/off/below`]: { text: 'off' },
    };
    const urls = async (follow: CrawlPlan['follow']): Promise<string[]> =>
      (await crawled(pages, { follow })).events().map((event) => event.url);
    expect(await urls('accepted')).toEqual([`${A}/`, `${A}/on`, `${A}/off`, `${A}/on/below`]);
    expect(await urls('all')).toEqual([`${A}/`, `${A}/on`, `${A}/off`, `${A}/on/below`, `${A}/off/below`]);
  });

  it('gives a URL the priority of the best link to it, while it waits', async () => {
    const values: Readonly<Record<string, number>> = {
      '/ /late': 1,
      '/ /mid': 2,
      '/ /first': 3,
      '/first /late': 5,
      '/first /mid': 1,
      '/first /': 9,
    };
    const { outline, records } = await crawled(
      {
        [`${A}/`]: { text: 'topic', links: ['/late', '/mid', '/first'] },
        [`${A}/first`]: { text: 'topic', links: ['/late', '/mid', '/'] },
      },
      {},
      {
        priority: {
          name: 'by pair',
          prioritise: ({ link, entry }) => {
            const pair = `${entry.url.slice(A.length)} ${link.url.slice(A.length)}`;
            return { value: values[pair] ?? 0, reason: pair };
          },
        },
      },
    );
    expect(outline.map((line) => line.slice(A.length).split(' ')[0])).toEqual([
      '/',
      '/first',
      '/late',
      '/mid',
    ]);
    // The event tells of the link that brought it; the distance is that of the shorter way.
    expect(records[2]?.event).toMatchObject({
      url: `${A}/late`,
      referrer: `${A}/first`,
      depth: 1,
      priority: { value: 5, reason: '/first /late' },
    });
  });

  it('queues again what the strategy values otherwise by now, but no seed', async () => {
    let round = 0;
    const { outline, records } = await crawled(
      { [`${A}/`]: { text: 'topic', links: ['/1', '/2', '/3', '/gone'] }, [`${A}/seed`]: { text: 'topic' } },
      { seeds: [`${A}/`, `${A}/seed`] },
      {
        priority: {
          name: 'late insight',
          prioritise: () => ({ value: 0, reason: 'no idea' }),
          revisions: () => {
            round += 1;
            if (round !== 1) return [];
            const revised = ['/3', '/2', '/seed', '/', '/never-seen'];
            return revised.map(
              (path, index) => [`${A}${path}`, { value: 9 - index, reason: 'insight' }] as const,
            );
          },
        },
      },
    );
    expect(outline.map((line) => line.slice(A.length).split(' ')[0])).toEqual([
      '/',
      '/seed',
      '/3',
      '/2',
      '/1',
      '/gone',
    ]);
    expect(records[2]?.event.priority).toEqual({ value: 9, reason: 'insight' });
  });

  it('leaves out what the strategy does not want, unless another page brings it', async () => {
    const { outline, summary } = await crawled(
      {
        [`${A}/`]: { text: 'topic', links: ['/poor', '/rich', '/rich?again'] },
        [`${A}/rich`]: { text: 'topic', links: ['/poor'] },
      },
      {},
      {
        priority: {
          name: 'choosy',
          prioritise: ({ link, entry }) =>
            link.url.includes('rich') || entry.url.includes('rich')
              ? { value: 1, reason: 'rich' }
              : undefined,
        },
      },
    );
    expect(outline.map((line) => line.slice(A.length).split(' ')[0])).toEqual([
      '/',
      '/rich',
      '/rich?again',
      '/poor',
    ]);
    expect(summary.links).toEqual({ unpromising: 1, queued: 3 });
  });
});

describe('limits', () => {
  const chain: TinyPages = Object.fromEntries(
    [0, 1, 2, 3, 4].map((n) => [n === 0 ? `${A}/` : `${A}/${n}`, { text: 'topic', links: [`/${n + 1}`] }]),
  );

  it('stops at maxPages; failures count, what is queued has no event', async () => {
    const pages = { [`${A}/`]: { links: ['/missing', '/2', '/3', '/4'] } };
    const { outline, summary } = await crawled(pages, { maxPages: 2 });
    expect(outline).toEqual([`${A}/ done`, `${A}/missing failed:http-status`]);
    expect(summary).toMatchObject({
      ended: 'max-pages',
      fetched: 2,
      queued: 3,
      reasons: { 'http-status': 1 },
    });
  });

  it('never asks for more than maxPages, however many hosts are asked at once', async () => {
    const links = Array.from({ length: 20 }, (_, n) => `http://h${n}.example/`);
    const { asked, summary } = await crawled({ [`${A}/`]: { links } }, { maxPages: 5, concurrency: 10 });
    expect(pagesAsked(asked)).toHaveLength(5);
    expect(summary.fetched).toBe(5);
  });

  it('stops at maxDepth', async () => {
    const { outline, summary } = await crawled(chain, { maxDepth: 2 });
    expect(outline).toEqual([`${A}/ done`, `${A}/1 done`, `${A}/2 done`]);
    expect(summary.links).toEqual({ queued: 2, 'too-deep': 1 });
  });

  it('warns of seeds that are no addresses, and needs one that is', async () => {
    const { warnings, outline } = await crawled(
      { [`${A}/`]: {} },
      { seeds: ['a.example', `${A}/`, `${A}/#again`] },
    );
    expect(outline).toEqual([`${A}/ done`]);
    expect(warnings).toEqual([expect.stringContaining("seed 'a.example'")]);
    await expect(crawled({}, { seeds: ['nonsense'] })).rejects.toBeInstanceOf(UsageError);
  });
});

describe('politeness', () => {
  it('pauses between the requests to a host, robots.txt included', async () => {
    const { asked } = await crawled(
      { [`${A}/`]: { links: ['/1', `${B}/`] } },
      { pause: { ...MANNERS, seconds: 2 } },
    );
    const start = asked[0]!.at;
    expect(asked.map(({ url, at }) => [url, at - start])).toEqual([
      [`${A}/robots.txt`, 0],
      [`${A}/`, 2000],
      [`${B}/robots.txt`, 2000],
      [`${A}/1`, 4000],
      [`${B}/`, 4000],
    ]);
  });

  it('asks as many hosts at once as it may, and each host once at a time', async () => {
    const links = Array.from({ length: 12 }, (_, n) => `http://h${n % 6}.example/${n}`);
    const pages: Record<string, { wait: number }> = {};
    for (const link of links) pages[link] = { wait: 5 };
    const inner = tinyCrawl({ ...pages, [`${A}/`]: { links } });
    const open: string[] = [];
    const askedTwiceAtOnce: string[] = [];
    let most = 0;
    const fetcher: CrawlDeps['fetcher'] = {
      async fetch(url, options) {
        const { host } = new URL(url);
        if (open.includes(host)) askedTwiceAtOnce.push(host);
        open.push(host);
        most = Math.max(most, open.length);
        try {
          return await inner.parts.fetcher.fetch(url, options);
        } finally {
          open.splice(open.indexOf(host), 1);
        }
      },
    };
    const { summary } = await crawled({}, { concurrency: 3 }, { fetcher });
    expect(most).toBe(3);
    expect(askedTwiceAtOnce).toEqual([]);
    expect(summary.fetched).toBe(13);
  });

  it('does not stand still when two hosts redirect to each other', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { status: 302, headers: { location: `${B}/target` }, wait: 5 },
      [`${B}/`]: { status: 302, headers: { location: `${A}/target` }, wait: 5 },
      [`${A}/target`]: {},
      [`${B}/target`]: {},
    };
    const { outline } = await crawled(pages, { seeds: [`${A}/`, `${B}/`], concurrency: 2 });
    expect([...outline].sort()).toEqual([`${A}/ done`, `${B}/ done`]);
  });
});

describe('permissions', () => {
  it('skips what robots.txt forbids, and everything where it cannot be had', async () => {
    const pages: TinyPages = {
      [`${A}/robots.txt`]: { text: 'User-agent: *\nDisallow: /private' },
      [`${A}/`]: { links: ['/private', `${B}/1`, `${B}/2`] },
      [`${B}/robots.txt`]: { status: 503 },
    };
    const { outline, asked, events } = await crawled(pages);
    expect(outline).toEqual([
      `${A}/ done`,
      `${A}/private skipped:robots-disallowed`,
      `${B}/1 skipped:robots-unreachable`,
      `${B}/2 skipped:robots-unreachable`,
    ]);
    expect(pagesAsked(asked)).toEqual([`${A}/`]);
    expect(events()[1]).toMatchObject({ fetched: false, message: `${A}/robots.txt, line 2` });
  });

  it('obeys nofollow on links, on pages and in headers', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { links: ['nofollow:/advert', '/page', '/header'] },
      [`${A}/page`]: { text: 'topic', noFollow: true, links: ['/below-page'] },
      [`${A}/header`]: { text: 'topic', headers: { 'x-robots-tag': 'nofollow' }, links: ['/below-header'] },
    };
    const { outline, summary } = await crawled(pages);
    expect(outline).toEqual([`${A}/ done`, `${A}/page done`, `${A}/header done`]);
    expect(summary.links).toEqual({ queued: 2, 'no-follow': 1 });
  });

  it('keeps nothing of a noindex page, but follows its links when it is on topic', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { links: ['/hidden'] },
      [`${A}/hidden`]: { text: 'topic', noIndex: true, links: ['/below'] },
      [`${A}/below`]: {},
    };
    const { outline, records } = await crawled(pages);
    expect(outline).toEqual([`${A}/ done`, `${A}/hidden skipped:no-index`, `${A}/below done`]);
    expect(Object.keys(records[1]!)).toEqual(['event']);
    expect(records[1]!.event).not.toHaveProperty('judgement');
    expect(records[1]!.event).not.toHaveProperty('title');
  });
});

describe('redirects', () => {
  const moved = (location: string): TinyPages[string] => ({ status: 301, headers: { location } });

  it('is recorded under the address asked for, and its target is not asked for again', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { links: ['/old', '/new'] },
      [`${A}/old`]: moved('/new/'),
      [`${A}/new`]: moved('/new/'),
      [`${A}/new/`]: { text: 'topic', links: ['/new/', 'child'] },
      [`${A}/new/child`]: {},
    };
    const { outline, events, asked } = await crawled(pages);
    expect(outline).toEqual([
      `${A}/ done`,
      `${A}/old done`,
      `${A}/new skipped:redirect-target-known`,
      `${A}/new/child done`,
    ]);
    expect(events()[1]).toMatchObject({ finalUrl: `${A}/new/`, status: 200 });
    expect(pagesAsked(asked).filter((url) => url === `${A}/new/`)).toHaveLength(1);
  });

  it('asks robots.txt about the target, there too with a pause', async () => {
    const pages: TinyPages = {
      [`${A}/`]: moved(`${B}/private`),
      [`${B}/robots.txt`]: { text: 'User-agent: *\nDisallow: /private' },
    };
    const { outline, events, asked } = await crawled(pages);
    expect(outline).toEqual([`${A}/ skipped:robots-disallowed`]);
    expect(events()[0]?.message).toBe(`redirects to ${B}/private; ${B}/robots.txt, line 2`);
    expect(pagesAsked(asked)).toEqual([`${A}/`]);
  });

  it('does not leave the scope, except from a seed to its own site', async () => {
    const www = 'http://www.a.example';
    const pages: TinyPages = {
      [`${A}/`]: moved(`${www}/`),
      [`${www}/`]: { links: ['/in', '/away'] },
      [`${www}/in`]: {},
      [`${www}/away`]: moved('http://en.a.example/'),
    };
    const { outline } = await crawled(pages, { scope: 'host' });
    expect(outline).toEqual([`${A}/ done`, `${www}/in done`, `${www}/away skipped:redirect-out-of-scope`]);
    const elsewhere = await crawled({ [`${A}/`]: moved(`${B}/`) }, { scope: 'host' });
    expect(elsewhere.outline).toEqual([`${A}/ skipped:redirect-out-of-scope`]);
  });
});

describe('pages that refresh', () => {
  const to = (content: string, text = ''): TinyPages[string] => ({
    html: `<html><head><meta http-equiv="refresh" content="${content}"></head><body>${text}</body></html>`,
  });
  const follow = (pages: TinyPages, changes: Partial<CrawlPlan> = {}) =>
    crawled(pages, changes, {
      judge: judgeHere({ reader: createPageReader(), classifier: tinyClassifier }),
    });

  it('are redirects: the target is judged, and not requested again', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { html: '<p>topic <a href="/old">old</a> <a href="/new">new</a>' },
      [`${A}/old`]: to('0;url=/new'),
      [`${A}/new`]: { html: '<p>topic' },
    };
    const { outline, events, asked } = await follow(pages);
    expect(outline).toEqual([`${A}/ done`, `${A}/old skipped:redirect-target-known`, `${A}/new done`]);
    const known = await follow({ ...pages, [`${A}/`]: { html: '<p>topic <a href="/old">old</a>' } });
    expect(known.events()[1]).toMatchObject({ url: `${A}/old`, finalUrl: `${A}/new`, status: 200 });
    expect(events().length).toBe(3);
    expect(pagesAsked(asked).filter((url) => url === `${A}/new`)).toHaveLength(1);
  });

  it.each([['5;url=/'], ['11;url=/new'], ['0;url=javascript:x()']])('are kept with %j', async (content) => {
    const { events, asked } = await follow({ [`${A}/`]: to(content, 'topic'), [`${A}/new`]: {} });
    expect(events()).toMatchObject([{ state: 'done', judgement: { accepted: true } }]);
    expect(events()[0]).not.toHaveProperty('finalUrl');
    expect(pagesAsked(asked)).toEqual([`${A}/`]);
  });
});

describe('failures', () => {
  it('goes on after each of them, and says what it was', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { links: ['/404', '/late', '/big', '/pdf', '/broken', '/strange', '/fine'] },
      [`${A}/404`]: { status: 404 },
      [`${A}/late`]: { failure: new FetchError('timeout', `${A}/late`, 'no complete answer within 20 s') },
      [`${A}/big`]: { failure: new FetchError('too-large', `${A}/big`, 'too big') },
      [`${A}/pdf`]: { headers: { 'content-type': 'application/pdf' } },
      [`${A}/broken`]: { text: 'broken' },
      [`${A}/strange`]: { failure: new Error('something\nodd') },
      [`${A}/fine`]: {},
    };
    const { events, summary } = await crawled(pages);
    const seen = events()
      .slice(1)
      .map(({ url, state, code, message }) => [url.slice(A.length), state, code, message]);
    expect(seen).toEqual([
      ['/404', 'failed', 'http-status', 'HTTP status 404'],
      ['/late', 'failed', 'timeout', 'no complete answer within 20 s'],
      ['/big', 'skipped', 'too-large', 'too big'],
      ['/pdf', 'skipped', 'not-html', 'application/pdf'],
      ['/broken', 'failed', 'unreadable', 'this page is broken'],
      ['/strange', 'failed', 'network', 'something odd'],
      ['/fine', 'done', undefined, undefined],
    ]);
    expect(summary).toMatchObject({ fetched: 8, done: 2, skipped: 2, failed: 4 });
  });

  it('does not let one page that cannot be judged or ranked end the crawl', async () => {
    const pages = { [`${A}/`]: { links: ['/1'] }, [`${A}/1`]: { text: 'topic', links: ['/2'] } };
    const judged = await crawled(
      pages,
      {},
      {
        judge: judgeHere({
          reader: tinyReader,
          classifier: { name: 'x', judge: () => Promise.reject(new Error('no')) },
        }),
      },
    );
    expect(judged.outline).toEqual([`${A}/ failed:unreadable`]);
    const priority = { name: 'odd', prioritise: () => ({ value: Number.NaN, reason: '' }) };
    const ranked = await crawled(pages, {}, { priority });
    expect(ranked.events()[0]?.message).toBe(`the link priority 'odd' gave no number for ${A}/1`);
  });

  it('stops with an OutputError when results cannot be written', async () => {
    const links = Array.from({ length: 10 }, (_, n) => `http://h${n}.example/`);
    let calls = 0;
    const sink = async (): Promise<void> => {
      calls += 1;
      if (calls === 3) throw new Error('ENOSPC: no space left on device');
    };
    const crawling = crawled({ [`${A}/`]: { links } }, { concurrency: 3 }, { sink });
    await expect(crawling).rejects.toThrow(OutputError);
    await expect(crawling).rejects.toThrow(/no space left/);
    expect(calls).toBe(3);
  });

  it('ends with the first of several failures, and warns of the others', async () => {
    const barred: (() => void)[] = [];
    const failing = async (url: string): Promise<never> => {
      await new Promise<void>((resolve) => {
        barred.push(resolve);
        if (barred.length === 2) for (const open of barred) open();
      });
      throw new InputError(`no knowledge base for ${url}`);
    };
    const judge = judgeHere({ reader: tinyReader, classifier: tinyClassifier });
    const { parts, warnings } = tinyCrawl({ [`${A}/`]: {}, [`${B}/`]: {} });
    const deps = { ...parts, judge: { ...judge, read: (_: Uint8Array, url: string) => failing(url) } };
    const crawling = crawl(deps, plan({ seeds: [`${A}/`, `${B}/`], concurrency: 2 }));
    await expect(crawling).rejects.toThrow(`no knowledge base for ${A}/`);
    expect(warnings).toEqual([`no knowledge base for ${B}/`]);
  });

  it('no longer listens to the signal where it fails before the first visit', async () => {
    const { parts } = tinyCrawl({});
    const frontier = { ...parts.frontier, commit: () => Promise.reject(new OutputError('disk full')) };
    const { signal } = new AbortController();
    await expect(crawl({ ...parts, frontier }, plan(), signal)).rejects.toThrow('disk full');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('interruption', () => {
  async function interrupted(
    pages: TinyPages,
    after: number,
    stopWithin: number,
  ): Promise<TinyCrawl & { left: number; ended: string }> {
    const controller = new AbortController();
    const tiny = tinyCrawl(pages);
    setTimeout(() => controller.abort(), after);
    const summary = await crawl(tiny.parts, plan({ concurrency: 3, stopWithin }), controller.signal);
    expect(tiny.parts.frontier.counts().leased).toBe(0);
    return { ...tiny, left: summary.queued, ended: summary.ended };
  }

  it('breaks off what takes longer than it may, and keeps what is done', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { links: [`${B}/`, 'http://c.example/', 'http://d.example/'] },
      [`${B}/`]: { wait: 5000 },
      'http://c.example/robots.txt': { wait: 5000 },
      'http://d.example/': { status: 302, headers: { location: `${B}/waits` } },
    };
    const result = await interrupted(pages, 100, 0);
    expect(result.ended).toBe('interrupted');
    expect(outline(result.events())).toEqual([`${A}/ done`]);
    expect(result.left).toBe(3);
  });

  it('judges and keeps what is under way, and requests nothing else', async () => {
    const pages: TinyPages = {
      [`${A}/`]: { links: [`${B}/`, 'http://c.example/', 'http://d.example/'] },
      [`${B}/`]: { wait: 300, text: 'topic', links: ['/next'] },
      'http://c.example/robots.txt': { wait: 300 },
      'http://d.example/': { status: 302, headers: { location: '/there' } },
      'http://d.example/there': { wait: 300, text: 'topic' },
    };
    const { asked, left, ended, ...result } = await interrupted(pages, 100, 30);
    expect(ended).toBe('interrupted');
    expect(outline(result.events()).sort()).toEqual([`${A}/ done`, `${B}/ done`, 'http://d.example/ done']);
    expect(left).toBe(2);
    expect(pagesAsked(asked).sort()).toEqual([
      `${A}/`,
      `${B}/`,
      'http://d.example/',
      'http://d.example/there',
    ]);
  });
});

describe('a crawl that could only wait', () => {
  const YEARS = { status: 503, headers: { 'retry-after': '100000000' } };
  const pages: TinyPages = {
    [`${A}/`]: { text: 'topic', links: ['/one', `${B}/`] },
    [`${A}/one`]: { text: 'topic' },
    [`${B}/`]: YEARS,
  };

  it('gives up at once where no host may be contacted within the idle time, and keeps the URLs', async () => {
    const { summary, outline, parts, asked } = await crawled(pages, { maxIdle: 300 });
    expect(outline).toEqual([`${A}/ done`, `${A}/one done`]);
    expect(summary).toMatchObject({ ended: 'gave-up', queued: 1 });
    expect(parts.frontier.valueOf(`${B}/`)).toBeDefined();
    expect(pagesAsked(asked)).toEqual([`${A}/`, `${A}/one`, `${B}/`]);
  });

  it('waits where the host may be contacted in time, and never gives up for pauses between requests', async () => {
    const patient = await crawled(pages, { maxIdle: 4000 });
    expect(patient.summary).toMatchObject({ ended: 'nothing-left', queued: 0 });
    expect(patient.outline).toContain(`${B}/ failed:busy`);
    const slow = await crawled(
      { [`${A}/`]: { text: 'topic', links: ['/one'] } },
      { maxIdle: 300, pause: { ...MANNERS, seconds: 3600 } },
    );
    expect(slow.outline).toEqual([`${A}/ done`, `${A}/one failed:http-status`]);
  });
});

describe('addresses that come while the crawl runs', () => {
  it('are requested, and neither keep pages waiting nor let the crawl end before', async () => {
    const tiny = tinyCrawl({ [`${A}/`]: { links: ['/one'] }, [`${A}/late`]: { text: 'topic' } });
    const visited: string[] = [];
    const summary = await crawl(tiny.parts, plan(), undefined, {
      find: async (_, take) => {
        while (tiny.records.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
        visited.push(...tiny.events().map(({ url }) => url));
        await take([{ url: `${A}/late`, source: `${A}/map.xml` }]);
      },
    });
    expect(visited).toEqual([`${A}/`, `${A}/one`]);
    expect(tiny.events().at(-1)).toMatchObject({ url: `${A}/late`, referrer: `${A}/map.xml`, state: 'done' });
    expect(summary.ended).toBe('nothing-left');
  });
});

it('tells pages apart that took too long and that ended their thread', async () => {
  const judge = {
    ...judgeHere({ reader: tinyReader, classifier: tinyClassifier }),
    read: (_body: Uint8Array, url: string) =>
      Promise.reject(
        url === `${A}/`
          ? new NoAnswerError('timeout', 'it took longer than 30 s')
          : new NoAnswerError('died', 'its thread ended'),
      ),
  };
  const { outline } = await crawled(
    { [`${A}/`]: { text: 'topic' }, [`${B}/`]: { text: 'topic' } },
    { seeds: [`${A}/`, `${B}/`] },
    { judge },
  );
  expect([...outline].sort()).toEqual([`${A}/ failed:too-slow`, `${B}/ failed:crashed`]);
});
