import { expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlState } from '../../../src/crawling/engine/crawl-types.js';
import { NOTHING_COUNTED } from '../../../src/crawling/engine/tally.js';
import { openCrawlStore, readStanding } from '../../../src/crawling/store/crawl-store.js';
import { readHosts } from '../../../src/crawling/store/frontier-view.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

it('says that a crawl runs while its store is open, and not where nothing can be written', async () => {
  const store = openCrawlStore(folder);
  expect(readStanding(folder).running).toBe(true);
  store.close();
  expect(readStanding(folder).running).toBe(false);
  // As on a full disk, the journal of a transaction cannot be written.
  await mkdir(join(folder, 'frontier.lock-journal'));
  expect(readStanding(folder).running).toBe(false);
});

it('keeps once a second which hosts may not be contacted', () => {
  const out = join(folder, 'hosts');
  mkdirSync(out);
  const store = openCrawlStore(out);
  const entry = { url: 'http://a.example/', depth: 0, priority: { value: 2, reason: 'test' } };
  const state: CrawlState = {
    ...{ sequence: 1, startedAt: 0, time: 0, seconds: 0 },
    tally: NOTHING_COUNTED,
    scope: [],
  };
  let asked = 0;
  store.watchHosts((most) => {
    asked += 1;
    return { contacted: ['a.example'], resting: [['b.example', 1000 * asked + (most > 0 ? 1 : 0)]] };
  });
  for (const [place, time] of [0, 999, 1000, 1500].entries()) {
    const sequence = place + 1;
    const event: CrawlEvent = {
      ...{ sequence, time: '', url: entry.url, state: 'failed', depth: 0 },
      fetched: true,
    };
    store.note({ entry, event }, { ...state, sequence, time });
    void store.frontier.commit();
  }
  expect(asked).toBe(2);
  store.frontier.enqueue(entry);
  void store.frontier.commit();
  const { queues, contacted, resting } = readHosts(out);
  expect(queues).toEqual([{ host: 'a.example', queued: 1, best: 2 }]);
  expect([[...contacted], [...resting]]).toEqual([['a.example'], [['b.example', 2001]]]);
  store.close();
  expect(readHosts(out).contacted.size).toBe(0);
});
