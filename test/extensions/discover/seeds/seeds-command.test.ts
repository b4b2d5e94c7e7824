import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SeedsReport } from '../../../../src/extensions/discover/seeds/propose-seeds.js';
import { readSeeds } from '../../../../src/app/crawl/setup/read-seeds.js';
import { startFakeSearch, type FakeSearch } from '../../../support/fake-search.js';
import {
  DRONE,
  HIVE,
  MARKET,
  QUEEN,
  SEARCHABLE,
  startHarvestWeb,
  type HarvestWeb,
} from '../../../support/harvest-web.js';
import { beeTopic } from '../../../support/bee-topic.js';
import { writeFiles } from '../../../support/small-corpus.js';
import { sfwc } from '../../../cli/run.js';

const { root, kb } = beeTopic();
const [links, out] = [join(root, 'links'), join(root, 'seeds.txt')];
const PAGE = `<p><a href="${DRONE}">About the drones of a hive</a> <a href="javascript:go()">x</a>
  <a href="http://169.254.169.254/latest">honey bees</a> <a href="../other.html">colony</a> <a href="http://gone.example/">gone</a></p>`;

let search: FakeSearch;
let web: HarvestWeb;

beforeAll(async () => {
  await writeFiles(links, { 'page.html': PAGE, 'notes.md': `See [the market](${MARKET}).` });
  search = await startFakeSearch(SEARCHABLE);
});
beforeEach(async () => {
  web = await startHarvestWeb();
  search.before = () => false;
});
afterEach(() => web.close());
afterAll(() => search.close());

const command = (...more: readonly string[]): string[] => [
  ...['seeds', '--kb', kb, '--topic', 'bees', '--set', `connectTo=${web.connectTo}`],
  ...['--delay', '0', '--set', 'searchDelay=0', '--set', 'retries=0', ...more],
];
const everySource = (): string[] => [
  ...['--corpus', links, '--engine', `${search.address}/`, '--searches', '5'],
];
const urls = (list: readonly { readonly url: string }[]): string[] => list.map(({ url }) => url);

describe('sfwc seeds', () => {
  it('proposes pages of both sources that are on topic, with reasons, as a file that crawls read', async () => {
    const { code, stdout, stderr } = await sfwc(command(...everySource(), '--out', out, '--json'));
    expect([code, stderr.replace(/^probing .*\n/gm, '')]).toEqual([
      0,
      expect.stringMatching(/^saved .*seeds\.txt: \d seeds of \d+ candidates\n$/),
    ]);
    const { seeds, rejected, sources, probes } = JSON.parse(stdout) as SeedsReport;
    expect(urls(seeds)).toEqual(expect.arrayContaining([HIVE, QUEEN, DRONE]));
    expect(sources.map(({ source, candidates }) => [source, candidates > 0])).toEqual([
      ['corpus', true],
      ['search', true],
    ]);
    const reasons = Object.fromEntries(rejected.map(({ url, reason }) => [url, reason]));
    expect(reasons).toMatchObject({
      [MARKET]: 'off-topic',
      'http://gone.example/': 'failed',
      'http://169.254.169.254/latest': 'private',
    });
    expect(probes).toBe(web.asked.length);
    const file = await readFile(out, 'utf8');
    expect(await readSeeds([out])).toEqual(urls(seeds));
    expect(file).toMatch(/^# on topic \(score [\d.]+\); nouns: \w+/m);
    expect(file).toMatch(/^# search: “\w+ \w+( \w+)?” at http:.*, place \d/m);
    expect(file).toMatch(
      /^# corpus: links in .*links, place \d: linked by 1 document as “About the drones of a hive”$/m,
    );
  });

  it('fails where no source has anything, and where nothing is worth a seed', async () => {
    const none = await sfwc(command());
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: no source proposes an address \(corpus: nothing\)\n.*--corpus/),
    ]);
    const market = join(root, 'market.md');
    await writeFile(market, MARKET);
    const poor = await sfwc(command('--corpus', market));
    expect([poor.code, poor.stderr]).toEqual([
      1,
      expect.stringContaining('error: no candidate is a good seed'),
    ]);
    expect(poor.stdout).toContain('# 1: it was judged off topic');
  });
});
