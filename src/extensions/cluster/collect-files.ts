import { constants } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { indexArchive, readIndex, writeIndex, type CdxEntry } from '../../web/archive/cdxj.js';
import { ARCHIVE_FOLDER, archiveFiles, indexName } from '../../web/archive/names.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { openPageStore, PAGES_FILE, readPageRecords } from '../../crawling/store/page-store.js';
import type { CrawlEvent, StoredPage } from '../../model/crawl-event.js';
import { without } from '../../support/without.js';
import { fileExists } from '../../support/files/file-exists.js';
import { lastWholeMember } from '../../support/files/gzip-members.js';
import { partialName } from '../../support/files/replace-file.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import type { Logger } from '../../support/logger.js';

/** The result folders of workers, by the numbers of these. */
export type WorkerFolders = ReadonlyMap<number, string>;

/** The pages of workers on their way into one file. */
export interface CollectedPages {
  /** Brings the page of an event. The event says where it is now; nothing where it is in none of the folders. @throws OutputError */
  bring(event: CrawlEvent, worker: number): Promise<CrawlEvent>;
  /** Puts the file in the place of the one from an earlier time. @throws OutputError */
  finish(): Promise<void>;
  /** Removes what was not finished. */
  close(): Promise<void>;
}

/**
 * Brings the pages of workers into `pages.warc`. Pages of workers whose folders are not named come from the file that is there
 * from an earlier time.
 * @throws InputError when earlier events cannot be read
 */
export async function collectPages(folders: WorkerFolders, out: string): Promise<CollectedPages> {
  const file = path.join(out, PAGES_FILE);
  const partial = partialName(file);
  const earlier = await storedIn(out);
  const pages = openPageStore(partial);
  const brought = new Map<string, StoredPage>();

  async function bringOne(event: CrawlEvent, worker: number): Promise<StoredPage | undefined> {
    const folder = folders.get(worker);
    const from = folder === undefined ? earlier.get(event.url) : event.stored;
    const records = from && (await readPageRecords(folder ?? out, from));
    return records && pages.copy(from, records);
  }

  return {
    async bring(event, worker) {
      if (event.stored === undefined) return event;
      // Events of pages that were judged again name the same place.
      const key = `${worker} ${event.stored.offset}`;
      const stored = brought.get(key) ?? (await bringOne(event, worker));
      if (stored === undefined) return without(event, 'stored');
      brought.set(key, stored);
      return { ...event, stored };
    },
    async finish() {
      pages.sync();
      pages.close();
      if (brought.size > 0) await rename(partial, file);
      else await rm(file, { force: true });
    },
    async close() {
      pages.close();
      await rm(partial, { force: true });
    },
  };
}

/** Places of the pages that were collected before, by address. */
async function storedIn(out: string): Promise<ReadonlyMap<string, StoredPage>> {
  const places = new Map<string, StoredPage>();
  if (await fileExists(path.join(out, PAGES_FILE)))
    for await (const { url, stored } of readEvents(out)) if (stored !== undefined) places.set(url, stored);
  return places;
}

/**
 * Brings the archives of workers into one folder, each file with the number of its worker in its name and an index of its own.
 * Closed files are linked where the disk allows it. Of a file that breaks off, what is whole is taken, with a warning.
 * @returns how many files were brought
 * @throws OutputError
 */
export async function collectArchives(folders: WorkerFolders, out: string, logger: Logger): Promise<number> {
  let count = 0;
  for (const [worker, folder] of folders) {
    const from = path.join(folder, ARCHIVE_FOLDER);
    for (const name of await archiveFiles(from)) {
      const file = path.join(from, name);
      if (name.endsWith('.cdxj')) {
        if (!(await fileExists(file.replace(/cdxj$/, 'warc.gz'))))
          logger.warn(`${file} has no archive; captures of worker ${worker} are missing`);
        continue;
      }
      if (await collectArchive(file, path.join(out, ARCHIVE_FOLDER, nameOf(name, worker)), logger))
        count += 1;
    }
  }
  return count;
}

/** Names keep their form, so that all that reads archives of crawls finds them. */
function nameOf(name: string, worker: number): string {
  return name.replace(/-(\d{14}-\d+\.warc\.gz)$/, `-w${worker}-$1`);
}

async function collectArchive(file: string, to: string, logger: Logger): Promise<boolean> {
  const size = await sizeOf(file);
  const index = path.join(path.dirname(file), indexName(path.basename(file)));
  const isClosed = await fileExists(index);
  // A file that is not closed may be cut back by its worker.
  const length = isClosed ? size : await lastWholeMember(file);
  if (length < size)
    logger.warn(`${file} is truncated; the incomplete last record (${size - length} bytes) was skipped`);
  if (length === 0) return false;
  await mkdir(path.dirname(to), { recursive: true });
  await bring(file, to, isClosed ? 'link' : length);
  const indexed = isClosed ? await entriesOf(index) : await indexArchive(to);
  const whole = indexed.filter((entry) => entry.offset + entry.length <= size);
  if (whole.length < indexed.length)
    logger.warn(
      `${file} breaks off: ${indexed.length - whole.length} captures of ${indexed.length} are lost`,
    );
  const filename = path.basename(to);
  await writeIndex(
    path.join(path.dirname(to), indexName(filename)),
    whole.map((entry) => ({ ...entry, filename })),
  );
  return true;
}

async function entriesOf(index: string): Promise<readonly CdxEntry[]> {
  const entries: CdxEntry[] = [];
  for await (const entry of readIndex(index)) if (entry !== undefined) entries.push(entry);
  return entries;
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

/**
 * Brings a file to another place, whole or not at all; not where it is there and as new.
 * @param how 'link': by a link where that is possible; a number: only so many bytes of it
 * @throws OutputError
 */
async function bring(from: string, to: string, how: 'copy' | 'link' | number = 'copy'): Promise<void> {
  const partial = partialName(to);
  try {
    const [source, there] = [await stat(from), await stat(to).catch(() => undefined)];
    const size = typeof how === 'number' ? how : source.size;
    if (there?.size === size && there.mtimeMs >= source.mtimeMs) return;
    const isLinked =
      how === 'link' &&
      (await link(from, partial).then(
        () => true,
        () => false,
      ));
    if (!isLinked) await copyFile(from, partial, constants.COPYFILE_FICLONE);
    if (typeof how === 'number') await truncate(partial, how);
    await rename(partial, to);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw cannotWrite(to, thrown);
  }
}
