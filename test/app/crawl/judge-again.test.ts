import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic, resumeCrawl } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { once } from '../../../src/support/once.js';
import { without } from '../../../src/support/without.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { itInFull, THOROUGH } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';
import { storedPages } from '../../support/stored-pages.js';

const { root, kb } = beesAndOtherThings();
const fresh = placesIn(root);
const SITE = 'http://bees.example';
const sentences = (texts: Readonly<Record<string, string>>) => Object.values(texts).join(' ').split('. ');
const [BEES, OTHERS] = [sentences(BEE_TEXTS), sentences(OTHER_TEXTS)];

/** A page with so many sentences about bees and about anything else, and a link. */
function html(bees: number, others: number, ...links: readonly string[]): string {
  const text = [...BEES.slice(0, bees), ...OTHERS.slice(0, others)].join('. ');
  const anchors = links.map((link) => `<a href="${link}">next</a>`).join('');
  return `<html><head><title>A page</title></head><body><p>${text}</p>${anchors}</body></html>`;
}

/**
 * A web whose first page links to all others but the last. The middle ones say what kind of pages there are.
 * @param early the page that is judged second; it alone leads to the last one
 */
async function writeWeb(name: string, early: string, others: string): Promise<string> {
  // Numbered pages of the same content would be a trap.
  const letters = Array.from('abcdefgh');
  const middle = letters.flatMap((one) => letters.slice(0, 5).map((other) => `/${one}${other}`));
  const content: Readonly<Record<string, string>> = {
    '/': html(16, 0, '/early', ...middle),
    '/early': early,
    ...Object.fromEntries(middle.map((path) => [path, others])),
    '/last': html(16, 0),
  };
  const fileOf = (path: string): string => `pages${path === '/' ? '/index' : path}.html`;
  const pages = Object.keys(content).map((path) => ({
    url: `${SITE}${path}`,
    file: fileOf(path),
    kind: 'page',
    topics: [],
    contentType: 'text/html',
  }));
  const manifest = { hosts: ['bees.example'], seeds: { bees: [`${SITE}/`] }, pages };
  return writeFiles(join(root, name), {
    'manifest.json': JSON.stringify(manifest),
    ...Object.fromEntries(Object.entries(content).map(([path, page]) => [fileOf(path), page])),
  });
}

let web: string;
beforeAll(async () => {
  web = await writeWeb('web', html(4, 14, '/last'), html(0, 8));
});

function options(): Omit<CrawlOptions, 'out'> {
  const small = { concurrency: 1, workers: 1, delay: 0, keepDuplicates: true };
  return { kb, topic: 'bees', seeds: [`${SITE}/`], web, ...small };
}

async function crawl(changes: Partial<CrawlOptions> = {}) {
  const out = fresh();
  const { summary } = await crawlTopic({ ...options(), out, ...changes });
  return { out, summary };
}

/** A crawl from beginning to end, for tests that only read its results. */
const wholeCrawl = once(() => crawl({ record: ['texts'] }));

/** The lines of the events, without times. */
async function lines(out: string): Promise<readonly Partial<CrawlEvent>[]> {
  const text = await readFile(join(out, 'events.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { rejudged, ...event } = without(JSON.parse(line) as CrawlEvent, 'time');
      return rejudged === undefined ? event : { ...event, rejudged: { ...rejudged, time: '' } };
    });
}

const changed = (events: readonly Partial<CrawlEvent>[]) =>
  events.filter(({ rejudged }) => rejudged !== undefined);

describe('a crawl that meets an early page among others', () => {
  it('accepts the early page that it rejected, keeps it, and follows its links', async () => {
    const { out, summary } = await wholeCrawl();
    const written = await lines(out);
    const [again, ...others] = changed(written);
    expect(others).toEqual([]);
    const first = written.find(({ url }) => url === `${SITE}/early`);
    expect(first?.judgement?.accepted).toBe(false);
    expect(again).toMatchObject({
      url: `${SITE}/early`,
      sequence: 31,
      state: 'done',
      fetched: false,
      judgement: { accepted: true, reason: { summary: expect.stringContaining('among 30 pages') } },
      rejudged: { sequence: first?.sequence, accepted: false, threshold: first?.judgement?.reason.band.low },
    });
    expect(again?.judgement?.score).toBeGreaterThan(first?.judgement?.score ?? 1);
    const last = written.find(({ url }) => url === `${SITE}/last`);
    expect(last).toMatchObject({ referrer: `${SITE}/early`, judgement: { accepted: true } });
    expect(summary).toMatchObject({ rejudged: 1, done: 43, accepted: 3, rejected: 40 });
    expect((await storedPages(out)).get(`${SITE}/early`)?.text).toBeDefined();
  });
});

describe('a crawl that judges pages again', () => {
  itInFull('comes to the same verdicts after an end at any limit', async () => {
    const verdictsOf = async (out: string): Promise<readonly string[]> =>
      (await collected(readEvents(out))).map(({ url, judgement }) => `${url} ${judgement?.accepted}`).sort();
    const whole = await wholeCrawl();
    for (const maxPages of THOROUGH ? [29, 30, 31, 42] : [30]) {
      const { out } = await crawl({ maxPages });
      await resumeCrawl({ out, maxPages: 1000 });
      expect(await verdictsOf(out)).toEqual(await verdictsOf(whole.out));
    }
  });
});
