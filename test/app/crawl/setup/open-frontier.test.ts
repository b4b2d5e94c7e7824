import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crawlTopic, resumeCrawl, type CrawlReport } from '../../../../src/app/crawl/crawl-topic.js';
import { crawlStatus } from '../../../../src/app/crawl/crawl-status.js';
import type { CrawlOptions } from '../../../../src/app/settings/settings.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { InputError, UsageError } from '../../../../src/model/errors.js';
import { createWebFetcher } from '../../../../src/web/stored/fetcher.js';
import { openSampleWeb, type SampleWeb } from '../../../../src/extensions/webs/sample-web.js';
import { ROOT, sfwc } from '../../../cli/run.js';
import { beeTopic, diabetesTopic, openSmallWeb } from '../../../support/bee-topic.js';
import { collected } from '../../../support/collected.js';
import { manualClock } from '../../../support/manual-clock.js';
import { frontierIn, ownFrontiers, type OwnFrontierModules } from '../../../support/own-frontiers.js';
import { SMALL_SEED, writeFiles } from '../../../support/small-corpus.js';
import { itInFull } from '../../../support/thorough.js';
import { placesIn } from '../../../support/temporary-folder.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
let web: SampleWeb;
let modules: OwnFrontierModules;

beforeAll(async () => {
  web = await openSmallWeb(root);
  modules = await ownFrontiers(root);
});

function crawl(changes: Partial<CrawlOptions>): Promise<CrawlReport> {
  const options = { kb, topic: 'bees', seeds: [SMALL_SEED], out: fresh(), concurrency: 1, delay: 0 };
  return crawlTopic({ ...options, ...changes }, { fetcher: createWebFetcher(web), clock: manualClock() });
}

const resume = (out: string, changes: object = {}): Promise<CrawlReport> =>
  resumeCrawl({ out, ...changes }, { fetcher: createWebFetcher(web), clock: manualClock() });

const eventsOf = (out: string): Promise<CrawlEvent[]> => collected(readEvents(out));

function outlined(events: readonly CrawlEvent[]) {
  return events.map(({ url, state, priority, judgement }) => [url, state, priority?.value, judgement?.score]);
}

function urlsOf(events: readonly CrawlEvent[]): string[] {
  return events.map(({ url }) => url).sort();
}

function acceptedOf(events: readonly CrawlEvent[]): string[] {
  return events.flatMap(({ url, judgement }) => (judgement?.accepted === true ? [url] : []));
}

const own = (name: 'json' | 'list'): Partial<CrawlOptions> => ({ plugin: [modules[name]] });

describe('a crawl of the sample web with the frontier of a plugin', () => {
  const diabetes = diabetesTopic();
  const sample: Partial<CrawlOptions> = {
    topic: 'diabetes',
    web: path.join(ROOT, 'corpora/sample-web'),
    maxPages: 40,
  };
  async function sampled(changes: Partial<CrawlOptions>): Promise<readonly CrawlEvent[]> {
    const { manifest } = await openSampleWeb(path.join(ROOT, 'corpora/sample-web'));
    const out = fresh();
    await crawlTopic({
      ...sample,
      kb: diabetes.kb,
      seeds: manifest.seeds['diabetes'] ?? [],
      out,
      ...changes,
    });
    return eventsOf(out);
  }

  itInFull(
    'is the same event by event, where the frontier has all methods and rounds as the built-in one',
    async () => {
      const text = readFileSync(modules.json, 'utf8').replace(
        /valueAt: \(rank\)\s*=>\s*([^\n]*?),?\n/,
        'valueAt: (rank) => rounded($1),\n',
      );
      expect(text).toContain('rounded(');
      // The first 24 bits of a number: the port lets the value be too low by so much.
      const rounded = `function rounded(value) {
      if (value === undefined) return undefined;
      const bits = new DataView(new ArrayBuffer(8));
      bits.setFloat64(0, value);
      bits.setUint32(0, bits.getUint32(0) & 0xffffff00);
      bits.setUint32(4, 0);
      return bits.getFloat64(0);
    }`;
      const folder = await writeFiles(fresh(), { 'rounding.mjs': `${text}\n${rounded}\n` });
      const events = await sampled({ plugin: [path.join(folder, 'rounding.mjs')] });
      expect(outlined(events)).toEqual(outlined(await sampled({})));
      expect(acceptedOf(events).length).toBeGreaterThan(10);
    },
  );
});

