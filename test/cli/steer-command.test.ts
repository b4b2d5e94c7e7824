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

describe('sfwc steer', () => {
  it('leaves an action for a crawl that is not running until it is resumed', async () => {
    await endedCrawl();
    const host = new URL(SMALL_SEED).host;
    const asked = await sfwc(['steer', out, 'block', host, '--by', 'ada']);
    expect(asked).toMatchObject({ code: 0, stdout: '' });
    expect(asked.stderr).toBe(`the crawl in ${out} is not running; it takes this when it is resumed\n`);
    await sfwc(['steer', out, 'boost', host, '--times', '-2', '--by', 'ada']);
    await sfwc(['steer', out, 'adjust', '--delay', '0', '--concurrency', '3', '--by', 'ada']);
    await sfwc(['steer', out, 'rate', SMALL_SEED, 'no', '--by', 'ada']);
    const seeds = await sfwc(['steer', out, 'seed', 'https://seed.example/', '--by', 'ada', '--json']);
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
    [['resume'], 'continue it: sfwc crawl --resume --out'],
    [['adjust'], 'nothing to adjust'],
    [['adjust', '--accept', 'all'], 'is precise, balanced, broad, or a number from 0 to 1'],
    [['rate', 'https://a.example/'], 'yes|no|skip is missing'],
    [['rate', 'a page', 'yes'], "'a page' is not a web address"],
    [['rate', 'https://a.example/', 'maybe'], 'say whether the page is about the topic'],
    [['block'], 'WHAT is missing'],
    [['block', 'a.example', 'b.example'], "unexpected after 'block WHAT': b.example"],
    [['pause', '--times', '2'], '--times does not apply to pause, but to boost'],
    [['unpause'], "did you mean 'pause'?"],
    [[], "missing required argument 'action'"],
  ])('refuses %j', async (words, message) => {
    await endedCrawl();
    const { code, stderr } = await sfwc(['steer', out, ...words]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
