import { execFile } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { asTooManyFiles } from '../../src/support/files/cannot-write.js';
import { InputError } from '../../src/model/errors.js';
import { ROOT } from './run.js';

/** Runs the command line in a process that may have only so many files open. */
function limitedTo(files: number): Promise<{ readonly failed: boolean; readonly stderr: string }> {
  const script = `ulimit -n ${files}; exec "$0" dist/cli/main.js query kb 'ASK { ?s ?p ?o }'`;
  return new Promise((resolve) => {
    execFile('sh', ['-c', script, process.execPath], { cwd: ROOT }, (error, _, stderr) =>
      resolve({ failed: error !== null, stderr }),
    );
  });
}

// Node 20 has some 40 files open more than Node 24.
it.each(process.versions.node.startsWith('20.') ? [24, 40, 64] : [22, 24])(
  'names the limit where only %i files may be open',
  async (files) => {
    const { failed, stderr } = await limitedTo(files);
    expect(failed).toBe(true);
    expect(stderr).toMatch(/^error: too many open files.*\n {7}.*ulimit -n 1024.*\n$/);
  },
);

it('sees it in the cause of another failure, and in nothing else', () => {
  const cause = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  expect(asTooManyFiles(new InputError('x cannot be read', { cause }))?.hint).toContain('ulimit -n');
  const noThread = new Error('Worker initialization failure: EMFILE');
  expect(asTooManyFiles(Object.assign(noThread, { code: 'ERR_WORKER_INIT_FAILED' }))?.message).toMatch(
    /^too many open files/,
  );
  expect(asTooManyFiles(Object.assign(new Error('no'), { code: 'ENOENT' }))).toBeUndefined();
});
