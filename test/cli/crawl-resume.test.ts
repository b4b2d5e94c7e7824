import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import type { CrawlStatus } from '../../src/app/crawl/crawl-status.js';
import { startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { sfwc } from './run.js';
import { diabetesTopic } from '../support/bee-topic.js';

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
    expect(rest.stdout).toMatch(/ accepted \(\d+ %\) at 1 host, /);
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
});
