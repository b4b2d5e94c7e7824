import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { startWatchedWeb } from '../../../support/killed-crawl.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { itInFull } from '../../../support/thorough.js';
import { begin, sfwc } from '../../../cli/run.js';

const root = temporaryFolder();

it('says where there is no crawl', async () => {
  const { code, stderr } = await sfwc(['ui', root]);
  expect(code).toBe(1);
  expect(stderr).toContain('error: ');
});

itInFull('opens with a crawl, and with one that goes on, and ends with it', async () => {
  const web = await startWatchedWeb('diabetes');
  const out = join(root, 'out');
  try {
    const place = ['--seeds', web.seed, '--set', `connectTo=${web.connect}`, '--delay', '1', '--out', out];
    for (const args of [place, ['--resume', '--out', out]]) {
      const crawl = begin(['crawl', ...args, '--ui']);
      const link = new URL(await crawl.said(/control room: open (http:\S+)/));
      const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
      const ask = (): Promise<Response> =>
        fetch(new URL('/api/crawls/0/state', link), { headers: { authorization: `Bearer ${token}` } });
      expect(await (await ask()).json()).toMatchObject({ status: { out, state: 'running' } });
      expect(await crawl.interrupt()).toBe(130);
      expect(await crawl.said(/closes with the crawl; sfwc ui .* opens it again/)).toBeTruthy();
      await expect(ask()).rejects.toThrow();
    }
  } finally {
    await web.close();
  }
});
