import { open, stat, type FileHandle } from 'node:fs/promises';
import { journalFiles, linesOfList, parseLine } from '../../crawling/store/page-journal.js';
import { openArchiveOf, openBodiesOf } from '../../crawling/store/kept-crawl.js';
import { crawlDescribed } from '../../app/crawl/accepted-pages.js';
import type { MetadataOfPages } from '../../app/crawl/pages.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageMetadata } from '../../model/page-metadata.js';
import type { VirtualWeb } from '../../web/stored/virtual-web.js';
import { fileExists } from '../../support/files/file-exists.js';
import { once } from '../../support/once.js';
import { metadataOfPage } from './page-reading.js';
import { pageDataJournal, pageKey, wholeKey } from './page-result.js';

/** Where the line of a page is in a list. */
interface Place {
  readonly from: number;
  readonly until: number;
}

/**
 * What the pages of a crawl say of themselves: as it was kept by `sfwc extract` or the crawl, else it is read out of the pages.
 * @throws InputError where the folder does not hold a crawl
 */
export async function openMetadata(folder: string): Promise<MetadataOfPages> {
  const { crawl } = await crawlDescribed(folder);
  const { list } = journalFiles(folder, pageDataJournal.name);
  const found = await stat(list).catch(() => undefined);
  let file: FileHandle | undefined;
  let archive: VirtualWeb | undefined;
  const places = once(async () => {
    const all = await placesIn(list, wholeKey(crawl));
    if (all.size > 0) file = await open(list);
    return all;
  });
  const bodies = once(async () => {
    archive = await openArchiveOf(folder);
    return openBodiesOf(folder, { archive });
  });
  const kept = async (event: CrawlEvent): Promise<PageMetadata | undefined> => {
    const place = found && (await places()).get(pageKey(event));
    return (place && file && (await keptAt(file, place))) ?? event.metadata;
  };
  return {
    of: async (event) => {
      const stored = await kept(event);
      if (stored !== undefined) return stored;
      const body = await (await bodies()).bodyOf(event);
      return typeof body === 'string' ? undefined : metadataOfPage(event, body);
    },
    kept,
    version: found === undefined ? '' : `${found.size} ${found.mtimeMs}`,
    close: async () => {
      await file?.close();
      await archive?.close?.();
    },
  };
}

/** Where the lines of pages are, by their keys; none of another crawl. */
async function placesIn(list: string, whole: string): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  if (!(await fileExists(list))) return places;
  for await (const { text, from, until } of linesOfList(list)) {
    // The key comes first.
    const key = keyIn(text);
    if (from === 0 && key !== whole) return places;
    if (key !== undefined && from > 0) places.set(key, { from, until });
  }
  return places;
}

function keyIn(line: string): string | undefined {
  const [, key] = /^\{"key":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  try {
    return key === undefined ? undefined : (JSON.parse(key) as string);
  } catch {
    return undefined;
  }
}

async function keptAt(file: FileHandle, { from, until }: Place): Promise<PageMetadata | undefined> {
  const bytes = Buffer.alloc(until - from);
  await file.read(bytes, 0, bytes.length, from);
  const result = parseLine(bytes.toString('utf8'), pageDataJournal.result)?.result;
  return result && 'metadata' in result ? result.metadata : undefined;
}
