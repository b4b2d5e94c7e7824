import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { indexArchive, writeIndex } from '../../../src/web/archive/cdxj.js';
import { archivedPage } from '../../../src/extensions/server/workbench/archived-page.js';
import { collectArchives, collectPages } from '../../../src/extensions/cluster/collect.js';
import { readPageSource, readPageText } from '../../../src/crawling/store/page-store.js';
import { crawlEvent } from '../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { storePage } from '../../support/stored-pages.js';
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
  archivedPage(out, { url: `http://w${worker}.example/${name}`, capturedAt: date });

describe('what is collected from the folders of workers', () => {
  beforeEach(async () => {
    const base = place();
    out = path.join(base, 'all');
    folders = new Map([1, 2].map((worker) => [worker, path.join(base, `w${worker}`)]));
    for (const folder of folders.values()) await mkdir(folder, { recursive: true });
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
