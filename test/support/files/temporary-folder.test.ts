import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OutputError } from '../../../src/model/errors.js';
import { createJsonSpool, makeTemporaryFolder } from '../../../src/support/files/temporary-folder.js';
import { temporaryFolder } from '../temporary-folder.js';

const VALUES = ['one\n\u2028two\r', { three: [4, null] }, '🐝', ''];
const root = temporaryFolder();
const { TMPDIR } = process.env;
beforeEach(() => void (process.env['TMPDIR'] = root));
afterEach(() => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
});

async function filled(charactersInMemory?: number): Promise<ReturnType<typeof createJsonSpool<unknown>>> {
  const spool = createJsonSpool<unknown>('test', charactersInMemory);
  for (const value of VALUES) await spool.add(value);
  return spool;
}

async function valuesOf(spool: Awaited<ReturnType<typeof filled>>): Promise<unknown[]> {
  const values = [];
  for await (const value of spool.read()) values.push(value);
  return values;
}

describe('createJsonSpool', () => {
  it.each([
    ['in a file', 1, 1],
    ['in both', 16, 1],
  ])(
    'gives values back in their order %s, as often as wanted, and leaves nothing behind',
    async (_, characters, folders) => {
      const spool = await filled(characters);
      expect(await readdir(tmpdir())).toHaveLength(folders);
      expect(await valuesOf(spool)).toEqual(VALUES);
      expect(await valuesOf(spool)).toEqual(VALUES);
      await spool.remove();
      await spool.remove();
      expect(await readdir(tmpdir())).toEqual([]);
      await expect(valuesOf(spool)).rejects.toThrow(/was removed/);
    },
  );

  it('says where it cannot write, as a temporary folder does', async () => {
    process.env['TMPDIR'] = path.join(root, 'missing');
    await expect(filled(1)).rejects.toThrow(OutputError);
    await expect(makeTemporaryFolder('archive')).rejects.toThrow(/^cannot write in .*missing/);
  });
});
