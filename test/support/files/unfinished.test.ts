import { expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noteFinished, noteUnfinished, removeUnfinished } from '../../../src/support/files/replace-file.js';
import { makeFolder } from '../small-corpus.js';

it('removes what is half made, files and folders, and nothing else', async () => {
  const { path, remove } = await makeFolder();
  try {
    const [folder, half, whole, never] = ['folder', 'half', 'whole', 'never'].map((name) => join(path, name));
    await mkdir(folder!);
    for (const file of [join(folder!, 'inside'), half!, whole!]) await writeFile(file, 'text');
    for (const one of [folder!, half!, whole!, never!]) noteUnfinished(one);
    noteFinished(whole!);
    removeUnfinished();
    expect(await readdir(path)).toEqual(['whole']);
  } finally {
    await remove();
  }
});
