import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { tuneCrawl } from '../../../src/extensions/lab/tune.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';

const { root, kb } = beeTopic();
const [out, web] = [join(root, 'out'), join(root, 'web')];
const options = { kb, topic: 'bees', seeds: [SMALL_SEED], web, concurrency: 1, workers: 1, delay: 0 };

/** Every file below a folder with its content. */
async function contentOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'base64')] as const)),
  );
}

beforeAll(async () => {
  await writeSmallWeb(web);
  await crawlTopic({ ...options, out });
});

describe('tuneCrawl', () => {
  it('tries settings on what a crawl fetched, always the same, and leaves the crawl as it is', async () => {
    const before = await contentOf(out);
    const wanted = { kb, web, strategies: ['breadth-first', 'krs'], patiences: ['0', '5'], pages: 4 };
    const report = await tuneCrawl(out, wanted);
    expect(report).toMatchObject({ topic: 'bees', pages: 4, isPartial: false, points: [1, 2, 4] });
    const tried = report.candidates.map(
      ({ strategy, follow, patience }) => `${strategy} ${follow} ${patience}`,
    );
    expect(tried).toEqual(expect.arrayContaining(['breadth-first all 10', 'krs accepted-first 10']));
    expect(tried.some((one) => one.endsWith(' 0'))).toBe(true);
    for (const { requests, found, curve } of report.candidates) {
      expect(requests).toBeLessThanOrEqual(4);
      expect(found.at(-1)).toBeLessThanOrEqual(report.accepted);
      expect(curve).toBeGreaterThan(0);
    }
    // A few pages of a small web are too few to say that any settings are better.
    expect(report.candidates.every(({ tied }) => tied)).toBe(true);
    expect(report.options).toEqual([]);
    expect(report.undecided).toEqual(expect.arrayContaining(['strategy', 'patience']));
    const { stdout } = await sfwc([
      ...['tune', out, '--kb', kb, '--web', web, '--pages', '4'],
      ...['--strategies', 'breadth-first,krs', '--patiences', '0,5'],
    ]);
    expect(stdout).toContain(`this crawl cannot tell these ${report.candidates.length} settings apart`);
    expect(stdout).not.toContain('the best');
    expect(await tuneCrawl(out, wanted)).toEqual(report);
    expect(await contentOf(out)).toEqual(before);
  });

  it('stops when its time is over', async () => {
    const report = await tuneCrawl(out, { kb, web, maxSeconds: 1e-9, strategies: ['krs'] });
    expect(report).toMatchObject({ isPartial: true, candidates: [], options: [] });
  });

  it('needs a crawl', async () => {
    await expect(tuneCrawl(join(root, 'nowhere'), { kb })).rejects.toThrow(InputError);
  });
});

describe('a crawl that ends when a query holds', () => {
  const query = join(root, 'enough.rq');

  it('asks its own RDF', async () => {
    await writeFile(query, 'ASK { ?page <http://sfwcrawler.com/core#state> "done" }');
    const { summary } = await crawlTopic({ ...options, out: join(root, 'asked'), until: [`ask=${query}`] });
    // The small web has fewer URLs than are waited for between two times of asking.
    expect(summary).toMatchObject({ ended: 'nothing-left' });
  });

  it('refuses what it cannot ask, before it crawls', async () => {
    const place = join(root, 'refused');
    await writeFile(query, 'SELECT * { ?s ?p ?o }');
    await expect(crawlTopic({ ...options, out: place, until: [`ask=${query}`] })).rejects.toThrow(UsageError);
    const missing = crawlTopic({ ...options, out: place, until: ['ask=nowhere.rq'] });
    await expect(missing).rejects.toThrow('nowhere.rq: the file cannot be read');
    await expect(readdir(place)).rejects.toThrow('ENOENT');
  });
});
