import { describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crawlStatus } from '../../../src/app/crawl/crawl-status.js';
import { steerCrawl } from '../../../src/app/crawl/steer-crawl.js';
import { watchCrawlFolder } from '../../../src/extensions/server/control-room/crawl-watch.js';
import { NOTHING_COUNTED } from '../../../src/crawling/engine/tally.js';
import { lockCrawlFolder, openCrawlStore } from '../../../src/crawling/store/crawl-store.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { crawlEvent, eventLines } from '../../support/crawl-events.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());

/** The results of a shared crawl, without a frontier of their own. */
function partOf(description: object, more: readonly CrawlEvent[] = []): string {
  const out = place();
  mkdirSync(out);
  const begun = { topic: 'bees', startedAt: '2024-01-01T00:00:00.000Z', settings: { maxPages: 50 } };
  writeFileSync(join(out, 'crawl.json'), JSON.stringify({ ...begun, ...description }));
  const events = [
    crawlEvent({ sequence: 1, url: 'http://a.example/', score: 1 }),
    crawlEvent({ sequence: 2, url: 'http://a.example/2', score: 0, time: '2024-01-01T00:00:04.000Z' }),
    ...more,
  ];
  writeFileSync(join(out, 'events.jsonl'), eventLines(events));
  return out;
}
const worker = { shared: { name: 'c1', worker: 2 } };

describe('the results of one worker of a shared crawl', () => {
  it('have a status of their own, which says so', async () => {
    const out = partOf(worker);
    expect(await crawlStatus(out)).toMatchObject({
      part: expect.stringMatching(/^worker 2 of 'c1' alone; .*sfwc shared status c1/),
      state: 'stopped',
      counts: { fetched: 2, accepted: 1, acceptedHosts: 1, rejected: 1, queued: 0 },
      maxPages: 50,
      rate: 0.5,
    });
    const unlock = lockCrawlFolder(out);
    expect((await crawlStatus(out)).state).toBe('running');
    unlock();
  });

  it('say what may help when it has dried up, as far as it takes commands', async () => {
    const rejected = Array.from({ length: 100 }, (_, number) =>
      crawlEvent({ sequence: number + 3, url: `http://a.example/no/${number}`, score: 0 }),
    );
    const settings = { maxPages: 500, kb: 'kb' };
    const out = partOf({ ...worker, settings }, rejected);
    const map = 'sfwc map HOST --kb kb --topic bees';
    const commands = async (folder: string) =>
      (await crawlStatus(folder)).drought?.help.map(({ command }) => command);
    expect(await commands(out)).toEqual([map]);
    const unlock = lockCrawlFolder(out);
    expect(await commands(out)).toEqual([map, `sfwc steer ${out} seed URL`, `sfwc steer ${out} stop`]);
    unlock();
    expect(await commands(partOf({ ...worker, settings }, rejected.slice(2)))).toBeUndefined();
  });

  it('have the rate of the last 30 seconds while it runs, by the clock of the crawl', async () => {
    const at = (time: string) => ({
      clock: { now: () => Date.parse(`2024-01-01T00:00:${time}Z`), sleep: async () => undefined },
    });
    const [real, stored] = [partOf(worker), partOf({ ...worker, settings: { maxPages: 50, web: 'web' } })];
    expect(await crawlStatus(real, at('20'))).not.toHaveProperty('recentRate');
    const unlocks = [real, stored].map(lockCrawlFolder);
    // Two requests, at 0 and 4 s.
    expect(await crawlStatus(real, at('04'))).toMatchObject({ recentRate: 0.5, simulatedTime: false });
    expect(await crawlStatus(real, at('20'))).toMatchObject({ recentRate: 0.1, rate: 0.5 });
    expect(await crawlStatus(real, at('59'))).toMatchObject({ recentRate: 0 });
    // Simulated time does not pass by itself.
    expect(await crawlStatus(stored, at('59'))).toMatchObject({ recentRate: 0.5, simulatedTime: true });
    for (const unlock of unlocks) unlock();
  });

  it('are shown in the control room, without the queue', async () => {
    const watch = watchCrawlFolder(partOf(worker));
    await watch.refresh();
    expect((await watch.state()).status.part).toContain('worker 2');
    expect((await watch.frontier()).hosts).toEqual([]);
    const { hosts } = await watch.hosts({ by: 'fetched', text: '', count: 10 });
    expect(hosts).toMatchObject([{ host: 'a.example', fetched: 2, queued: 0 }]);
  });

  it('take no commands once the worker has ended', async () => {
    const refused = await failureOf(steerCrawl(partOf(worker), { kind: 'block', what: 'a.example' }));
    expect(refused).toHaveProperty('hint', expect.stringContaining('a worker that runs'));
  });
});

it('tells of a collected crawl what was collected', async () => {
  const summary = { ended: 'max-pages' };
  const status = await crawlStatus(partOf({ collected: 'c1', summary }));
  expect(status).toMatchObject({ part: "collected from the workers of 'c1'", state: 'max-pages' });
});

describe('a crawl that has dried up', () => {
  /** 100 requests without an accepted page; two URLs wait. */
  function dried(strategy: string, best: number): string {
    const out = partOf({ settings: { maxPages: 500, strategy } });
    const store = openCrawlStore(out);
    store.keepPlan({ settings: { maxPages: 500 }, startedAt: 0, seeds: [] });
    for (const [place, value] of [best / 2, best].entries())
      store.frontier.enqueue({
        ...{ url: `http://a.example/${place}`, depth: 1 },
        priority: { value, reason: 'test' },
      });
    const event = crawlEvent({ sequence: 1, url: 'http://a.example/', score: 0 });
    const tally = { ...NOTHING_COUNTED, fetched: 100, recent: '0'.repeat(100) };
    const state = { sequence: 1, startedAt: 0, time: 0, seconds: 9, tally, scope: [] };
    store.note({ entry: { url: event.url, depth: 0, priority: { value: 1, reason: '' } }, event }, state);
    void store.frontier.commit();
    store.close();
    return out;
  }
  const droughtText = async (out: string) => (await crawlStatus(out)).drought?.text;

  it('says how relevant the best queued link looks, if its strategy expects relevance', async () => {
    expect(await droughtText(dried('learning', 0.02))).toMatch(/no queued link looks relevant: .* 0\.02$/);
    expect(await droughtText(dried('learning', 0.4))).toMatch(
      /the best one has an expected relevance of 0\.40$/,
    );
  });

  it('does not where values mean something else, or a person has put a URL first', async () => {
    const plain = 'no page accepted in the last 100 requests';
    expect(await droughtText(dried('breadth-first', 0.02))).toBe(plain);
    expect(await droughtText(dried('learning', 5))).toBe(plain);
  });
});
