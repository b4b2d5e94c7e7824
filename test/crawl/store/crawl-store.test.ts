import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCrawlStore, readStanding } from '../../../src/crawl/store/crawl-store.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sfwc-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('says that a crawl runs while its store is open, and not where nothing can be written', async () => {
  const store = openCrawlStore(folder);
  expect(readStanding(folder).running).toBe(true);
  store.close();
  expect(readStanding(folder).running).toBe(false);
  // As on a full disk, the journal of a transaction cannot be written.
  await mkdir(join(folder, 'frontier.lock-journal'));
  expect(readStanding(folder).running).toBe(false);
});
