import path from 'node:path';
import { expect, it } from '@jest/globals';
import { openCrawlDatabase } from '../../../src/crawling/store/crawl-database.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

it('refuses to be used after it was closed, and may be closed again', () => {
  const file = path.join(folder, 'closed.db');
  const database = openCrawlDatabase(file);
  database.transaction(() => undefined);
  database.commit();
  database.close();
  database.close();
  expect(() => database.transaction(() => undefined)).toThrow('closed.db is closed');
  expect(() => database.commit()).toThrow('closed.db is closed');
});
