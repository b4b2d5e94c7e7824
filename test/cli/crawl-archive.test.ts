import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { checkArchive } from '../support/check-warc.js';
import { copyCrawl } from '../support/crawl-folder.js';
import { startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { sfwc } from './run.js';
import { diabetesTopic } from '../support/bee-topic.js';

const { root: folder, kb } = diabetesTopic();
const out = path.join(folder, 'live');
let web: WatchedWeb;
let begin: readonly string[];

beforeAll(async () => {
  web = await startWatchedWeb('diabetes');
  begin = ['crawl', '--kb', kb, '--topic', 'diabetes', '--seeds', web.seed, '--delay', '0'];
});
afterAll(() => web.close());

interface Line {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly score: number;
}

async function pagesOf(place: string, ...options: readonly string[]): Promise<readonly Line[]> {
  const { code, stdout } = await sfwc(['pages', place, ...options]);
  expect(code).toBe(0);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
}

describe('a crawl with an archive', () => {
  it('tells of it in its status, and hands its pages on', async () => {
    const limits = ['--max-pages', '4', '--concurrency', '1'];
    const place = ['--out', out, '--set', `connectTo=${web.connect}`, '--warc', 'all'];
    const live = await sfwc([...begin, ...limits, ...place]);
    expect([live.code, live.stderr]).toEqual([0, expect.any(String)]);
    expect((await checkArchive(out)).records.length).toBeGreaterThan(12);
    expect((await sfwc(['explain', out])).stdout).toMatch(/\n {2}archive: 1 WARC files, \d\.\d MB\n/);
    expect(await pagesOf(out)).not.toEqual([]);
  });
});

describe('sfwc pages', () => {
  it('hands on the accepted pages', async () => {
    const out = copyCrawl(path.join(folder, 'read'));
    const pages = await pagesOf(out);
    expect(pages).toHaveLength(27);
    // Times of a web in files are simulated.
    expect(pages[0]).not.toHaveProperty('fetched');
    const best = pages.filter(({ score }) => score === Math.max(...pages.map((page) => page.score)));
    expect(await pagesOf(out, '--min-score', String(best[0]?.score))).toEqual(best);
    expect(await pagesOf(out, '--max-pages', '2')).toEqual(pages.slice(0, 2));
    const asText = await sfwc(['pages', out, '--format', 'text', '--max-pages', '1']);
    expect(asText.stdout).toBe(`=== ${pages[0]!.url}\n\n${pages[0]!.title}\n\n${pages[0]!.text}\n\n`);
  });
});
