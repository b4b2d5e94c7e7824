import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { crawlTopic, resumeCrawl, type CrawlReport } from '../../../../src/app/crawl/crawl-topic.js';
import { crawlStatus } from '../../../../src/app/crawl/crawl-status.js';
import { openFrontier } from '../../../../src/app/crawl/setup/open-frontier.js';
import type { CrawlOptions } from '../../../../src/app/settings/settings.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { FrontierKind, OwnFrontier } from '../../../../src/judging/plugins/frontier-kind.js';
import type { Plugin } from '../../../../src/judging/plugins/plugin.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { InputError, PluginError, UsageError } from '../../../../src/model/errors.js';
import { createWebFetcher } from '../../../../src/web/stored/fetcher.js';
import { openSampleWeb, type SampleWeb } from '../../../../src/web/stored/sample-web.js';
import { ROOT, sfwc } from '../../../cli/run.js';
import { frontierContract } from '../../../contracts/frontier.js';
import { beeTopic, diabetesTopic, openSmallWeb } from '../../../support/bee-topic.js';
import { collected } from '../../../support/collected.js';
import { compiledExample } from '../../../support/example.js';
import { manualClock } from '../../../support/manual-clock.js';
import { always, queued } from '../../../support/queued-urls.js';
import { SMALL_SEED, writeFiles } from '../../../support/small-corpus.js';
import { placesIn } from '../../../support/temporary-folder.js';
import { rounds } from '../../../support/thorough.js';

const { root, kb } = beeTopic();
const diabetes = diabetesTopic();
const fresh = placesIn(root);
let web: SampleWeb;
/** The example, and the frontier of the document. */
let modules: { readonly json: string; readonly list: string };

beforeAll(async () => {
  web = await openSmallWeb(root);
  const document = readFileSync(path.join(ROOT, 'docs/plugins.md'), 'utf8');
  const code = /\n## A frontier\n[^]*?```js\n([^]*?)```/.exec(document)?.[1] ?? '';
  modules = {
    json: await compiledExample('frontier', root),
    list: path.join(await writeFiles(path.join(root, 'document'), { 'list.mjs': code }), 'list.mjs'),
  };
});

async function kindOf(module: string, name: string): Promise<FrontierKind> {
  const { default: plugin } = (await import(pathToFileURL(module).href)) as { readonly default: Plugin };
  return plugin.frontiers?.[name] as FrontierKind;
}

frontierContract(
  'of the example, in a JSON file',
  async () => {
    const out = fresh();
    mkdirSync(out);
    const kind = await kindOf(modules.json, 'json');
    return (await openFrontier('json', kind, { out, isResumed: false })).frontier;
  },
  undefined,
  rounds(100, 20),
);

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

function acceptedOf(events: readonly CrawlEvent[]): string[] {
  return events.flatMap(({ url, judgement }) => (judgement?.accepted === true ? [url] : []));
}

const own = (name: 'json' | 'list'): Partial<CrawlOptions> => ({ plugin: [modules[name]], frontier: name });

describe('a crawl of the sample web with the frontier of a plugin', () => {
  const sample: Partial<CrawlOptions> = { topic: 'diabetes', web: path.join(ROOT, 'corpora/sample-web') };
  let builtIn: readonly CrawlEvent[];

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
  beforeAll(async () => void (builtIn = await sampled({})));

  it('is the same event by event, where the frontier has all methods and rounds as the built-in one', async () => {
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
    const events = await sampled({ plugin: [path.join(folder, 'rounding.mjs')], frontier: 'json' });
    expect(outlined(events)).toEqual(outlined(builtIn));
  });

  it('accepts the same pages with the eight methods of the document', async () => {
    const accepted = acceptedOf(builtIn).sort();
    expect(acceptedOf(await sampled(own('list'))).sort()).toEqual(accepted);
    expect(accepted.length).toBeGreaterThan(10);
  });
});

describe('a crawl with the frontier of a plugin', () => {
  it('goes on where it stood, and says what waits', async () => {
    const [whole, out] = [fresh(), fresh()];
    await crawl({ out: whole });
    await crawl({ out, ...own('json'), maxPages: 4 });
    const status = await crawlStatus(out);
    expect(status.counts).toMatchObject({ fetched: 4 });
    expect(status.counts.queued).toBeGreaterThan(0);
    await resume(out, { maxPages: 1000 });
    const urls = async (folder: string) => (await eventsOf(folder)).map(({ url }) => url);
    expect((await urls(out)).sort()).toEqual((await urls(whole)).sort());
  });

  it('is not resumed where the frontier does not keep its URLs, or lost them', async () => {
    const fleeting = fresh();
    await crawl({ out: fleeting, ...own('list'), maxPages: 4 });
    const before = await eventsOf(fleeting);
    const refused = resume(fleeting, { maxPages: 10 });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow("cannot be resumed: its frontier 'list' does not keep its URLs");
    expect(await eventsOf(fleeting)).toEqual(before);

    const lost = path.join(await writeFiles(fresh(), { 'lost.mjs': '' }), 'lost.mjs');
    const out = fresh();
    const text = readFileSync(modules.json, 'utf8').replace(/isResumed \? .* : EMPTY/, 'EMPTY');
    await writeFiles(path.dirname(lost), { 'lost.mjs': text });
    await crawl({ out, plugin: [lost], frontier: 'json', maxPages: 4 });
    const emptied = resume(out, { maxPages: 10 });
    await expect(emptied).rejects.toThrow(InputError);
    await expect(emptied).rejects.toThrow(/came back without the \d+ URLs that were queued/);
  });

  it('says that the plugin is missing, on the command line as well', async () => {
    const out = fresh();
    const begin = ['crawl', '--seeds', SMALL_SEED, '--out', out, '--frontier', 'jsn'];
    const unknown = await sfwc([...begin, '--plugin', modules.json]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("'jsn' is not one of json")]);
    expect(existsSync(out)).toBe(false);
    const shared = await sfwc([...begin, '--plugin', modules.json, '--crawl-name', 'us']);
    expect([shared.code, shared.stderr]).toEqual([2, expect.stringContaining('names no database')]);
    const address = await sfwc(['crawl', '--seeds', SMALL_SEED, '--out', out, '--frontier', 'mysql://a/b']);
    expect([address.code, address.stderr]).toEqual([2, expect.stringContaining('is neither the address')]);

    const moved = path.join(
      await writeFiles(fresh(), { 'f.mjs': readFileSync(modules.json, 'utf8') }),
      'f.mjs',
    );
    await crawl({ out, plugin: [moved], frontier: 'json', maxPages: 2 });
    rmSync(moved);
    await expect(resume(out)).rejects.toThrow(/f\.mjs/);
  });
});

