import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { diabetesTopic } from '../../../support/bee-topic.js';
import { startWatchedWeb } from '../../../support/killed-crawl.js';
import { doublingQuery } from '../../../support/query-bombs.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { itInFull } from '../../../support/thorough.js';
import { begin, ROOT, sfwc } from '../../../cli/run.js';

const root = temporaryFolder();
const diabetes = diabetesTopic();

it('says where there is no crawl', async () => {
  const { code, stderr } = await sfwc(['ui', root]);
  expect(code).toBe(1);
  expect(stderr).toContain('error: ');
});

itInFull('stops a query of its query page at the limit of memory that was set', async () => {
  const folder = join(root, 'ended');
  const web = ['--web', join(ROOT, 'corpora/sample-web'), '--seeds', 'http://glucosecare.example/'];
  const topic = ['--kb', diabetes.kb, '--topic', 'diabetes'];
  expect(await sfwc(['crawl', ...topic, ...web, '--max-pages', '3', '--out', folder])).toMatchObject({
    code: 0,
  });
  const room = begin(['ui', folder, '--query-memory', '60', '--token', 'a-secret-token']);
  try {
    const link = new URL(await room.said(/open (http:\S+)/));
    const headers = { authorization: 'Bearer a-secret-token' };
    const body = new URLSearchParams({ query: doublingQuery(26) });
    const answer = await fetch(new URL('/ask/0/sparql', link), { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringMatching(/more than 60 MB/)]);
  } finally {
    await room.interrupt();
  }
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
      expect(await crawl.said(/closed with the crawl; sfwc ui .* opens it again/)).toBeTruthy();
      await expect(ask()).rejects.toThrow();
    }
  } finally {
    await web.close();
  }
});
