import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { indexArchive, writeIndex } from '../../../src/web/archive/cdxj.js';
import { archivedPage } from '../../../src/extensions/server/workbench/archived-page.js';
import { collectArchives, collectPages } from '../../../src/extensions/cluster/collect-files.js';
import { pageFileName } from '../../../src/crawling/store/page-files.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { writeArchive } from '../../support/write-archive.js';

const place = placesIn(temporaryFolder());
const NAME = 'sfwc-bees-20260102030405-00000';
const date = '2026-01-02T03:04:05Z';
let out = '';
let folders: Map<number, string>;
let warnings: string[];
const logger = {
  info: () => undefined,
  warn: (message: string) => void warnings.push(message),
};

/** Writes the archive of a worker with two captures, as its crawl does. */
async function archiveOf(worker: number, isClosed = true): Promise<string> {
  const folder = path.join(folders.get(worker)!, 'warc');
  await mkdir(folder, { recursive: true });
  const responses = ['first', 'second'].map((name) => ({
    ...{ url: `http://w${worker}.example/${name}`, body: `<p>${name} of ${worker}`, date },
  }));
  const file = await writeArchive(path.join(folder, `${NAME}.warc.gz`), responses, true);
  if (isClosed) await writeIndex(path.join(folder, `${NAME}.cdxj`), await indexArchive(file));
  return file;
}
const captured = (worker: number, name: string): ReturnType<typeof archivedPage> =>
  archivedPage(out, [`http://w${worker}.example/${name}`], date);

describe('what is collected from the folders of workers', () => {
  beforeEach(async () => {
    const base = place();
    out = path.join(base, 'all');
    folders = new Map([1, 2].map((worker) => [worker, path.join(base, `w${worker}`)]));
    for (const folder of folders.values()) await mkdir(path.join(folder, 'pages'), { recursive: true });
    warnings = [];
  });

  it('are archives under names that differ, each with an index in which captures are found', async () => {
    const [one, two] = [await archiveOf(1), await archiveOf(2)];
    expect(await collectArchives(folders, out, logger)).toBe(2);
    const names = ['sfwc-bees-w1-20260102030405-00000', 'sfwc-bees-w2-20260102030405-00000'];
    expect((await readdir(path.join(out, 'warc'))).sort()).toEqual(
      names.flatMap((name) => [`${name}.cdxj`, `${name}.warc.gz`]),
    );
    for (const [index, file] of [one, two].entries()) {
      expect(await captured(index + 1, 'second')).toMatchObject({ from: 'warc' });
      expect(await readFile(path.join(out, 'warc', `${names[index]}.warc.gz`))).toEqual(await readFile(file));
    }
    expect(warnings).toEqual([]);
    // Again, from one of them: nothing is lost.
    const before = await stat(path.join(out, 'warc', `${names[0]}.warc.gz`));
    await collectArchives(new Map([[1, folders.get(1)!]]), out, logger);
    expect((await stat(path.join(out, 'warc', `${names[0]}.warc.gz`))).ino).toBe(before.ino);
    expect(await captured(2, 'first')).toBeDefined();
  });

  it('are the whole records of an archive whose worker was killed', async () => {
    const file = await archiveOf(1, false);
    const { size } = await stat(file);
    await truncate(file, size - 10);
    expect(await collectArchives(folders, out, logger)).toBe(1);
    expect(warnings).toEqual([
      expect.stringMatching(
        /w1\/warc\/.*\.warc\.gz is truncated; the incomplete last record \(\d+ bytes\) was skipped/,
      ),
    ]);
    expect(await captured(1, 'first')).toBeDefined();
    expect(await captured(1, 'second')).toBeUndefined();
  });

  it('are the captures that a closed archive still has where it was cut off, and none of a missing one', async () => {
    await truncate(await archiveOf(1), 300);
    await rm(await archiveOf(2));
    await collectArchives(folders, out, logger);
    expect(warnings).toEqual([
      expect.stringMatching(/w1\/warc\/.*\.warc\.gz breaks off: [12] captures of 2 are lost/),
      expect.stringMatching(/w2\/warc\/.*\.cdxj has no archive/),
    ]);
  });

  it('are the files of pages, and which workers lack theirs', async () => {
    const [here, gone] = ['http://a.example/', 'http://b.example/'];
    for (const ending of ['html', 'txt'])
      await writeFile(path.join(folders.get(1)!, 'pages', `${pageFileName(here)}.${ending}`), ending);
    const owners = new Map([
      [here, 1],
      [gone, 7],
    ]);
    expect(await collectPages(owners, folders, out)).toEqual(new Map([[7, 1]]));
    // What was collected before needs no folder.
    expect(await collectPages(new Map([[here, 1]]), new Map(), out)).toEqual(new Map());
    expect(await readFile(path.join(out, 'pages', `${pageFileName(here)}.html`), 'utf8')).toBe('html');
  });

  it('are the documents that pages were read from', async () => {
    const url = 'http://a.example/a.pdf';
    const endings = ['html', 'source.pdf', 'txt'].map((ending) => `${pageFileName(url)}.${ending}`);
    for (const name of endings) await writeFile(path.join(folders.get(1)!, 'pages', name), name);
    await collectPages(new Map([[url, 1]]), folders, out);
    expect((await readdir(path.join(out, 'pages'))).sort()).toEqual(endings);
  });
});
