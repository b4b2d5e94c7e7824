import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  openPageJournal,
  type JournalKeys,
  type PageJournal,
} from '../../../src/crawling/store/page-journal.js';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const [NOTES, NOTED, NOTES_SO_FAR] = ['notes.nq.gz', 'notes.jsonl', 'notes.partial.gz'] as const;
const resultSchema = z.object({ mentions: z.number(), linked: z.number() });
const kind = { name: 'notes', done: 'noted', result: resultSchema } as const;
const place = placesIn(temporaryFolder());
const keys = (...pages: string[]): JournalKeys => ({ whole: 'whole', begin: 'begin\n', pages });
const counts = { mentions: 2, linked: 1 };

/** Notes the pages that are left, at most so many, and says what was there before. */
function openJournal(
  folder: string,
  wanted: JournalKeys,
  force = false,
): Promise<PageJournal<z.output<typeof resultSchema>>> {
  return openPageJournal(folder, kind, wanted, { force });
}

async function write(
  folder: string,
  wanted: JournalKeys,
  { most = Number.POSITIVE_INFINITY, force = false } = {},
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const journal = await openJournal(folder, wanted, force);
  const before = journal.before;
  const left = journal.isComplete ? [] : wanted.pages.slice(before);
  for (const key of left.slice(0, most)) await journal.add(key, counts, `${key}\n`);
  if (!journal.isComplete && left.length <= most) await journal.complete();
  await journal.close();
  return before;
}

function data(folder: string, name = NOTES): string {
  return gunzipSync(readFileSync(path.join(folder, name))).toString();
}

describe('openPageJournal', () => {
  it('writes one file, and knows that it is complete', async () => {
    const folder = place();
    expect(await write(folder, keys('a', 'b'))).toBe(0);
    expect(data(folder)).toBe('begin\na\nb\n');
    const journal = await openJournal(folder, keys('a', 'b'), false);
    expect(journal).toMatchObject({ before: 2, isComplete: true });
    await expect(journal.add('c', counts, '')).rejects.toThrow('all pages are done');
    await journal.close();
    expect(existsSync(path.join(folder, 'notes.lock'))).toBe(false);
  });

  it('continues, and has no finished file until then', async () => {
    const folder = place();
    await write(folder, keys('a', 'b', 'c'), { most: 2 });
    expect(existsSync(path.join(folder, NOTES))).toBe(false);
    expect(await write(folder, keys('a', 'b', 'c'))).toBe(2);
    expect(data(folder)).toBe('begin\na\nb\nc\n');
    expect(existsSync(path.join(folder, NOTES_SO_FAR))).toBe(false);
  });

  it.each<[string, (folder: string) => void, number]>([
    ['a page that is not in the list', (folder) => appendFileSync(path.join(folder, NOTES_SO_FAR), 'x'), 2],
    ['half a line', (folder) => appendFileSync(path.join(folder, NOTED), '{"key":"c"'), 2],
    [
      'data that is shorter than the list says',
      (folder) => truncateSync(path.join(folder, NOTES_SO_FAR), 60),
      1,
    ],
    ['no data', (folder) => truncateSync(path.join(folder, NOTES_SO_FAR), 0), 0],
    ['a damaged line', (folder) => edit(folder, (text) => text.replace('"key":"b"', '"key:"b"')), 1],
    [
      'a line of something else',
      (folder) => edit(folder, (text) => text.replace('"mentions":2', '"mentions":"2"')),
      0,
    ],
  ])('continues after %s', async (_, damage, kept) => {
    const folder = place();
    await write(folder, keys('a', 'b', 'c'), { most: 2 });
    damage(folder);
    expect(await write(folder, keys('a', 'b', 'c'))).toBe(kept);
    expect(data(folder)).toBe('begin\na\nb\nc\n');
  });

  it('adds the pages that a crawl fetched since, and keeps the finished file meanwhile', async () => {
    const folder = place();
    await write(folder, keys('a'));
    expect(await write(folder, keys('a', 'b', 'c'), { most: 1 })).toBe(1);
    expect(data(folder)).toBe('begin\na\n');
    expect(await write(folder, keys('a', 'b', 'c'))).toBe(2);
    expect(data(folder)).toBe('begin\na\nb\nc\n');
  });

  it('tells of the results of pages that were done before, but for a line without its end', async () => {
    const folder = place();
    await write(folder, keys('a', 'b', 'c'), { most: 2 });
    edit(folder, (text) => text.slice(0, -1));
    const told: unknown[] = [];
    const journal = await openPageJournal(folder, kind, keys('a', 'b', 'c'), {
      onKept: (result) => told.push(result),
    });
    await journal.close();
    expect(told).toEqual([counts]);
  });

  it('starts over from the first page that changed, of another whole, and with force', async () => {
    const folder = place();
    await write(folder, keys('a', 'b'));
    expect(await write(folder, keys('a', 'x'))).toBe(1);
    expect(data(folder)).toBe('begin\na\nx\n');
    expect(await write(folder, { ...keys('a', 'x'), whole: 'other' })).toBe(0);
    expect(await write(folder, { ...keys('a', 'x'), whole: 'other' }, { force: true })).toBe(0);
    expect(data(folder)).toBe('begin\na\nx\n');
  });

  it('refuses a second call, and a folder that cannot be written', async () => {
    const folder = place();
    await mkdir(folder);
    const first = await openJournal(folder, keys(), false);
    const second = openJournal(folder, keys(), false);
    await expect(second).rejects.toThrow(InputError);
    await expect(second).rejects.toThrow('being noted by another process');
    await first.close();
    const other = place();
    await mkdir(path.join(other, NOTES_SO_FAR), { recursive: true });
    await expect(openJournal(other, keys(), true)).rejects.toThrow(OutputError);
  });
});

function edit(folder: string, change: (text: string) => string): void {
  const file = path.join(folder, NOTED);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
