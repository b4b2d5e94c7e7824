import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { classifierFile } from '../../src/knowledge/files/classifier-file.js';
import { ROOT } from '../cli/run.js';
import { beeTopic } from '../support/bee-topic.js';
import { describeUnless } from './data.js';

const { root, kb, bees } = beeTopic();
const MAIN = join(ROOT, 'dist/cli/main.js');

/** A server in a process of its own, and its exit code once it has ended. */
function serve(stdin: 'pipe' | number) {
  const child = spawn(process.execPath, [MAIN, 'serve', kb, '--port', '0'], {
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const begun = new Promise((resolve) => child.stderr!.once('data', resolve));
  return begun.then(() => ({ child, ended }));
}

describeUnless(undefined, 'a command whose terminal is lost', () => {
  it('stops at SIGHUP as at SIGTERM, also at several', async () => {
    const { child, ended } = await serve('pipe');
    child.kill('SIGHUP');
    child.kill('SIGHUP');
    expect(await ended).toBe(0);
  });

  it('continues at SIGHUP where nohup started it at a terminal', async () => {
    const { child, ended } = await serve(openSync('/dev/null', 'w'));
    child.kill('SIGHUP');
    expect(await Promise.race([ended, wait(1000, 'running')])).toBe('running');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it.each(['stdout', 'stderr'] as const)(
    'finishes a build whose %s nobody reads',
    async (stream) => {
      const place = join(root, stream);
      const child = spawn(process.execPath, [MAIN, 'build', bees, '--topic', 'bees', '--kb', place], {
        stdio: 'pipe',
      });
      child[stream].destroy();
      expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
      expect(existsSync(classifierFile(place, 'bees', 'ensemble'))).toBe(true);
    },
    120_000,
  );
});
