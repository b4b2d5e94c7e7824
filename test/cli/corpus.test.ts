import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sfwc } from './run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
beforeAll(() =>
  writeFile(join(folder, 'news.csv'), 'id;body\n1;First text here.\n2;First text here.\n3;"broken\n'),
);

describe('sfwc corpus stats', () => {
  it('prints a table to stdout and what cannot be read to stderr', async () => {
    const { code, stdout, stderr } = await sfwc(['corpus', 'stats', folder, '--text-field', 'body']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^documents +2\nwords +6\n/);
    expect(stdout).toMatch(/^duplicates \(same text\) +1$/m);
    expect(stdout).toMatch(/^words +3 +3 +3$/m);
    expect(stderr).toMatch(/^skipped .*news\.csv:4: a quoted field begins here/);
  });

  it('prints JSON', async () => {
    const file = join(folder, 'news.csv');
    const args = ['corpus', 'stats', file, '--text-field', 'body', '--json'];
    const { stdout } = await sfwc(args);
    expect(JSON.parse(stdout)).toMatchObject({
      documents: 2,
      duplicates: [{ id: '2', sameAs: '1' }],
      unreadable: 1,
    });
  });

  it('takes options by their former names, with a warning', async () => {
    const file = join(folder, 'news.csv');
    const args = ['corpus', 'stats', file, '--text-field', 'body', '--format'];
    const { code, stdout, stderr } = await sfwc([...args, 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ documents: 2 });
    expect(stderr).toMatch(/^warning: --format is now --json$/m);
    expect((await sfwc([...args, 'table'])).stdout).toMatch(/^words +3/m);
    expect(await sfwc([...args, 'xml'])).toMatchObject({ code: 2 });
  });

  it('fails when there is nothing, or no corpus is named', async () => {
    const missing = await sfwc(['corpus', 'stats', join(folder, 'none.csv')]);
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toMatch(/none.csv does not exist/);
    const unnamed = await sfwc(['corpus', 'stats', folder]);
    expect(unnamed.code).toBe(1);
    expect(unnamed.stderr).toMatch(/no column 'text' \(columns: id, body\)/);
    expect((await sfwc(['corpus', 'stats'])).code).toBe(2);
  });
});
