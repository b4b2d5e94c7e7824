import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkArchive } from '../support/check-warc.js';
import { startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { sfwc } from './run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { itInFull } from '../support/thorough.js';
import { spoilPage, storedPages } from '../support/stored-pages.js';

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
    const limits = ['--max-pages', '15', '--concurrency', '1'];
    const live = await sfwc([
      ...begin,
      ...limits,
      '--out',
      out,
      '--set',
      `connectTo=${web.connect}`,
      '--warc',
      'all',
    ]);
    expect([live.code, live.stderr]).toEqual([0, expect.any(String)]);
    expect((await checkArchive(out)).records.length).toBeGreaterThan(40);
    expect((await sfwc(['explain', out])).stdout).toMatch(/\n {2}archive: 1 WARC files, \d\.\d MB\n/);
    const pages = await pagesOf(out);
    expect(pages.length).toBeGreaterThan(5);
    const best = Math.max(...pages.map(({ score }) => score));
    expect((await pagesOf(out, '--min-score', String(best))).map(({ score }) => score)).toEqual([best]);
    expect(await pagesOf(out, '--max-pages', '2')).toEqual(pages.slice(0, 2));
    const asText = await sfwc(['pages', out, '--format', 'text', '--max-pages', '1']);
    expect(asText.stdout).toBe(`=== ${pages[0]!.url}\n\n${pages[0]!.title}\n\n${pages[0]!.text}\n\n`);
  });

  itInFull('gives pages of which a topic can be built', async () => {
    const pages = await pagesOf(out);
    const corpus = path.join(folder, 'found.jsonl');
    await writeFile(corpus, (await sfwc(['pages', out])).stdout);
    const kb = path.join(folder, 'kb2');
    const built = await sfwc(['build', corpus, '--topic', 'found', '--kb', kb]);
    expect([built.code, built.stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^found\\s+${pages.length}\\s`, 'm')),
    ]);
  });

  it('says what cannot be given together, and what is not there', async () => {
    const both = await sfwc([...begin, '--out', `${out}-2`, '--web', 'x.warc', '--warc', 'all']);
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining('--warc cannot be given together with --web'),
    ]);
    const nowhere = await sfwc([...begin, '--out', `${out}-3`, '--web', 'nowhere.warc']);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringContaining('nowhere.warc cannot be read'),
    ]);
    expect((await sfwc(['pages', folder])).code).toBe(1);
    expect((await sfwc(['pages', out, '--min-score', 'x'])).code).toBe(2);
  });

  it('warns of pages whose text is not there', async () => {
    const file = path.join(out, 'pages.warc');
    const before = await readFile(file);
    const [page] = (await storedPages(out)).values();
    spoilPage(out, page!.event);
    const { code, stderr } = await sfwc(['pages', out]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: http.*its text cannot be read/)]);
    await writeFile(file, before);
  });
});