describe('a crawl with the frontier of a plugin', () => {
  let whole: readonly CrawlEvent[];
  beforeAll(async () => {
    const out = fresh();
    await crawl({ out });
    whole = await eventsOf(out);
  });

  it.each(['json', 'list'] as const)(
    'visits and accepts the same pages with the frontier %s',
    async (name) => {
      const out = fresh();
      await crawl({ out, ...own(name) });
      const events = await eventsOf(out);
      expect(urlsOf(events)).toEqual(urlsOf(whole));
      expect(acceptedOf(events).sort()).toEqual(acceptedOf(whole).sort());
      expect(acceptedOf(whole)).toHaveLength(4);
    },
  );

  it('continues where it stood, and says what waits', async () => {
    const out = fresh();
    await crawl({ out, ...own('json'), maxPages: 4 });
    const status = await crawlStatus(out);
    expect(status.counts).toMatchObject({ fetched: 4 });
    expect(status.counts.queued).toBeGreaterThan(0);
    await resume(out, { maxPages: 1000 });
    expect(urlsOf(await eventsOf(out))).toEqual(urlsOf(whole));
  });

  it('is not resumed where the frontier does not keep its URLs, or lost them', async () => {
    const fleeting = fresh();
    await crawl({ out: fleeting, ...own('list'), maxPages: 4 });
    const before = await eventsOf(fleeting);
    const refused = resume(fleeting, { maxPages: 10 });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow("cannot be resumed: its frontier 'list' keeps no URLs");
    expect(await eventsOf(fleeting)).toEqual(before);

    const lost = path.join(await writeFiles(fresh(), { 'lost.mjs': '' }), 'lost.mjs');
    const out = fresh();
    const text = readFileSync(modules.json, 'utf8').replace(/isResumed \? .* : EMPTY/, 'EMPTY');
    await writeFiles(path.dirname(lost), { 'lost.mjs': text });
    await crawl({ out, plugin: [lost], maxPages: 4 });
    const emptied = resume(out, { maxPages: 10 });
    await expect(emptied).rejects.toThrow(InputError);
    await expect(emptied).rejects.toThrow(/the frontier 'json' lost the \d+ URLs that were queued/);
  });

  it('is the only one that plugins bring', async () => {
    const out = fresh();
    const both = ['--plugin', modules.json, '--plugin', modules.list];
    const { code, stderr } = await sfwc(['crawl', '--seeds', SMALL_SEED, '--out', out, ...both]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("the frontiers 'json' and 'list' are both loaded"),
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it('is not shared by workers', async () => {
    const out = fresh();
    const shared = ['--frontier', 'postgres://127.0.0.1:1/none', '--crawl-name', 'us'];
    const begin = ['crawl', '--seeds', SMALL_SEED, '--out', out, ...shared];
    const { code, stderr } = await sfwc([...begin, '--plugin', modules.json]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("workers cannot share a crawl with the frontier 'json' of a plugin"),
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it('is needed again to resume the crawl, and only then', async () => {
    const [mine, builtIn] = [fresh(), fresh()];
    await crawl({ out: mine, ...own('json'), maxPages: 2 });
    await crawl({ out: builtIn, maxPages: 2 });
    const none = path.join(
      await writeFiles(fresh(), { 'none.mjs': 'export const sinks = { none: { write() {} } };' }),
      'none.mjs',
    );
    const resumed = (out: string, plugin: string) =>
      sfwc(['crawl', '--resume', '--out', out, '--plugin', plugin]);
    const before = [await eventsOf(mine), await eventsOf(builtIn)];
    for (const other of [none, modules.list]) {
      const { code, stderr } = await resumed(mine, other);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining("uses the frontier 'json' of a plugin that is not loaded"),
      ]);
      expect(stderr).toContain('load the plugin again: --plugin FILE');
    }
    const { code, stderr } = await resumed(builtIn, modules.json);
    expect([code, stderr]).toEqual([2, expect.stringContaining("was begun without the frontier 'json'")]);
    expect([await eventsOf(mine), await eventsOf(builtIn)]).toEqual(before);
  });

  it('ends a crawl with an error that names it, and is closed', async () => {
    const kind = await frontierIn(modules.list, 'list');
    const list = await kind.open({ out: root, isResumed: false });
    const text = `export const frontiers = { bad: { open: () => ({
      ${Object.keys(list)
        .map((method) => `${method}() { throw new Error('no luck'); }`)
        .join(', ')},
      close() { globalThis.closedFrontiers = (globalThis.closedFrontiers ?? 0) + 1; },
    }) } };`;
    const plugin = path.join(await writeFiles(fresh(), { 'bad.mjs': text }), 'bad.mjs');
    const closings = globalThis as { closedFrontiers?: number };
    await expect(crawl({ plugin: [plugin] })).rejects.toThrow(/the frontier 'bad'.* failed: no luck/);
    expect(closings.closedFrontiers).toBe(1);
    delete closings.closedFrontiers;
  });
});
