import { expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openCrawlStore, readStanding } from '../../../src/crawl/store/crawl-store.js';
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
