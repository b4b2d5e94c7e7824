import { describe, expect, it } from '@jest/globals';
import { createReadStream, mkdirSync } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { WARCParser } from 'warcio';
import { openPageStore, PAGES_FILE, readPageText } from '../../../src/crawling/store/page-store.js';
import { storePage } from '../../support/stored-pages.js';
import { temporaryFolder, placesIn } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const fresh = (): string => {
  const out = place();
  mkdirSync(out);
  return out;
};
const url = 'http://a.example/';
const text = 'Title\n\nBees – and flowers.';

/** The records of a file by another reader. */
async function recordsOf(out: string) {
  const records: (string | null | undefined)[][] = [];
  for await (const record of new WARCParser(createReadStream(path.join(out, PAGES_FILE)))) {
    const content = await record.contentText();
    const [type, of] = [record.warcType, record.warcHeader('WARC-Refers-To')];
    records.push([type, record.warcTargetURI, record.warcContentType, of === null ? '' : 'made', content]);
  }
  return records;
}

describe('the pages of a crawl', () => {
  it('are records that every reader of archives reads', async () => {
    const out = fresh();
    storePage(out, { url, text, body: Buffer.from('<p>Bees'), contentType: 'text/html; charset=utf-8' });
    const source = Buffer.from('%PDF-1.4');
    storePage(out, {
      url: `${url}pdf`,
      text,
      body: Buffer.from('<p>PDF'),
      source,
      contentType: 'application/pdf',
    });
    storePage(out, { url: `${url}app`, text: '', body: Buffer.from('<p>App'), isMade: true });
    const [info, ...records] = await recordsOf(out);
    expect(info?.[0]).toBe('warcinfo');
    expect(records).toEqual([
      ['resource', url, 'text/html; charset=utf-8', '', '<p>Bees'],
      ['conversion', url, 'text/plain; charset=utf-8', 'made', text],
      ['resource', `${url}pdf`, 'application/pdf', '', '%PDF-1.4'],
      ['conversion', `${url}pdf`, 'text/html; charset=utf-8', 'made', '<p>PDF'],
      ['conversion', `${url}pdf`, 'text/plain; charset=utf-8', 'made', text],
      ['conversion', `${url}app`, 'text/html; charset=utf-8', '', '<p>App'],
      ['conversion', `${url}app`, 'text/plain; charset=utf-8', 'made', ''],
    ]);
  });

  it('are cut off where the last step of the crawl was, and after a power failure where they are whole', async () => {
    const out = fresh();
    const file = path.join(out, PAGES_FILE);
    const first = storePage(out, { url, text });
    const { size: known } = await stat(file);
    storePage(out, { url: `${url}2`, text });
    openPageStore(file, known).close();
    expect((await stat(file)).size).toBe(known);
    storePage(out, { url: `${url}2`, text: 'a'.repeat(20_000) });
    await truncate(file, (await stat(file)).size - 10);
    const pages = openPageStore(file, known + 1_000_000);
    // The body of the second page is whole, its text is not.
    expect(pages.length).toBeGreaterThan(known);
    pages.close();
    expect((await recordsOf(out)).map(([type]) => type)).toEqual([
      ...['warcinfo', 'resource', 'conversion', 'resource'],
    ]);
    expect(await readPageText(out, { url, stored: first })).toBe(text);
  });
});
