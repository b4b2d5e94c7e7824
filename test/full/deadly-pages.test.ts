import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { start } from '../cli/run.js';
import { beeTopic } from '../support/bee-topic.js';
import { collected } from '../support/collected.js';
import { listen, type Listening } from '../support/listen.js';
import { writeFiles } from '../support/small-corpus.js';
import { describeUnless } from './data.js';

const CLASSIFIER = `export const classifiers = { deadly: {
  judge({ page: { url } }) {
    if (url.includes('die')) process.kill(process.pid, 'SIGKILL');
    for (const held = []; url.includes('memory'); ) held.push(new Array(10_000).fill(1.5));
    return { accepted: true, score: 1 };
  },
} };`;
const PAGES = ['die', 'memory', 'one', 'two', 'three', 'four', 'five', 'six'];

describeUnless(undefined, 'pages that kill their judge', () => {
  const { root, kb } = beeTopic();
  const asked: string[] = [];
  let server: Listening;

  beforeAll(async () => {
    server = await listen(({ url = '' }, response) => {
      asked.push(url);
      if (url === '/robots.txt') return response.writeHead(404).end();
      const links = url === '/' ? PAGES.map((name) => `<a href="/${name}">bees ${name}</a>`).join(' ') : '';
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end(`<title>${url}</title><p>The queen bee of hive ${url} lays eggs. ${links}</p>`);
    });
  });
  afterAll(() => server.close());

  const run = (args: readonly string[]): Promise<number | null> =>
    new Promise((done) => start(['crawl', ...args]).on('exit', done));

  it('end alone: in their thread, and with the process, the second time for good', async () => {
    const out = join(root, 'out');
    const plugin = join(await writeFiles(join(root, 'plugin'), { 'deadly.mjs': CLASSIFIER }), 'deadly.mjs');
    const place = ['--kb', kb, '--topic', 'bees', '--seeds', 'http://a.example/', '--set', 'follow=all'];
    const connect = ['--set', `connectTo=*=127.0.0.1:${server.port}`, '--delay', '0', '--set', 'workers=1'];
    expect(
      await run([...place, ...connect, '--set', 'classifier=deadly', '--plugin', plugin, '--out', out]),
    ).toBeNull();
    const resume = ['--resume', '--out', out, '--plugin', plugin];
    expect(await run(resume)).toBeNull();
    expect(await run(resume)).toBe(0);
    const events = await collected(readEvents(out));
    const failed = events.filter(({ state }) => state === 'failed');
    expect(failed.map(({ url, code }) => [new URL(url).pathname, code]).sort()).toEqual([
      ['/die', 'crashed'],
      ['/memory', 'crashed'],
    ]);
    expect(events).toHaveLength(PAGES.length + 1);
    expect(asked.filter((path) => path === '/die')).toHaveLength(2);
  }, 120_000);
});
