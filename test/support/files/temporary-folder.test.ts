import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OutputError } from '../../../src/model/errors.js';
import { clearLeftFolders, makeTemporaryFolder } from '../../../src/support/files/temporary-folder.js';
import { ROOT } from '../../cli/run.js';
import { placesIn, temporaryFolder } from '../temporary-folder.js';

const place = placesIn(temporaryFolder());
const before = process.env['TMPDIR'];
let temporary: string;
beforeEach(() => {
  temporary = place();
  mkdirSync(temporary);
  process.env['TMPDIR'] = temporary;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

const MODULE = pathToFileURL(path.join(ROOT, 'dist/support/files/temporary-folder.js')).href;

/** Runs a process that makes a folder with a file in it, and dies as a killed one does. */
function leaveBehind(): void {
  const script = `
    import { writeFileSync } from 'node:fs';
    const { makeTemporaryFolder } = await import(${JSON.stringify(MODULE)});
    const { path } = await makeTemporaryFolder('archive');
    writeFileSync(path + '/index.db', 'x');
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  expect(signal).toBe('SIGKILL');
}

describe('temporary folders', () => {
  it('of a killed process are removed when the next one is made, those of living processes are not', async () => {
    const own = await makeTemporaryFolder('build');
    leaveBehind();
    expect(readdirSync(temporary)).toHaveLength(2);
    const next = await makeTemporaryFolder('archive');
    expect(readdirSync(temporary).sort()).toEqual([path.basename(next.path), path.basename(own.path)].sort());
    await clearLeftFolders();
    expect(existsSync(own.path) && existsSync(next.path)).toBe(true);
    await own.remove();
    await next.remove();
  });

  it('are left alone where they are links, or not ours', async () => {
    leaveBehind();
    const [left = ''] = readdirSync(temporary);
    const elsewhere = place();
    mkdirSync(elsewhere);
    writeFileSync(path.join(elsewhere, '.in-use'), '');
    symlinkSync(elsewhere, path.join(temporary, 'sfwc-archive-link'));
    mkdirSync(path.join(temporary, 'sfwc-notes'));
    mkdirSync(path.join(temporary, 'other'));
    writeFileSync(path.join(temporary, 'other', '.in-use'), '');
    await clearLeftFolders();
    expect(readdirSync(temporary).sort()).toEqual(['other', 'sfwc-archive-link', 'sfwc-notes']);
    expect(existsSync(path.join(elsewhere, '.in-use'))).toBe(true);
    expect(left).toMatch(/^sfwc-archive-/);
  });

  it('that cannot be made are an error that names the place', async () => {
    process.env['TMPDIR'] = path.join(temporary, 'nowhere');
    await expect(makeTemporaryFolder('archive')).rejects.toThrow(/^cannot write in .*nowhere/);
    await expect(makeTemporaryFolder('archive')).rejects.toBeInstanceOf(OutputError);
  });
});
