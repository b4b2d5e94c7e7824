import { existsSync, openSync, closeSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import {
  openPageStore,
  PAGES_FILE,
  readPageBody,
  readPageSource,
  readPageText,
  type PageToStore,
} from '../../src/crawling/store/page-store.js';
import type { CrawlEvent, StoredPage } from '../../src/model/crawl-event.js';

/** Stores a page in the folder of a crawl. Returns what its event says of it. */
export function storePage(
  out: string,
  page: Pick<PageToStore, 'url' | 'text'> & Partial<PageToStore>,
): StoredPage {
  const file = path.join(out, PAGES_FILE);
  const pages = openPageStore(file, existsSync(file) ? statSync(file).size : undefined);
  const usual = { date: '2024-01-01T00:00:00.000Z', contentType: 'text/html', isMade: false };
  const stored = pages.add({ ...usual, body: Buffer.from(`<p>${page.text}`), ...page });
  pages.close();
  return stored;
}

/** A page as it is stored. */
interface PageRead {
  readonly event: CrawlEvent;
  readonly body: Uint8Array | undefined;
  readonly text: string | undefined;
  readonly source: Uint8Array | undefined;
}

/** The stored pages of a crawl by their addresses: accepted ones, or those that may be accepted later. */
export async function storedPages(out: string, accepted = true): Promise<Map<string, PageRead>> {
  const pages = new Map<string, PageRead>();
  for await (const event of readEvents(out)) {
    if (event.stored === undefined || (event.judgement?.accepted === true) !== accepted) continue;
    const [body, text] = [await readPageBody(out, event), await readPageText(out, event)];
    pages.set(event.url, { event, body, text, source: await readPageSource(out, event) });
  }
  return pages;
}

/** Damages what is stored of a page: all, or the body alone. */
export function spoilPage(out: string, { stored }: Pick<CrawlEvent, 'stored'>, isBodyAlone = false): void {
  const { offset = 0, source = 0, body = 0, text = 0 } = stored ?? {};
  const file = openSync(path.join(out, PAGES_FILE), 'r+');
  writeSync(file, Buffer.alloc(source + body + (isBodyAlone ? 0 : text)), 0, undefined, offset);
  closeSync(file);
}
