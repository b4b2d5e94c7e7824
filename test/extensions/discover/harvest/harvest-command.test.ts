import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HarvestReport } from '../../../../src/extensions/discover/harvest/harvest.js';
import type { SourceLists } from '../../../../src/extensions/discover/harvest/lists.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { startFakeSearch, type FakeSearch } from '../../../support/fake-search.js';
import {
  BEE_THESAURUS,
  COPY,
  DRONE,
  FORUM,
  FRONT,
  HIVE,
  HUB,
  MARKET,
  QUEEN,
  SEARCHABLE,
  startHarvestWeb,
  type HarvestWeb,
} from '../../../support/harvest-web.js';
import { sfwc } from '../../../cli/run.js';
import { beeTopic } from '../../../support/bee-topic.js';

const { root: folder } = beeTopic();
let search: FakeSearch;
let web: HarvestWeb;
let out = '';
let made = 0;

beforeAll(async () => {
  search = await startFakeSearch(SEARCHABLE);
  await writeFile(join(folder, 'bees.ttl'), BEE_THESAURUS);
});
beforeEach(async () => {
  web = await startHarvestWeb();
  search.before = () => false;
  out = join(folder, `out-${++made}`);
});
afterEach(() => web.close());
afterAll(() => search.close());

const command = (...more: readonly string[]): string[] => [
  'harvest',
  ...['--kb', join(folder, 'kb'), '--topic', 'bees', '--thesaurus', join(folder, 'bees.ttl')],
  ...['--engine', `${search.address}/`, '--set', `connectTo=${web.connectTo}`, '--out', out],
  ...['--searches', '8', '--delay', '0', '--set', 'searchDelay=0', '--set', 'retries=0', ...more],
];

async function run(...more: readonly string[]): Promise<HarvestReport> {
  const { code, stdout, stderr } = await sfwc(command('--json', ...more));
  expect([code, stderr.replace(/^harvesting .*\n/gm, '')]).toEqual([0, '']);
  return JSON.parse(stdout) as HarvestReport;
}

/** What became of each address in a run: `done`, `relevant`, or the code. */
async function outcomes(name: string): Promise<Record<string, string>> {
  const text = await readFile(join(out, 'runs', name, 'events.jsonl'), 'utf8');
  const events = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CrawlEvent);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  return Object.fromEntries(
    events.map(({ url, code, judgement }) => [
      url,
      code ?? (judgement?.accepted === true ? 'relevant' : 'irrelevant'),
    ]),
  );
}

const lists = async (): Promise<SourceLists> =>
  JSON.parse(await readFile(join(out, 'lists.json'), 'utf8')) as SourceLists;
const urls = (sources: readonly { readonly url: string }[]): string[] => sources.map(({ url }) => url).sort();

describe('sfwc harvest', () => {
  it('searches, leaves out what is no page to judge, judges the rest, and keeps hubs and sites', async () => {
    const { summary } = await run();
    expect(summary).toMatchObject({
      run: '001',
      ended: 'complete',
      searches: { planned: 8, made: 8, addresses: 6 },
      pages: { relevant: 3, irrelevant: 1, failed: 2 },
      reasons: { 'verbatim-copy': 1, 'blog-or-forum': 1, hub: 1 },
    });
    const found = await outcomes('001');
    // Which of the two is the copy depends on which came first.
    expect([found[HIVE], found[COPY]].sort()).toEqual(['relevant', 'verbatim-copy']);
    expect(found).toMatchObject({
      [QUEEN]: 'relevant',
      [DRONE]: 'relevant',
      [MARKET]: 'irrelevant',
      [FORUM]: 'blog-or-forum',
      [HUB]: 'hub',
    });
    expect(web.asked).not.toContain(FORUM);
    const { hubs, sites } = await lists();
    expect(urls(hubs)).toEqual(found[HIVE] === 'relevant' ? [HUB] : []);
    expect(urls(sites)).toEqual(found[HIVE] === 'relevant' ? [FRONT] : []);
  });

  it('prints a table, explains each page, and answers queries about where it was found', async () => {
    web.pages.delete(COPY);
    const { code, stdout } = await sfwc(command());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^bees, run 001: 8 searches found 6 URLs; \d+ pages requested in [\d.]+ s\n/);
    expect(stdout).toMatch(/^ {2}3 relevant, /m);
    expect(stdout).toMatch(/^ {2}reasons for skips and failures: .*blog-or-forum 1/m);
    expect(stdout).toMatch(/^ {2}kept for the next run in .*: 1 hubs \(0 before\), 1 sites \(0 before\)$/m);
    const results = join(out, 'runs/001');
    const queen = await sfwc(['explain', results, QUEEN]);
    expect(queen.stdout).toMatch(/found on http:\/\/127\.0\.0\.1:\d+\/search\?.* under “The queen”/);
    expect(queen.stdout).toMatch(/queued with priority [\d.]+ \(place \d of the search “\w+ \w+( \w+)?”\)/);
    expect(queen.stdout).toMatch(/accepted: \d+ entries in \d facets/);
    expect((await sfwc(['explain', results, HUB])).stdout).toMatch(
      /skipped: hub — 5 links to other sites, \d words/,
    );
    expect((await sfwc(['explain', results, FORUM])).stdout).toMatch(/skipped: blog-or-forum/);
    const query = `SELECT ?found WHERE { <${QUEEN}> <http://sfwcrawler.com/core#foundOn> ?found }`;
    const answer = await sfwc(['query', join(folder, 'kb'), query, '--crawl', results]);
    expect(answer.stdout).toMatch(/\/search\?/);
  });

  it('goes on with what is listed when the search engine is down, and says what is wrong where nothing is', async () => {
    search.before = (_, response) => (response.writeHead(503).end(), true);
    const down = await sfwc(command());
    expect(down).toMatchObject({ code: 1, stdout: '' });
    expect(down.stderr).toMatch(
      /^error: http:\/\/127\.0\.0\.1:\d+\/ gave no answer: status 503 \(tried once\)/m,
    );
    search.before = () => false;
    web.pages.delete(COPY);
    expect((await run()).summary.run).toBe('001');
    search.before = (_, response) => (response.writeHead(403).end(), true);
    const listed = await sfwc(command());
    expect(listed.code).toBe(1);
    expect(listed.stdout).toContain('bees, run 002');
    expect(listed.stderr).toMatch(/warning: .*status 403 .*SearXNG.*; 0 of 8 searches were made/);
    expect(listed.stderr).toMatch(/^error: no search succeeded: .*status 403/m);
  });

  it.each([[['--engine', 'corpora/web'], /--engine/]])('refuses %j as wrong usage', async (more, message) => {
    const { code, stderr } = await sfwc(command(...more));
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
