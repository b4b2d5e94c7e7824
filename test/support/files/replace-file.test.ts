import { describe, expect, it } from '@jest/globals';
import { readdir, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  createPartialFile,
  noteFinished,
  noteUnfinished,
  partialName,
  removeAbandoned,
  removeUnfinished,
} from '../../../src/support/files/replace-file.js';
import { writeFiles } from '../small-corpus.js';
import { placesIn, temporaryFolder } from '../temporary-folder.js';

const place = placesIn(temporaryFolder());
/** Makes a folder with files of these names. */
const folderWith = (...names: readonly string[]): Promise<string> =>
  writeFiles(place(), Object.fromEntries(names.map((name) => [name, ''])));

describe('a partial file', () => {
  it('leaves nothing behind when it is discarded, however early', async () => {
    const folder = await folderWith();
    const discarded = Array.from({ length: 50 }, async (_, number) => {
      const partial = await createPartialFile(join(folder, `file-${number}`));
      if (number % 2 === 0) await partial.write('text');
      await partial.discard();
    });
    await Promise.all(discarded);
    expect(await readdir(folder)).toEqual([]);
  });

  it('can be discarded where it could not be made', async () => {
    const folder = await folderWith();
    const partial = await createPartialFile(join(folder, 'x'.repeat(300)));
    await expect(partial.close()).rejects.toThrow('cannot write');
    await partial.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});

/** Larger than any number that Linux, macOS or Windows gives to a process. */
const DEAD = 99_999_999;

describe('removeAbandoned', () => {
  it('removes files and folders of dead processes, and nothing of live ones or of others', async () => {
    const stay = [`a.partial-${process.ppid}`, 'a', 'a.partial', 'a.partial-x', `b.partial-${DEAD}`];
    const folder = await folderWith(...stay, `a.partial-${DEAD}`, `c.partial-${DEAD}/part`);
    await removeAbandoned(folder, (name) => name === 'a' || name === 'c');
    expect((await readdir(folder)).sort()).toEqual(stay.sort());
  });

  it('removes what an earlier process of the same number left, and keeps what this one writes', async () => {
    const [old, own] = [partialName('old'), partialName('own')];
    const folder = await folderWith(old, own);
    await utimes(join(folder, old), 1, 1);
    await removeAbandoned(folder, () => true);
    expect(await readdir(folder)).toEqual([basename(own)]);
  });
});

it('removes what is half made, files and folders, and nothing else', async () => {
  const folder = await folderWith('folder/inside', 'half', 'whole');
  for (const name of ['folder', 'half', 'whole', 'never']) noteUnfinished(join(folder, name));
  noteFinished(join(folder, 'whole'));
  removeUnfinished();
  expect(await readdir(folder)).toEqual(['whole']);
});
