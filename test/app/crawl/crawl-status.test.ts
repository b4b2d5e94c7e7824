import { describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crawlStatus } from '../../../src/app/crawl/crawl-status.js';
import { lockCrawlFolder } from '../../../src/crawling/store/crawl-store.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { crawlEvent, eventLines } from '../../support/crawl-events.js';
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
});
