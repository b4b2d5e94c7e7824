import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMALL_SEED, writeSmallWeb } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sfwc } from './run.js';

const root = temporaryFolder();
const out = join(root, 'out');

/** A crawl that ended after a page; it is made once. */
async function endedCrawl(): Promise<void> {
  const web = join(root, 'web');
  await writeSmallWeb(web);
  const place = ['--seeds', SMALL_SEED, '--out', out, '--web', web, '--delay', '0', '--force'];
  expect((await sfwc(['crawl', ...place, '--max-pages', '1'])).code).toBe(0);
}

describe('commands that steer a crawl', () => {
  it('leave what is asked of a crawl that is not running for when it is resumed', async () => {
    await endedCrawl();
    const host = new URL(SMALL_SEED).host;
    const asked = await sfwc(['block', out, host, '--by', 'ada']);
    expect(asked).toMatchObject({ code: 0, stdout: '' });
    expect(asked.stderr).toBe(`the crawl in ${out} is not running; it takes this when it is resumed\n`);
    await sfwc(['boost', out, host, '--times', '-2', '--by', 'ada']);
    await sfwc(['adjust', out, '--delay', '0', '--concurrency', '3', '--by', 'ada']);
    await sfwc(['rate', out, SMALL_SEED, 'no', '--rater', 'ada']);
    const seeds = await sfwc(['seed', out, 'https://seed.example/', '--by', 'ada', '--json']);
    expect(JSON.parse(seeds.stdout)).toEqual({ running: false });
    expect((await sfwc(['crawl', '--resume', '--out', out, '--max-pages', '50'])).code).toBe(0);
    const lines = (await readFile(join(out, 'actions.jsonl'), 'utf8')).trim().split('\n');
    const effects = lines.map((line) => (JSON.parse(line) as { effect: string }).effect);
    expect(effects).toEqual([
      `${host} is not requested any more`,
      expect.stringContaining(`${host} has a priority lower by`),
      '0 s between two requests to a host, 3 hosts at the same time',
      `${SMALL_SEED} is not about the topic`,
      '1 seeds added',
    ]);
    expect((await sfwc(['explain', out, SMALL_SEED])).stdout).toContain(
      'ada says that it is not about the topic',
    );
  });

  it.each([
    [['pause'], 'is not running'],
    [['resume'], 'continue it with: sfwc crawl --resume --out'],
    [['adjust'], 'nothing to adjust'],
    [['adjust', '--accept', 'all'], 'is precise, balanced, broad, or a number from 0 to 1'],
    [['rate', 'https://a.example/'], 'say whether the page is about the topic'],
    [['rate', 'a page', 'yes'], "'a page' is not a web address"],
  ])('refuse %j', async ([name = '', ...more], message) => {
    await endedCrawl();
    const { code, stderr } = await sfwc([name, out, ...more]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('say where there is no crawl', async () => {
    const { code, stderr } = await sfwc(['pause', join(root, 'nowhere')]);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no crawl in');
  });
});
