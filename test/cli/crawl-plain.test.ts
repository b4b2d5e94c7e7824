import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { SMALL_SEED, writeSmallWeb } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sfwc } from './run.js';
import { withSettings } from '../support/with-settings.js';
import { storedPages } from '../support/stored-pages.js';

const root = temporaryFolder();
const web = join(root, 'web');
const keepAll = withSettings({ keepDuplicates: true });

async function crawl(out: string, ...more: readonly string[]) {
  await writeSmallWeb(web);
  const place = ['--seeds', SMALL_SEED, '--out', out, '--web', web, '--delay', '0', ...keepAll];
  return sfwc(['crawl', ...place, ...more]);
}

async function eventsIn(out: string): Promise<readonly CrawlEvent[]> {
  const lines = (await readFile(join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CrawlEvent);
}

describe('a crawl without a topic', () => {
  it('keeps every page, breadth-first', async () => {
    const out = join(root, 'out');
    const { code, stdout } = await crawl(out, '--concurrency', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^without a topic: \d+ pages requested/);
    const events = await eventsIn(out);
    const done = events.filter(({ state }) => state === 'done');
    expect(done.length).toBeGreaterThan(3);
    expect(done.every(({ judgement }) => judgement?.accepted === true)).toBe(true);
    const depths = done.map(({ depth }) => depth);
    expect(depths).toEqual([...depths].sort());
    expect((await storedPages(out)).size).toBe(done.length);
    const query =
      'SELECT ?t { ?c a <http://sfwcrawler.com/core#Crawl> ; <http://purl.org/dc/terms/title> ?t }';
    const rdf = await sfwc(['query', join(out, 'crawl.nq.gz'), query]);
    expect(rdf.stdout).toContain('Crawl without a topic');
  });
});
