import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  noteFinished,
  noteUnfinished,
  partialName,
  removeAbandoned,
} from '../../../src/support/files/replace-file.js';
import { makeFolder } from '../small-corpus.js';

/** Larger than any number that Linux, macOS or Windows gives to a process. */
const DEAD = 99_999_999;

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

describe('removeAbandoned', () => {
  it('removes files and folders of dead processes, and nothing of live ones or of others', async () => {
    const stay = [`a.partial-${process.ppid}`, 'a', 'a.partial', 'a.partial-x', `b.partial-${DEAD}`];
    for (const name of [...stay, `a.partial-${DEAD}`]) await writeFile(path.join(folder.path, name), '');
    await mkdir(path.join(folder.path, `c.partial-${DEAD}`));
    await writeFile(path.join(folder.path, `c.partial-${DEAD}`, 'part'), '');
    await removeAbandoned(folder.path, (name) => name === 'a' || name === 'c');
    expect((await readdir(folder.path)).sort()).toEqual(stay.sort());
  });

  it('removes what an earlier process of the same number left, and keeps what this one writes', async () => {
    const [old, own] = ['old', 'own'].map((name) => partialName(path.join(folder.path, name)));
    for (const file of [old!, own!]) await writeFile(file, '');
    noteUnfinished(own!);
    await removeAbandoned(folder.path, () => true);
    expect(await readdir(folder.path)).toEqual([path.basename(own!)]);
    noteFinished(own!);
  });
});
