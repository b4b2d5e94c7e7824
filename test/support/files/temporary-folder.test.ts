import { expect, it } from '@jest/globals';
import path from 'node:path';
import { OutputError } from '../../../src/model/errors.js';
import { makeTemporaryFolder } from '../../../src/support/files/temporary-folder.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = temporaryFolder();

it('a temporary folder that cannot be made is an error that names the place', async () => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = path.join(root, 'nowhere');
  try {
    const making = makeTemporaryFolder('archive');
    await expect(making).rejects.toThrow(/^cannot write in .*nowhere/);
    await expect(making).rejects.toBeInstanceOf(OutputError);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});
