import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlStatus } from '../../../src/app/crawl/crawl-status.js';
import { crawlTopic, resumeCrawl } from '../../../src/app/crawl/crawl-topic.js';
import { explainUrl } from '../../../src/app/crawl/explain.js';
import { acceptedPages } from '../../../src/app/crawl/pages.js';
import { queryKnowledgeBase } from '../../../src/app/kb/query-topics.js';
import { replayCrawl } from '../../../src/extensions/lab/replay.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { pageFileName } from '../../../src/crawling/store/page-files.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { without } from '../../../src/support/without.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { itInFull, THOROUGH } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';

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

type Web = 'falling' | 'rising';
const webs: Partial<Record<Web, string>> = {};
beforeAll(async () => {
  webs.falling = await writeWeb('falling', html(1, 2, '/last'), html(16, 0));
  webs.rising = await writeWeb('rising', html(6, 8, '/last'), html(6, 8));
});

function optionsFor(web: Web): Omit<CrawlOptions, 'out'> {
  const small = { concurrency: 1, workers: 1, delay: 0, keepDuplicates: true };
  return { kb, topic: 'bees', seeds: [`${SITE}/`], web: webs[web]!, ...small };
}

async function crawl(web: Web, changes: Partial<CrawlOptions> = {}) {
  const out = fresh();
  const { summary } = await crawlTopic({ ...optionsFor(web), out, ...changes });
  return { out, summary };
}

const wholes = new Map<Web, ReturnType<typeof crawl>>();

/** A crawl from beginning to end, for tests that only read its results. */
function wholeCrawl(web: Web): ReturnType<typeof crawl> {
  const whole = wholes.get(web) ?? crawl(web, { nif: true });
  wholes.set(web, whole);
  return whole;
}

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

async function filesIn(out: string) {
  const [pages, aside] = await Promise.all(
    ['pages', 'aside'].map(async (folder) => (await readdir(join(out, folder)).catch(() => [])).sort()),
  );
  return { pages, aside };
}

describe('a crawl whose threshold settles lower', () => {
  it('accepts the early page that it rejected, keeps it, and follows its links', async () => {
    const { out, summary } = await wholeCrawl('falling');
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
      judgement: { accepted: true, score: first?.judgement?.score },
      rejudged: { sequence: 2, accepted: false, threshold: first?.judgement?.reason.band.low },
    });
    expect(again?.judgement?.reason.band.low).toBeLessThan(again?.rejudged?.threshold ?? 0);
    expect(written.at(-1)).toMatchObject({ url: `${SITE}/last`, referrer: `${SITE}/early` });
    expect(summary).toMatchObject({ rejudged: 1, done: 43, accepted: 43, rejected: 0 });
    expect((await filesIn(out)).aside).toEqual([]);
  });

  it('says so wherever the page is asked for', async () => {
    const { out } = await wholeCrawl('falling');
    const url = `${SITE}/early`;
    expect((await collected(readEvents(out))).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 44 }, (_, place) => place + 1).filter((sequence) => sequence !== 31),
    );
    expect(await explainUrl(out, url)).toMatchObject({
      sequence: 2,
      fetched: true,
      judgement: { accepted: true },
      rejudged: { accepted: false },
    });
    const pages = await collected(acceptedPages(out));
    expect(pages[1]).toMatchObject({ url, text: expect.stringContaining('beekeeper') });
    const answer = await queryKnowledgeBase({
      place: kb,
      param: [],
      format: 'csv',
      crawls: [out],
      sources: [],
      settings: {},
      sparql: `PREFIX sfwc: <http://sfwcrawler.com/core#> PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
        SELECT ?now ?before WHERE { <${url}> sfwc:decision ?d . ?d sfwc:accepted ?now ; sfwc:acceptedBefore ?before .
          ?context nif:sourceUrl <${url}> }`,
      warn: () => undefined,
    });
    expect(answer.trim().split(/\r?\n/)).toEqual(['now,before', 'true,false']);
    expect((await crawlStatus(out)).counts).toMatchObject({ rejudged: 1, accepted: 43 });
  });

  it('keeps no page, not even aside, where pages are discarded', async () => {
    const { out, summary } = await crawl('falling', { discardPages: true });
    expect(summary.rejudged).toBe(1);
    expect(await filesIn(out)).toEqual({ pages: [], aside: [] });
  });

  itInFull('does not follow links again that were followed', async () => {
    const { out, summary } = await crawl('falling', { follow: 'all' });
    expect(changed(await lines(out))).toHaveLength(1);
    expect(summary.links).toMatchObject({ queued: 42 });
  });
});

