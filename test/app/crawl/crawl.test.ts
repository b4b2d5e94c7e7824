import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { crawl, EVENTS_AHEAD, type CrawlOptions } from '../../../src/app/crawl/crawl.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { LinkPriority } from '../../../src/model/crawl-event.js';
import type { UserClassifier, Sink } from '../../../src/judging/plugins/plugin.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { SampleWeb } from '../../../src/extensions/archives/open-web.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { SMALL_SEED } from '../../support/small-corpus.js';
import { collected } from '../../support/collected.js';

const { root, kb } = beeTopic();
let web: SampleWeb;
let made = 0;
beforeAll(async () => {
  web = await openSmallWeb(root);
});

const deps = () => ({ fetcher: createWebFetcher(web), clock: manualClock() });
function options(changes: Partial<CrawlOptions> = {}): CrawlOptions {
  const small = { kb, topic: 'bees', seeds: [SMALL_SEED], concurrency: 1, keepDuplicates: true };
  return { ...small, out: join(root, `out-${++made}`), ...deps(), ...changes };
}

const everything: UserClassifier & { readonly name: string } = {
  name: 'everything',
  judge: ({ page }) => ({ accepted: true, score: page.text.length, reason: 'everything is wanted' }),
};

describe('crawl', () => {
  it('gives the events that it saves, and the summary', async () => {
    const given = options();
    const run = crawl(given);
    const events = await collected(run);
    expect(events).toEqual(await collected(readEvents(given.out)));
    const { done, skipped, failed, ended } = await run.summary;
    expect([done + skipped + failed, ended]).toEqual([events.length, 'nothing-left']);
  });

  it('runs to its end without a reader when the summary is asked for', async () => {
    const { fetched } = await crawl(options({ maxPages: 3 })).summary;
    expect(fetched).toBe(3);
  });

  it('waits for a slow reader', async () => {
    let saved = 0;
    const counter: Sink = { write: () => void (saved += 1) };
    const run = crawl(options({ sinks: [counter] }));
    let seen = 0;
    for await (const event of run) {
      seen += 1;
      await new Promise((resolve) => setImmediate(resolve));
      expect(event.sequence).toBe(seen);
      // One event is on its way into the buffer.
      expect(saved - seen).toBeLessThanOrEqual(EVENTS_AHEAD + 1);
    }
  });

  it('ends cleanly when the loop is left, and goes on from there', async () => {
    const given = options();
    const run = crawl(given);
    for await (const event of run) if (event.sequence === 2) break;
    expect((await run.summary).ended).toBe('interrupted');
    const again = crawl({ resume: true, out: given.out, ...deps() });
    const rest = await collected(again);
    expect((await again.summary).ended).toBe('nothing-left');
    const whole = await collected(readEvents(given.out));
    expect(whole.map(({ sequence }) => sequence)).toEqual(whole.map((_, index) => index + 1));
    expect(new Set(whole.map(({ url }) => url)).size).toBe(whole.length);
    expect(whole.slice(whole.length - rest.length)).toEqual(rest);
  });

  it('ends at the end of its block, and by a signal', async () => {
    const given = options();
    let summary;
    {
      await using run = crawl(given);
      summary = run.summary;
    }
    expect((await summary).ended).toBe('interrupted');
    const stop = new AbortController();
    const run = crawl(options({ signal: stop.signal }));
    for await (const event of run) if (event.sequence === 1) stop.abort();
    expect((await run.summary).ended).toBe('interrupted');
  });
});

describe('user-defined parts in a crawl', () => {
  it('judge, rank and hear as objects', async () => {
    const asked: string[] = [];
    const strategy: LinkPriority = {
      name: 'backwards',
      follow: 'accepted',
      prioritise: ({ link }) => {
        asked.push(link.url);
        return { value: asked.length, reason: 'the last link first' };
      },
    };
    const heard: string[] = [];
    const sink: Sink = { write: ({ url }, page) => void heard.push(`${url} ${page?.url ?? ''}`) };
    const events = await collected(crawl(options({ classifier: everything, strategy, sinks: [sink] })));
    const judged = events.filter(({ state }) => state === 'done');
    expect(judged.length).toBeGreaterThan(2);
    expect(judged.every(({ judgement }) => judgement?.accepted === true)).toBe(true);
    expect(judged[0]?.judgement).toMatchObject({
      classifier: 'everything',
      reason: { summary: 'everything is wanted' },
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(events.find(({ priority }) => priority !== undefined)?.priority?.reason).toBe(
      'the last link first',
    );
    expect(heard).toEqual(
      events.map(({ url, state, finalUrl }) => `${url} ${state === 'done' ? (finalUrl ?? url) : ''}`),
    );
  });
});
