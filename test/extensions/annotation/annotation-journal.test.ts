import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  ANNOTATED,
  ANNOTATIONS_SO_FAR,
  openAnnotationJournal,
  type AnnotationKeys,
} from '../../../src/extensions/annotation/annotation-journal.js';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { ANNOTATIONS } from '../../../src/support/crawl-folder.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const keys = (...pages: string[]): AnnotationKeys => ({ whole: 'whole', begin: 'begin\n', pages });
const counts = { mentions: 2, linked: 1 };

/** Annotates the pages that are left, at most so many, and says what was there before. */
async function annotate(
  folder: string,
  wanted: AnnotationKeys,
  { most = Number.POSITIVE_INFINITY, force = false } = {},
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const journal = await openAnnotationJournal(folder, wanted, force);
  const before = journal.before.length;
  const left = journal.isComplete ? [] : wanted.pages.slice(before);
  for (const key of left.slice(0, most)) await journal.add(key, counts, `${key}\n`);
  if (!journal.isComplete && left.length <= most) await journal.complete();
  await journal.close();
  return before;
}

function annotations(folder: string, name = ANNOTATIONS): string {
  return gunzipSync(readFileSync(path.join(folder, name))).toString();
}

describe('openAnnotationJournal', () => {
  it('writes one file, and knows that it is complete', async () => {
    const folder = place();
    expect(await annotate(folder, keys('a', 'b'))).toBe(0);
    expect(annotations(folder)).toBe('begin\na\nb\n');
    const journal = await openAnnotationJournal(folder, keys('a', 'b'), false);
    expect(journal).toMatchObject({ before: [counts, counts], isComplete: true });
    await expect(journal.add('c', counts, '')).rejects.toThrow('complete');
    await journal.close();
    expect(existsSync(path.join(folder, 'annotations.lock'))).toBe(false);
  });

  it('continues, and has no finished file until then', async () => {
    const folder = place();
    await annotate(folder, keys('a', 'b', 'c'), { most: 2 });
    expect(existsSync(path.join(folder, ANNOTATIONS))).toBe(false);
    expect(await annotate(folder, keys('a', 'b', 'c'))).toBe(2);
    expect(annotations(folder)).toBe('begin\na\nb\nc\n');
    expect(existsSync(path.join(folder, ANNOTATIONS_SO_FAR))).toBe(false);
  });

  it.each<[string, (folder: string) => void, number]>([
    [
      'a page that is not in the list',
      (folder) => appendFileSync(path.join(folder, ANNOTATIONS_SO_FAR), 'x'),
      2,
    ],
    ['half a line', (folder) => appendFileSync(path.join(folder, ANNOTATED), '{"key":"c"'), 2],
    [
      'data that is shorter than the list says',
      (folder) => truncateSync(path.join(folder, ANNOTATIONS_SO_FAR), 60),
      1,
    ],
    ['no data', (folder) => truncateSync(path.join(folder, ANNOTATIONS_SO_FAR), 0), 0],
    ['a damaged line', (folder) => edit(folder, (text) => text.replace('"key":"b"', '"key:"b"')), 1],
    [
      'a line of something else',
      (folder) => edit(folder, (text) => text.replace('"mentions":2', '"mentions":"2"')),
      0,
    ],
  ])('continues after %s', async (_, damage, kept) => {
    const folder = place();
    await annotate(folder, keys('a', 'b', 'c'), { most: 2 });
    damage(folder);
    expect(await annotate(folder, keys('a', 'b', 'c'))).toBe(kept);
    expect(annotations(folder)).toBe('begin\na\nb\nc\n');
  });

  it('adds the pages that a crawl fetched since, and keeps the finished file meanwhile', async () => {
    const folder = place();
    await annotate(folder, keys('a'));
    expect(await annotate(folder, keys('a', 'b', 'c'), { most: 1 })).toBe(1);
    expect(annotations(folder)).toBe('begin\na\n');
    expect(await annotate(folder, keys('a', 'b', 'c'))).toBe(2);
    expect(annotations(folder)).toBe('begin\na\nb\nc\n');
  });

  it('starts over from the first page that changed, of another whole, and with force', async () => {
    const folder = place();
    await annotate(folder, keys('a', 'b'));
    expect(await annotate(folder, keys('a', 'x'))).toBe(1);
    expect(annotations(folder)).toBe('begin\na\nx\n');
    expect(await annotate(folder, { ...keys('a', 'x'), whole: 'other' })).toBe(0);
    expect(await annotate(folder, { ...keys('a', 'x'), whole: 'other' }, { force: true })).toBe(0);
    expect(annotations(folder)).toBe('begin\na\nx\n');
  });

  it('refuses a second call, and a folder that cannot be written', async () => {
    const folder = place();
    await mkdir(folder);
    const first = await openAnnotationJournal(folder, keys(), false);
    const second = openAnnotationJournal(folder, keys(), false);
    await expect(second).rejects.toThrow(InputError);
    await expect(second).rejects.toThrow('being annotated by another process');
    await first.close();
    const other = place();
    await mkdir(path.join(other, ANNOTATIONS_SO_FAR), { recursive: true });
    await expect(openAnnotationJournal(other, keys(), true)).rejects.toThrow(OutputError);
  });
});

function edit(folder: string, change: (text: string) => string): void {
  const file = path.join(folder, ANNOTATED);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
