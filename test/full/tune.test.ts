import { beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { crawlTopic } from '../../src/app/crawl/crawl-topic.js';
import { packagedPath } from '../../src/support/files/packaged-path.js';
import { sfwc } from '../cli/run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { describeUnless } from './data.js';

describeUnless(undefined, 'sfwc tune on a crawl of the sample web', () => {
  const { root, kb } = diabetesTopic();
  const place = join(root, 'sample');
  const sample = packagedPath('corpora/sample-web');
  const tune = (...more: readonly string[]) => sfwc(['tune', place, '--kb', kb, '--web', sample, ...more]);
  beforeAll(async () => {
    await crawlTopic({
      ...{ kb, topic: 'diabetes', web: sample, seeds: ['http://glucosecare.example/'] },
      ...{ follow: 'all', workers: 1, out: place, accept: 'broad' },
    });
  }, 60_000);

  it('recommends what is better by more than chance, and names what is worse', async () => {
    const { stdout } = await tune('--strategies', 'learning,breadth-first', '--patiences', '10');
    expect(stdout).toMatch(/^the best: sfwc crawl … --strategy learning --patience 10 --accept broad$/m);
    expect(stdout).toMatch(/^ {2}this crawl cannot tell the tried values of .*--follow.* apart$/m);
    expect(stdout).toMatch(
      /^ {2}worse, and hardly by chance: --strategy breadth-first, --accept balanced, --accept precise$/m,
    );
  }, 60_000);

  it('says which settings it cannot tell apart where several are best, and others worse', async () => {
    const strategies = 'learning,best-first-page-anchor,shark-search,breadth-first';
    const { stdout } = await tune('--strategies', strategies, '--patiences', '0,10,60');
    expect(stdout).toMatch(
      /^(?:this crawl cannot tell the best \d+ settings apart: the first and those|the best: .*\n {2}this crawl cannot tell the tried values of .*--strategy.* apart$)/m,
    );
    expect(stdout).toMatch(/^ {2}worse, and hardly by chance: .*--strategy (?:breadth-first|shark-search)/m);
  }, 60_000);
});