describe('a frontier that is not as it should be', () => {
  const QUEUE: OwnFrontier = {
    enqueue: () => true,
    enqueueAll: (entries) => entries.map(() => true),
    knows: () => false,
    claim: () => true,
    lease: () => undefined,
    waitFor: () => undefined,
    release: () => undefined,
    acknowledge: () => undefined,
  };
  const open = (made: object, isDurable = false) =>
    openFrontier('mine', { isDurable, open: () => made as OwnFrontier }, { out: root, isResumed: false });

  it.each<[string, object, boolean, string]>([
    ['it lacks methods', { enqueue: () => true }, false, "the frontier 'mine' lacks enqueueAll(), knows()"],
    ['it has half of a capability', { ...QUEUE, waits: () => true }, false, 'lacks waiting(), requeue()'],
    ['it is durable and never commits', QUEUE, true, 'lacks count(), queued(), hostCount()'],
  ])('is refused where %s', async (_, made, isDurable, message) => {
    await expect(open(made, isDurable)).rejects.toThrow(PluginError);
    await expect(open(made, isDurable)).rejects.toThrow(message);
  });

  it('is named where it cannot be opened', async () => {
    const opening = openFrontier(
      'mine',
      { open: () => Promise.reject(new Error('no luck')) },
      { out: root, isResumed: false },
    );
    await expect(opening).rejects.toThrow("the frontier 'mine', when it was opened, failed: no luck");
  });

  const entry = queued('http://a.example/1');
  it.each<[string, Partial<OwnFrontier>, string]>([
    [
      'throws',
      {
        enqueueAll() {
          throw new TypeError('x is undefined');
        },
      },
      "the frontier 'mine' failed: x is undefined",
    ],
    ['gives too little', { enqueueAll: () => [] }, 'gave [] instead of true or false for each URL'],
    ['answers later', { enqueueAll: (() => Promise.reject(new Error('x'))) as never }, 'gave a promise'],
  ])('is named where it %s', async (_, wrong, message) => {
    const { frontier } = await open({ ...QUEUE, ...wrong });
    expect(() => frontier.enqueue(entry)).toThrow(PluginError);
    expect(() => frontier.enqueue(entry)).toThrow(message);
  });

  it('is named where it leases no URL, or waits for no time', async () => {
    const { frontier } = await open({ ...QUEUE, lease: () => ({}) as never, waitFor: () => NaN });
    expect(() => frontier.lease(always)).toThrow('at a lease gave {} instead of a queued URL');
    expect(() => frontier.waitFor(always)).toThrow('instead of milliseconds or undefined');
  });

  it('ends a crawl with an error that names it, and is closed', async () => {
    const text = `export const frontiers = { bad: { open: () => ({
      ${Object.keys(QUEUE)
        .map((method) => `${method}() { throw new Error('no luck'); }`)
        .join(', ')},
      close() { globalThis.closedFrontiers = (globalThis.closedFrontiers ?? 0) + 1; },
    }) } };`;
    const plugin = path.join(await writeFiles(fresh(), { 'bad.mjs': text }), 'bad.mjs');
    const closings = globalThis as { closedFrontiers?: number };
    await expect(crawl({ plugin: [plugin], frontier: 'bad' })).rejects.toThrow(
      /the frontier 'bad'.* failed: no luck/,
    );
    expect(closings.closedFrontiers).toBe(1);
    delete closings.closedFrontiers;
  });
});

it('counts what goes through a frontier that does not count', async () => {
  const kind = await kindOf(modules.list, 'list');
  const { frontier } = await openFrontier('list', kind, { out: root, isResumed: false });
  frontier.enqueueAll([1, 2, 2, 3].map((n) => queued(`http://a.example/${n}`)));
  frontier.acknowledge(frontier.lease(always)?.url ?? '', 'failed');
  frontier.release(frontier.lease(always)?.url ?? '');
  frontier.lease(always);
  const states = ['queued', 'leased', 'done', 'failed'] as const;
  expect(states.map((state) => frontier.count(state))).toEqual([1, 1, 0, 1]);
});
