import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { findEvent } from '../../../src/crawling/store/result-folder.js';
import { writeFiles } from '../../support/small-corpus.js';
import { crawlEvent, eventLines } from '../../support/crawl-events.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

it('finds the last event of a URL, else of the one that redirected to it', async () => {
  const events = [
    crawlEvent({
      sequence: 1,
      url: 'http://a.example/',
      links: ['http://a.example/new', 'http://b.example/'],
    }),
    crawlEvent({ sequence: 2, url: 'http://a.example/old', finalUrl: 'http://a.example/new' }),
    crawlEvent({ sequence: 3, url: 'http://a.example/', title: 'judged again' }),
  ];
  await writeFiles(folder, { 'events.jsonl': eventLines(events) });
  expect(await findEvent(folder, 'http://a.example/')).toMatchObject({ sequence: 3 });
  expect(await findEvent(folder, 'http://a.example/new')).toMatchObject({ url: 'http://a.example/old' });
  expect(await findEvent(folder, 'http://b.example/')).toBeUndefined();
  await expect(findEvent(join(folder, 'none'), 'http://b.example/')).rejects.toThrow('there is no crawl in');
});
