import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { collectPages } from '../../../src/extensions/cluster/collect.js';
import { readPageSource, readPageText } from '../../../src/crawling/store/page-store.js';
import { crawlEvent } from '../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { storePage } from '../../support/stored-pages.js';

const place = placesIn(temporaryFolder());
let out = '';
let folders: Map<number, string>;
describe('what is collected from the folders of workers', () => {
  beforeEach(async () => {
    const base = place();
    out = path.join(base, 'all');
    folders = new Map([1, 2].map((worker) => [worker, path.join(base, `w${worker}`)]));
    for (const folder of folders.values()) await mkdir(folder, { recursive: true });
  });

  it('are the stored pages of workers', async () => {
    const [here, gone] = ['http://a.example/', 'http://b.example/'];
    const text = 'a'.repeat(99);
    const source = Buffer.from('%PDF-1.4');
    storePage(folders.get(1)!, { url: 'http://a.example/other', text });
    const stored = storePage(folders.get(1)!, { url: here, text: 'Here.', source });
    const given = [
      [crawlEvent({ url: here, score: 1, stored }), 1],
      [crawlEvent({ url: gone, score: 1, stored: { offset: 9, body: 9, text: 9 }, sequence: 2 }), 7],
    ] as const;
    await mkdir(out);
    const pages = collectPages(folders, out);
    const [first, second] = [await pages.bring(...given[0]), await pages.bring(...given[1])];
    await pages.finish();
    expect(await readPageText(out, first)).toBe('Here.');
    expect(Buffer.from((await readPageSource(out, first))!)).toEqual(source);
    expect(second.stored).toBeUndefined();
    expect(first.stored!.offset).toBeLessThan(stored.offset);
    expect(await readdir(out)).toEqual(['pages.warc']);
  });
});
