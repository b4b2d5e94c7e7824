import { expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPartialFile } from '../../../src/support/files/replace-file.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = temporaryFolder();

it('leaves nothing behind when it is discarded, however early', async () => {
  const discarded = Array.from({ length: 50 }, async (_, number) => {
    const partial = await createPartialFile(join(root, `file-${number}`));
    if (number % 2 === 0) await partial.write('text');
    await partial.discard();
  });
  await Promise.all(discarded);
  expect(await readdir(root)).toEqual([]);
});

it('can be discarded where it could not be made', async () => {
  const partial = await createPartialFile(join(root, 'x'.repeat(300)));
  await expect(partial.close()).rejects.toThrow('cannot write');
  await partial.discard();
  expect(await readdir(root)).toEqual([]);
});
