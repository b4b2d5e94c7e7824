import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { asDiskFailure, cannotWrite } from '../../../src/support/files/cannot-write.js';
import { lockFile } from '../../../src/support/files/database-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { failureOf } from '../../support/failure-of.js';

const folder = temporaryFolder();
const withCode = (code: string): Error => Object.assign(new Error(`it failed: ${code}`), { code });

describe('cannotWrite', () => {
  it.each([
    ['ENOSPC', 'the disk is full', /make room/],
    ['SQLITE_READONLY_DBMOVED', 'the file system or the file is read-only', /writable/],
    ['SQLITE_BUSY', 'another process uses it', /wait/],
    ['EWHAT', 'it failed: EWHAT', /permissions/],
  ])('says what %s is, and what to do', (code, why, advice) => {
    const error = cannotWrite('/out/a', withCode(code), { then: 'go on' });
    expect(error).toBeInstanceOf(OutputError);
    expect(error.message).toBe(`cannot write /out/a: ${why}`);
    expect(error.hint).toMatch(advice);
    expect(error.hint).toMatch(/; go on$/);
  });
});

it('asDiskFailure takes what no writer has caught, and nothing else', () => {
  expect(asDiskFailure(Object.assign(withCode('ENOSPC'), { path: '/out/b' }))?.message).toBe(
    'cannot write /out/b: the disk is full',
  );
  expect(asDiskFailure(withCode('ENOENT'))).toBeUndefined();
  expect(asDiskFailure(new TypeError('a bug'))).toBeUndefined();
  expect(asDiskFailure(undefined)).toBeUndefined();
});

/** The failure to lock a file as a promise. */
async function locking(file: string, refusal: string, hint?: string): Promise<unknown> {
  return lockFile(file, refusal, hint);
}

describe('lockFile', () => {
  it('refuses a file that another process holds, and says of others why not', async () => {
    const free = lockFile(join(folder, 'a.lock'), 'it is taken', 'wait');
    expect(await failureOf(locking(join(folder, 'a.lock'), 'it is taken', 'wait'))).toMatchObject({
      message: 'it is taken',
      hint: 'wait',
    });
    free();
    await writeFile(join(folder, 'junk.lock'), 'no database '.repeat(100));
    const damaged = await failureOf(locking(join(folder, 'junk.lock'), 'it is taken'));
    expect(damaged).toBeInstanceOf(InputError);
    expect(damaged).toMatchObject({
      message: expect.stringContaining('junk.lock is damaged'),
      hint: 'remove the file',
    });
  });
});