describe('a crawl whose threshold settles higher', () => {
  it('rejects the early pages that it accepted, and puts them aside', async () => {
    const { out, summary } = await wholeCrawl('rising');
    const again = changed(await lines(out));
    expect(again.length).toBeGreaterThan(5);
    for (const event of again)
      expect(event).toMatchObject({ judgement: { accepted: false }, rejudged: { accepted: true } });
    expect(summary.rejudged).toBe(again.length);
    const accepted = (await collected(readEvents(out))).flatMap(({ url, judgement }) =>
      judgement?.accepted === true ? [url] : [],
    );
    expect(accepted).toEqual([`${SITE}/`, `${SITE}/last`]);
    expect(summary).toMatchObject({ accepted: 2, rejected: 41 });
    const { pages, aside } = await filesIn(out);
    expect(pages).toEqual(
      accepted.flatMap((url) => [`${pageFileName(url)}.html`, `${pageFileName(url)}.txt`]).sort(),
    );
    expect(aside).toHaveLength(82);
  });

  it('stays as it is where a person fixed the threshold', async () => {
    const { out, summary } = await crawl('rising', { accept: '0.5' });
    expect(changed(await lines(out))).toEqual([]);
    expect(summary).not.toHaveProperty('rejudged');
  });

  itInFull('changes the verdict of one topic among several', async () => {
    const { out, summary } = await crawl('rising', { topic: ['bees', 'other things'] });
    const again = changed(await lines(out));
    expect(again.length).toBeGreaterThan(5);
    for (const { judgement, rejudged } of again) {
      const of = (all: readonly { topic: string; accepted: boolean }[] = []) =>
        all.map(({ topic, accepted }) => [topic, accepted]);
      const others = judgement?.topics?.[1]?.accepted;
      expect(of(rejudged?.topics)).toEqual([
        ['bees', true],
        ['other things', others],
      ]);
      expect(of(judgement?.topics)).toEqual([
        ['bees', false],
        ['other things', others],
      ]);
    }
    expect(summary.acceptedByTopic).toMatchObject({ bees: 2 });
  });
});

describe.each(THOROUGH ? (['falling', 'rising'] as const) : (['rising'] as const))(
  'when the threshold is %s',
  (web) => {
    itInFull('is the same after a failure at any of the new verdicts', async () => {
      const whole = await wholeCrawl(web);
      const expected = [await lines(whole.out), await filesIn(whole.out)];
      const count = whole.summary.rejudged ?? 0;
      for (const failing of new Set(THOROUGH ? [1, Math.ceil(count / 2), count] : [Math.ceil(count / 2)])) {
        const out = fresh();
        let seen = 0;
        const write = ({ rejudged }: CrawlEvent): void => {
          if (rejudged !== undefined && (seen += 1) === failing) throw new Error('the disk is full');
        };
        await expect(crawlTopic({ ...optionsFor(web), out, sinks: [{ write }] })).rejects.toThrow(
          'disk is full',
        );
        const { summary } = await resumeCrawl({ out, sinks: [{ write: () => undefined }] });
        expect([await lines(out), await filesIn(out)]).toEqual(expected);
        expect(summary).toMatchObject({ rejudged: count, accepted: whole.summary.accepted });
      }
    });

    itInFull('is the same after an end at any limit', async () => {
      const whole = await wholeCrawl(web);
      for (const maxPages of THOROUGH ? [29, 30, 31, 42] : [30]) {
        const { out } = await crawl(web, { maxPages });
        await resumeCrawl({ out, maxPages: 1000 });
        expect(await lines(out)).toEqual(await lines(whole.out));
      }
    });

    it('is what a replay comes to', async () => {
      const { out } = await wholeCrawl(web);
      const { judgedAgain } = await replayCrawl(out, { kb, classifier: 'ensemble', web: webs[web]! });
      expect(judgedAgain).toMatchObject({ missing: {}, gained: [], lost: [] });
    });
  },
);
