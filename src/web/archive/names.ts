import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../model/errors.js';
import { normalForm } from '../../support/text/normal-form.js';

/** Folder of the archive in the results of a crawl. */
export const ARCHIVE_FOLDER = 'warc';
/** The archive in one file (WACZ), in the results of a crawl. */
export const WACZ_FILE = 'crawl.wacz';

const OURS = /^sfwc-[\w.-]+-\d{14}-(\d{5,})\.(?:warc\.gz|cdxj)$/;

/**
 * The name of a file of an archive: `sfwc-diabetes-20260102030405-00000.warc.gz`, with the time at which it was begun
 * (UTC) and its number in the crawl.
 */
export function archiveFileName(topic: string, begun: number, serial: number): string {
  const time = new Date(begun).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  const name = normalForm(topic, 'NFKD').replace(/[^\w.-]+/g, '_');
  return `sfwc-${name}-${time}-${String(serial).padStart(5, '0')}.warc.gz`;
}

/** The number of a file of an archive; undefined where the name is not one that {@link archiveFileName} gives. */
export function serialOf(name: string): number | undefined {
  const serial = OURS.exec(name)?.[1];
  return serial === undefined ? undefined : Number(serial);
}

/** The name of the index next to an archive file. */
export function indexName(file: string): string {
  return file.replace(/(?:\.warc)?(?:\.gz)?$/i, '.cdxj');
}

/** Files of the archive in a folder, indexes included, in the order of their numbers. */
export async function archiveFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => serialOf(name) !== undefined)
    .sort((a, b) => (serialOf(a) ?? 0) - (serialOf(b) ?? 0) || (a < b ? -1 : 1));
}

/** @throws InputError where the results hold an archive of an earlier crawl */
export async function refuseArchive(out: string): Promise<void> {
  const [name] = await archiveFiles(join(out, ARCHIVE_FOLDER));
  if (name === undefined) return;
  throw new InputError(`${join(out, ARCHIVE_FOLDER)} already holds the archive of a crawl`, {
    hint: 'choose another folder, or replace it with --force',
  });
}

/** Removes the archive of an earlier crawl from its results, and nothing else. */
export async function removeArchive(out: string): Promise<void> {
  const folder = join(out, ARCHIVE_FOLDER);
  for (const name of await archiveFiles(folder)) await rm(join(folder, name), { force: true });
  await rm(join(out, WACZ_FILE), { force: true });
}

/** Size of the archive in the results of a crawl; undefined if there is none. */
export async function archiveSize(
  out: string,
): Promise<{ readonly files: number; readonly bytes: number } | undefined> {
  const folder = join(out, ARCHIVE_FOLDER);
  const names = (await archiveFiles(folder)).filter((name) => name.endsWith('.gz'));
  if (names.length === 0) return undefined;
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  return { files: names.length, bytes };
}
