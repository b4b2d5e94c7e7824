import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  noteFinished,
  noteUnfinished,
  partialName,
  removeAbandoned,
  removeUnfinished,
  createPartialFile,
} from '../../../src/support/files/replace-file.js';
import { placesIn, temporaryFolder } from '../temporary-folder.js';

/** Larger than any number that Linux, macOS or Windows gives to a process. */
const DEAD = 99_999_999;

const place = placesIn(temporaryFolder());
async function freshFolder(): Promise<string> {
  const folder = place();
  await mkdir(folder);
  return folder;
}

describe('removeAbandoned', () => {
  it('removes files and folders of dead processes, and nothing of live ones or of others', async () => {
    const folder = await freshFolder();
    const stay = [`a.partial-${process.ppid}`, 'a', 'a.partial', 'a.partial-x', `b.partial-${DEAD}`];
    for (const name of [...stay, `a.partial-${DEAD}`]) await writeFile(join(folder, name), '');
    await mkdir(join(folder, `c.partial-${DEAD}`));
    await writeFile(join(folder, `c.partial-${DEAD}`, 'part'), '');
    await removeAbandoned(folder, (name) => name === 'a' || name === 'c');
    expect((await readdir(folder)).sort()).toEqual(stay.sort());
  });

  it('removes what an earlier process of the same number left, and keeps what this one writes', async () => {
    const folder = await freshFolder();
    const [old, own] = ['old', 'own'].map((name) => partialName(join(folder, name)));
    for (const file of [old!, own!]) await writeFile(file, '');
    noteUnfinished(own!);
    await removeAbandoned(folder, () => true);
    expect(await readdir(folder)).toEqual([basename(own!)]);
    noteFinished(own!);
  });
});

it('removes what is half made, files and folders, and nothing else', async () => {
  const path = await freshFolder();
  const [folder, half, whole, never] = ['folder', 'half', 'whole', 'never'].map((name) => join(path, name));
  await mkdir(folder!);
  for (const file of [join(folder!, 'inside'), half!, whole!]) await writeFile(file, 'text');
  for (const one of [folder!, half!, whole!, never!]) noteUnfinished(one);
  noteFinished(whole!);
  removeUnfinished();
  expect(await readdir(path)).toEqual(['whole']);
});

it('leaves nothing behind when it is discarded, however early', async () => {
  const root = await freshFolder();
  const discarded = Array.from({ length: 50 }, async (_, number) => {
    const partial = await createPartialFile(join(root, `file-${number}`));
    if (number % 2 === 0) await partial.write('text');
    await partial.discard();
  });
  await Promise.all(discarded);
  expect(await readdir(root)).toEqual([]);
});

it('can be discarded where it could not be made', async () => {
  const root = await freshFolder();
  const partial = await createPartialFile(join(root, 'x'.repeat(300)));
  await expect(partial.close()).rejects.toThrow('cannot write');
  await partial.discard();
  expect(await readdir(root)).toEqual([]);
});
