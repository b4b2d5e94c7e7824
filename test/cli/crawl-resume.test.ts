import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CrawlStatus } from '../../src/app/crawl/crawl-status.js';
import { eventsWithoutTimes, startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { ROOT, sfwc } from './run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { itInFull, itUnless } from '../support/thorough.js';

const { root: folder, kb } = diabetesTopic();
let web: WatchedWeb;
let args: readonly string[];
beforeAll(async () => {
  web = await startWatchedWeb('diabetes');
  const place = ['--kb', kb, '--topic', 'diabetes', '--seeds', web.seed, '--set', `connectTo=${web.connect}`];
  args = ['crawl', ...place, '--delay', '0', '--concurrency', '1'];
});
afterAll(() => web.close());

describe('crawl --resume', () => {
  it('continues from a limit, which is success; explain names it', async () => {
    const out = path.join(folder, 'limited');
    const first = await sfwc([...args, '--out', out, '--max-pages', '3']);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain('ended: reached --max-pages');
    const status = await sfwc(['explain', out]);
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toContain('reached --max-pages');
    expect(status.stdout).toContain('3/3 pages requested');

    const unfit = await sfwc(['crawl', '--resume', '--out', out, '--topic', 'politics', '--delay', '3']);
    expect(unfit).toMatchObject({ code: 2, stdout: '' });
    expect(unfit.stderr).toContain('--topic, --delay cannot be given together with --resume');

    const more = ['crawl', '--resume', '--out', out, '--max-pages', '5'];
    const rest = await sfwc(more);
    expect(rest).toMatchObject({ code: 0 });
    const json = JSON.parse((await sfwc(['explain', out, '--json'])).stdout) as CrawlStatus;
    expect(json).toMatchObject({ state: 'max-pages', maxPages: 5, counts: { fetched: 5 } });
    expect(json.counts.acceptedHosts).toBe(1);
    expect((await sfwc(['explain', out])).stdout).toMatch(/ accepted \(\d+ %\) at 1 host, /);
    expect(rest.stdout).toMatch(/ accepted at 1 host, \d+ rejected/);
  });

  it('is refused where no crawl was begun', async () => {
    for (const command of [
      ['crawl', '--resume', '--out', path.join(folder, 'nothing')],
      ['explain', path.join(folder, 'nothing')],
    ]) {
      const result = await sfwc(command);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).not.toMatch(/\n\s+at /);
    }
  });

  // A limit on the size of files stands for a disk that is full.
  itUnless(process.platform === 'linux' ? undefined : 'needs Linux', itInFull)(
    'goes on after the disk was full',
    async () => {
      const out = path.join(folder, 'full');
      const command = ['dist/cli/main.js', ...args, '--out', out, '--max-pages', '12'];
      const full = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
        execFile(
          'bash',
          ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, ...command],
          { cwd: ROOT },
          (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr }),
        ),
      );
      expect(full.code).toBe(1);
      expect(full.stderr).toMatch(/error: cannot write/);
      expect(full.stderr).toMatch(/ulimit -f/);
      expect(await sfwc(['crawl', '--resume', '--out', out])).toMatchObject({ code: 0 });
      const whole = path.join(folder, 'whole');
      await sfwc([...args, '--out', whole, '--max-pages', '12']);
      expect(await eventsWithoutTimes(out)).toEqual(await eventsWithoutTimes(whole));
    },
  );

  it('says that nothing can be written to a folder, and where', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const under = await sfwc([...args, '--out', path.join(file, 'out')]);
    expect(under).toMatchObject({ code: 1, stdout: '' });
    expect(under.stderr).toMatch(/error: cannot write results to .*a-file/);
    expect(under.stderr).toMatch(/a part of its path is not a folder\n/);
    expect(under.stderr).not.toMatch(/\n\s+at /);
  });

  itUnless(process.getuid?.() === 0 ? 'root may write everywhere' : undefined)(
    'says that a folder may not be written to',
    async () => {
      const out = path.join(folder, 'read-only');
      await mkdir(out);
      await chmod(out, 0o555);
      const refused = await sfwc([...args, '--out', out]);
      await chmod(out, 0o755);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/error: cannot write results to .*read-only.*permission is denied/);
      expect(await sfwc([...args, '--out', out, '--max-pages', '2'])).toMatchObject({ code: 0 });
    },
  );
});
