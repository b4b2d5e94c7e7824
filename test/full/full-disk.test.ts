import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sfwc } from '../cli/run.js';
import { beeTopic } from '../support/bee-topic.js';
import { eventsWithoutTimes, startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';

const folder = temporaryFolder();
const placeOf = (name: string): string => join(folder, name);
const [small, readOnly, source] = [placeOf('small'), placeOf('read-only'), placeOf('source')];
const { kb, bees } = beeTopic();
let web: WatchedWeb;

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  mounts('mount', '-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', small);

function mounts(command: string, ...args: readonly string[]): boolean {
  mkdirSync(args.at(-1) ?? '', { recursive: true });
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Leaves so many bytes on the small disk. */
function leave(bytes: number): void {
  rmSync(join(small, 'filler'), { force: true });
  const { bavail, bsize } = statfsSync(small);
  writeFileSync(join(small, 'filler'), new Uint8Array(Math.max(0, bavail * bsize - bytes)));
}

describeUnless(canMount ? undefined : 'needs root on Linux', 'a disk', () => {
  let crawl: readonly string[] = [];
  beforeAll(async () => {
    web = await startWatchedWeb('diabetes');
    const place = ['--kb', kb, '--topic', 'bees', '--seeds', web.seed, '--set', `connectTo=${web.connect}`];
    crawl = ['crawl', ...place, '--delay', '0', '--concurrency', '1', '--max-pages', '6'];
    mkdirSync(source, { recursive: true });
  });
  afterAll(async () => {
    await web.close();
    for (const place of [small, readOnly]) mounts('umount', '-l', place);
  });

  it('that is full is named, whatever is written first, and a crawl goes on when there is room', async () => {
    const whole = join(folder, 'whole');
    await sfwc([...crawl, '--out', whole]);
    for (const room of [0, 40_000, 100_000, 200_000]) {
      const out = join(small, `out-${room}`);
      leave(room);
      const full = await sfwc([...crawl, '--out', out]);
      expect([room, full.code, full.stderr]).toEqual([
        room,
        1,
        expect.stringMatching(/error: cannot write .*: the disk is full\n +make room/),
      ]);
      expect(full.stderr).not.toMatch(/another process|\n\s+at /);
      rmSync(join(small, 'filler'));
      const resumed = await sfwc(['crawl', '--resume', '--out', out]);
      if (resumed.code !== 0) expect(await sfwc([...crawl, '--out', out])).toMatchObject({ code: 0 });
      expect(await eventsWithoutTimes(out)).toEqual(await eventsWithoutTimes(whole));
      rmSync(out, { recursive: true });
    }
    leave(8000);
    const built = await sfwc(['build', bees, '--topic', 'bees', '--kb', join(small, 'kb')]);
    expect(built.stderr).toMatch(/error: cannot write .*: the disk is full/);
    expect(readdirSync(join(small, 'kb'))).toEqual([]);
    const query = ['query', '--kb', kb, 'SELECT * { ?s ?p ?o }'];
    const printed = await sfwc([...query, '--out', join(small, 'answer')]);
    expect(printed.stderr).not.toMatch(/bug in sfwc/);
  }, 120_000);

  it('that is read-only is named', async () => {
    await sfwc([...crawl, '--out', join(source, 'out')]);
    cpSync(kb, join(source, 'kb'), { recursive: true });
    mounts('mount', '--bind', source, readOnly);
    mounts('mount', '-o', 'remount,ro,bind', readOnly);
    for (const command of [
      [...crawl, '--out', join(readOnly, 'new')],
      ['crawl', '--resume', '--out', join(readOnly, 'out'), '--max-pages', '8'],
      ['search', join(readOnly, 'out'), 'honey'],
      ['build', bees, '--topic', 'bees', '--kb', join(readOnly, 'kb')],
    ]) {
      const { code, stderr } = await sfwc(command);
      expect([command[0], code, stderr]).toEqual([
        command[0],
        1,
        expect.stringMatching(
          /error: cannot write .*read-only.*: the file system or the file is read-only\n/,
        ),
      ]);
    }
    expect(await sfwc(['explain', join(readOnly, 'out')])).toMatchObject({ code: 0 });
  }, 60_000);
});
