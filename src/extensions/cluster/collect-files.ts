import { constants } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { indexArchive, readIndex, writeIndex, type CdxEntry } from '../../web/archive/cdxj.js';
import { ARCHIVE_FOLDER, archiveFiles, indexName } from '../../web/archive/names.js';
import { PAGE_ENDINGS, pageFileName } from '../../crawling/store/page-files.js';
import { fileExists } from '../../support/files/file-exists.js';
import { lastWholeMember } from '../../support/files/gzip-members.js';
import { partialName } from '../../support/files/partial-names.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import type { Logger } from '../../support/logger.js';

/** The result folders of workers, by the numbers of these. */
export type WorkerFolders = ReadonlyMap<number, string>;

/**
 * Copies the files of accepted pages, except those that are there from an earlier time.
 * @param owners the worker of each page, by its address
 * @returns pages that are in none of the folders, by their workers
 * @throws OutputError
 */
export async function collectPages(
  owners: ReadonlyMap<string, number>,
  folders: WorkerFolders,
  out: string,
): Promise<ReadonlyMap<number, number>> {
  const to = path.join(out, 'pages');
  await mkdir(to, { recursive: true });
  const missing = new Map<number, number>();
  for (const [url, worker] of owners) {
    const name = pageFileName(url);
    const folder = folders.get(worker);
    const from = folder === undefined ? undefined : path.join(folder, 'pages', name);
    if (from !== undefined && (await fileExists(`${from}.html`))) {
      for (const ending of PAGE_ENDINGS)
        if (!ending.startsWith('source.') || (await fileExists(`${from}.${ending}`)))
          await bring(`${from}.${ending}`, path.join(to, `${name}.${ending}`));
    } else if (!(await fileExists(path.join(to, `${name}.html`))))
      missing.set(worker, (missing.get(worker) ?? 0) + 1);
  }
  return missing;
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
