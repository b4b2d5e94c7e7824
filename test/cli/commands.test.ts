import { packagedPath } from '../../src/support/files/packaged-path.js';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openSampleWeb } from '../../src/extensions/archives/open-web.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { sfwc } from './run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { copyCrawl } from '../support/crawl-folder.js';
import { storedPages } from '../support/stored-pages.js';

/** The whole way through the command line, on the samples. */

const { root: folder, kb } = diabetesTopic();
const out = copyCrawl(path.join(folder, 'out'));

async function events(place: string): Promise<CrawlEvent[]> {
  const lines = (await readFile(path.join(place, 'events.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CrawlEvent);
}

describe('crawl and explain', () => {
  it('keeps pages about the topic, and has one event for each address, and one for each verdict that changed', async () => {
    const lines = await events(out);
    expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => index + 1));
    const first = lines.filter(({ rejudged }) => rejudged === undefined);
    expect(new Set(first.map(({ url }) => url)).size).toBe(first.length);
    const all = [...new Map(lines.map((event) => [event.url, event])).values()];
    expect(all).toHaveLength(first.length);
    const web = await openSampleWeb(packagedPath('corpora/sample-web'));
    const truth = new Map(web.manifest.pages.map((page) => [page.url, page.topics.includes('diabetes')]));
    const accepted = all.filter(({ judgement }) => judgement?.accepted === true);
    expect(accepted.length).toBeGreaterThan(3);
    const right = accepted.filter(({ url, finalUrl }) => truth.get(finalUrl ?? url) === true);
    expect(right.length / accepted.length).toBeGreaterThan(0.8);
    expect((await storedPages(out)).size).toBe(accepted.length);
  });

  it('explains an accepted and a rejected page, and an address that it never met', async () => {
    // The last event of a page counts.
    const all = [...new Map((await events(out)).map((event) => [event.url, event])).values()];
    for (const wanted of [true, false]) {
      const url = all.find(({ judgement }) => judgement?.accepted === wanted)?.url ?? '';
      const { code, stdout } = await sfwc(['explain', out, url]);
      expect(code).toBe(0);
      expect(stdout).toContain(wanted ? 'accepted: ' : 'rejected: ');
    }
    const unknown = await sfwc(['explain', out, 'http://nowhere.example/']);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
  });

  it('fails and names the cause where not a single page could be fetched', async () => {
    const place = path.join(folder, 'dead');
    const dead = 'http://dead.example/';
    // On a simulated clock, which does not wait before a host is tried again.
    const args = ['--kb', kb, '--topic', 'diabetes', '--web', packagedPath('corpora/sample-web')];
    const crawled = await sfwc(['crawl', '--seeds', dead, '--out', place, ...args]);
    expect(crawled.code).toBe(1);
    const cause = 'dead.example: the host does not exist';
    const noPage = `no page could be fetched and read: ${dead}: robots.txt could not be fetched`;
    expect(crawled.stderr).toMatch(`error: ${noPage}`);
    const status = await sfwc(['explain', place]);
    expect(status.stdout).toContain(noPage);
    const explained = await sfwc(['explain', place, dead]);
    for (const text of [crawled.stderr, status.stdout, explained.stdout]) expect(text).toContain(cause);
  });
});

describe('wrong usage', () => {
  it.each([
    [['crawl'], '--seeds: is required'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['query'], 'missing required argument'],
    [['build', 'corpora/diabetes', '--topic', 'a/b', '--kb', 'x'], '--topic'],
  ])('%j → exit code 2', async (args, message) => {
    const result = await sfwc(args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });

  it('fails, with what to do, on files that are not there', async () => {
    for (const args of [
      ['build', 'no/such/folder', '--topic', 't', '--kb', kb],
      ['query', 'no/such/kb', 'ASK {}'],
      ['query', kb, '--file', 'no/such.rq'],
      ['classify', 'no/such/file', '--kb', kb, '--topic', 'diabetes'],
      ['classify', 'README.md', '--kb', kb, '--topic', 'astronomy'],
      ['explain', 'no/such/out', 'http://a.example/'],
    ]) {
      const result = await sfwc(args);
      expect([args, result.code, result.stdout]).toEqual([args, 1, '']);
      expect(result.stderr).toMatch(/^error: /);
      expect(result.stderr).not.toMatch(/\n\s+at /);
    }
  });
});
