import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutputError } from '../../../src/model/errors.js';
import { replaceFile } from '../../../src/support/files/replace-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sfwc-replace-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('replaceFile', () => {
  it('replaces a file, and leaves the old one where the content fails', async () => {
    const file = join(folder, 'below', 'file.txt');
    await replaceFile(file, 'old');
    const failing = async function* (): AsyncGenerator<string> {
      yield 'half';
      throw new Error('broke off');
    };
    await expect(replaceFile(file, failing())).rejects.toThrow(OutputError);
    expect(await readFile(file, 'utf8')).toBe('old');
    await replaceFile(file, 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(join(folder, 'below'))).toEqual(['file.txt']);
  });
});
