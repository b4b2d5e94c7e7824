import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { McpSettings } from '../../../src/extensions/mcp/mcp-settings.js';
import type { Fetcher } from '../../../src/model/crawl-event.js';
import { once } from '../../../src/support/once.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { SampleWeb } from '../../../src/extensions/archives/sample-web.js';
import { assistants, type Assistant } from '../../support/assistant.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { SMALL_SEED } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';

const { root, kb, bees, others } = beeTopic();
const connect = assistants();
const freshOut = placesIn(root);
let web: SampleWeb;

beforeAll(async () => void (web = await openSmallWeb(root)));

function limited(settings: Partial<McpSettings> = {}): Promise<Assistant> {
  const all = { kb, out: freshOut(), ...settings };
  return connect(all, { fetcher: createWebFetcher(web), clock: manualClock() });
}

const CRAWL = { crawl: 'one', topics: ['bees'], seeds: [SMALL_SEED] };

describe('limits of files', () => {
  const judge = async (settings: Partial<McpSettings>, file: string) =>
    (await (await limited(settings)).call('judge', { topics: ['bees'], file })).error;

  it('are the places that may be read', async () => {
    const outside = join(others, 'opera.txt');
    expect(await judge({}, outside)).toContain('refused by --read');
    expect(await judge({ read: [bees] }, outside)).toContain('refused by --read');
    expect(await judge({ read: [bees] }, '../others/opera.txt')).toContain('refused by --read');
    expect(await judge({ read: [bees] }, join(bees, 'nothing.txt'))).toContain('is not there');
    expect(await judge({ read: [bees] }, 'queen.txt\0.html')).toContain('NUL');
    expect(await judge({ read: [bees] }, bees)).toContain('is not a file');
    expect(await judge({ read: [outside] }, outside)).toBeUndefined();
  });

  it('hold for links, to a file and within a folder', async () => {
    const inside = join(root, 'inside');
    await mkdir(join(inside, 'deep'), { recursive: true });
    await writeFile(join(inside, 'one.txt'), 'A hive of bees.');
    await symlink(join(others, 'opera.txt'), join(inside, 'deep', 'two.txt'));
    expect(await judge({ read: [inside] }, 'deep/two.txt')).toContain('refused by --read');
    const assistant = await limited({ read: [inside], kb: join(root, 'linked') });
    const { error } = await assistant.call('build_topic', { topic: 'linked', sources: [inside] });
    expect(error).toMatch(/refused by --read: .*two\.txt links to a place that may not be read/);
    const both = await limited({ read: [inside, others], kb: join(root, 'linked') });
    const built = await both.call('build_topic', { topic: 'linked', sources: [join(inside, 'deep')] });
    expect(built.error ?? '').not.toContain('refused');
    const background = { topic: 'bees2', sources: [inside], background: ['/etc'] };
    expect((await assistant.call('build_topic', background)).error).toContain('refused by --read');
  });

  it('keep crawls below their folder', async () => {
    const out = freshOut();
    await mkdir(out);
    await symlink(others, join(out, 'escaped'));
    const assistant = await limited({ out });
    for (const crawl of ['../crawls', 'a/b', '..', '.hidden', '', 'a..b']) {
      const { error } = await assistant.call('start_crawl', { ...CRAWL, crawl });
      expect(error).toMatch(/letters, digits/);
    }
    const status = await assistant.call('crawl_status', { crawl: 'escaped' });
    expect(status.error).toContain('refused by --out');
    const none = await connect({ kb });
    expect((await none.call('start_crawl', CRAWL)).error).toContain('refused by --out');
    expect((await none.call('list_crawls')).data.crawls).toEqual([]);
  });
});

describe('limits of crawls', () => {
  const small = once(() => limited({ maxPages: 50, maxSeconds: 60, hosts: ['bees.example'] }));

  it.each([
    [{ maxPages: 51 }, 'refused by --max-pages: a crawl may request at most 50 pages, not 51'],
    [{ maxSeconds: 61 }, 'refused by --max-seconds: a crawl may last at most 60 s, not 61'],
    [{ seeds: ['http://evil.example/'] }, 'refused by --hosts: evil.example is not among'],
    [{ seeds: ['http://bees.example@evil.example/'] }, 'refused by --hosts'],
    [{ seeds: ['http://evilbees.example/'] }, 'refused by --hosts'],
    [{ seeds: ['/etc/passwd'] }, 'is not a web address'],
    [{ seeds: [] }, 'at seeds'],
    [{ topics: ['wasps'] }, "has no topic 'wasps'"],
    [{ kb: '/elsewhere' }, 'kb'],
    [{ until: ['ask=/etc/passwd'] }, 'until'],
    [{ maxPages: -1 }, 'at maxPages'],
    [{ maxPages: Infinity }, 'at maxPages'],
    [{ exclude: ['/(a+)+$/'] }, 'must not be a regular expression'],
  ])('refuse %j', async (given, message) => {
    const assistant = await small();
    const { error } = await assistant.call('start_crawl', { ...CRAWL, ...given });
    expect(error).toContain(message);
    expect((await assistant.call('list_crawls')).data.crawls).toEqual([]);
  });

  it('keep a crawl on the hosts that are allowed, redirects included', async () => {
    const asked: string[] = [];
    const stored = createWebFetcher(web);
    const fetcher: Fetcher = {
      fetch: (url, options) => {
        asked.push(new URL(url).host);
        return stored.fetch(url, options);
      },
    };
    const settings = { kb, out: freshOut(), hosts: ['bees.example'] };
    const assistant = await connect(settings, { fetcher, clock: manualClock() });
    const old = new URL('/old', SMALL_SEED).href;
    const { data } = await assistant.call('start_crawl', { ...CRAWL, seeds: [SMALL_SEED, old], wait: true });
    expect(data.state).toBe('nothing-left');
    expect(new Set(asked)).toEqual(new Set(['bees.example']));
    const redirected = await assistant.call('explain_page', { crawl: 'one', url: old });
    expect(redirected.data).toMatchObject({ state: 'skipped', code: 'private-address' });
    expect(redirected.data.message).toContain('news.example is not among the hosts that are allowed');
    const judged = await assistant.call('judge', { topics: ['bees'], url: old });
    expect(judged.error).toContain('is not among the hosts that are allowed');
    const seeded = { crawl: 'one', action: 'seed', urls: ['http://news.example/honey'] };
    expect((await assistant.call('steer_crawl', seeded)).error).toContain('refused by --hosts');
  });

  it('refuse private addresses, even if named as seeds', async () => {
    const assistant = await connect({ kb, out: freshOut() });
    const url = 'http://127.0.0.1:9/';
    expect((await assistant.call('judge', { topics: ['bees'], url })).error).toContain(
      'not a public address',
    );
    const seeds = { ...CRAWL, seeds: [url, 'http://localhost:9/'], wait: true };
    const { data } = await assistant.call('start_crawl', seeds);
    expect(data).toMatchObject({ accepted: 0, failed: 0, reasons: { 'private-address': 2 } });
  });

  it('refuse more crawls at a time, which can be stopped, and stop them at the end', async () => {
    const { fetcher, letGo, stallAgain } = stallingAfter(createWebFetcher(web), 1);
    const assistant = await connect({ kb, out: freshOut(), maxCrawls: 1 }, { fetcher });
    const started = await assistant.call('start_crawl', CRAWL);
    expect(started.data).toMatchObject({ state: 'running', fetched: 0 });
    const second = await assistant.call('start_crawl', { ...CRAWL, crawl: 'two' });
    expect(second.error).toContain('refused by --max-crawls: 1 of at most 1 crawls are running');
    expect((await assistant.call('start_crawl', CRAWL)).error).toContain('crawl one exists already');
    expect((await assistant.call('continue_crawl', { crawl: 'one' })).error).toContain(
      'the crawl one is running',
    );
    const paused = await assistant.call('steer_crawl', { crawl: 'one', action: 'pause' });
    expect(paused.data).toMatchObject({ running: true, taken: true, refused: false });
    const stopped = await assistant.call('steer_crawl', { crawl: 'one', action: 'stop' });
    expect(stopped.data).toMatchObject({ taken: true });
    letGo();
    const after = await assistant.call('crawl_status', { crawl: 'one', waitSeconds: 30 });
    expect(after.data.state).toBe('interrupted');
    stallAgain();
    expect((await assistant.call('start_crawl', { ...CRAWL, crawl: 'two' })).data.state).toBe('running');
    const closing = assistant.close();
    letGo();
    await closing;
  });

  it('stop a crawl whose call is cancelled, so that it can be continued', async () => {
    const out = freshOut();
    const stop = new AbortController();
    const { fetcher, letGo } = stallingAfter(createWebFetcher(web), 3);
    const assistant = await connect({ kb, out, concurrency: 1 }, { fetcher });
    const progress: number[] = [];
    const call = assistant.call(
      'start_crawl',
      { ...CRAWL, wait: true },
      {
        signal: stop.signal,
        onprogress: ({ progress: done }) => {
          progress.push(done);
          stop.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    letGo();
    // One page or two, as far as the crawl had come when the call began to watch it; nothing after the cancelling.
    expect(progress).toHaveLength(1);
    const { data } = await assistant.call('crawl_status', { crawl: 'one', waitSeconds: 30 });
    expect(data.state).toBe('interrupted');
    const next = await connect(
      { kb, out, concurrency: 1 },
      { fetcher: createWebFetcher(web), clock: manualClock() },
    );
    expect((await next.call('continue_crawl', { crawl: 'one', wait: true })).data.state).toBe('nothing-left');
  });

  it('refuse to continue a crawl that was allowed more', async () => {
    const out = freshOut();
    await (await limited({ out })).call('start_crawl', { ...CRAWL, maxPages: 1, wait: true });
    const again = async (settings: Partial<McpSettings>) =>
      (await (await limited({ out, ...settings })).call('continue_crawl', { crawl: 'one', maxPages: 5 }))
        .error;
    expect(await again({ kb: bees })).toContain('refused by --kb');
    expect(await again({ delay: 5 })).toContain('refused by --delay');
    expect(await again({ concurrency: 2 })).toContain('refused by --concurrency');
    expect(await again({ maxPages: 4 })).toContain('refused by --max-pages');
  });
});

it('changes nothing where it is for reading only', async () => {
  const out = freshOut();
  await (await limited({ out })).call('start_crawl', { ...CRAWL, maxPages: 2, wait: true });
  const assistant = await limited({ out, read: [bees], readOnly: true });
  const changing: readonly (readonly [string, object])[] = [
    ['start_crawl', { ...CRAWL, crawl: 'two' }],
    ['continue_crawl', { crawl: 'one' }],
    ['steer_crawl', { crawl: 'one', action: 'block', what: 'bees.example' }],
    ['build_topic', { topic: 'new', sources: [bees] }],
  ];
  for (const [name, given] of changing)
    expect((await assistant.call(name, { ...given })).error).toContain('refused by --read-only');
  expect((await assistant.call('list_pages', { crawl: 'one' })).data.pages?.length).toBeGreaterThan(0);
  expect(
    (await assistant.call('judge', { topics: ['bees'], file: 'queen.txt' })).data.judgement?.accepted,
  ).toBe(true);
});

describe('limits of queries', () => {
  const query = async (settings: Partial<McpSettings>, given: Readonly<Record<string, unknown>>) =>
    (await limited(settings)).call('query', given);
  const unlimited = once(() => limited());

  it('are rows and time', async () => {
    const cut = await query({ maxRows: 3 }, { sparql: 'SELECT ?s { ?s ?p ?o }' });
    expect(cut.data).toMatchObject({ cut: true });
    expect(cut.data.rows).toHaveLength(3);
    const product = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';
    const slow = await query({ queryTimeout: 0.3 }, { sparql: product });
    expect(slow.error).toContain('it took longer than 0.3 seconds');
  });

  it.each([
    ['DROP ALL', 'line 1'],
    ['INSERT DATA { <a:b> <a:b> <a:b> }', 'cannot be run'],
    ['LOAD <file:///etc/passwd>', 'line 1'],
    ['SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }', 'is not supported'],
    ['SELECT', 'line 1'],
  ])('refuse %s', async (sparql, message) => {
    const assistant = await unlimited();
    expect((await assistant.call('query', { sparql })).error).toContain(message);
  });

  it('read no files, and no crawl that has no RDF', async () => {
    const from = await query({}, { sparql: 'SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }' });
    expect(from.data.rows ?? []).toEqual([]);
    expect((await query({}, { sparql: 'ASK {}', topic: 'wasps' })).error).toContain(
      "topic 'wasps' does not exist",
    );
    expect((await query({}, { sparql: 'ASK {}', crawls: ['x'] })).error).toContain('crawl x does not exist');
  });
});

it('refuses a knowledge base in an endpoint', async () => {
  await expect(connect({ kb: 'https://example.org/sparql' })).rejects.toThrow(
    'needs a knowledge base in a folder',
  );
});

/** A network in which no host answers until a request is given up. */
function neverAnswering(): Fetcher {
  return {
    fetch: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        const giveUp = (): void => reject(new Error('given up'));
        if (signal?.aborted === true) giveUp();
        signal?.addEventListener('abort', giveUp, { once: true });
      }),
  };
}

/**
 * A network that stops answering after some requests. `letGo` fails the requests that wait and all later ones, until `stallAgain`.
 * Use it with a real clock: on one that jumps, a crawl never yields to other work.
 */
function stallingAfter(
  fetcher: Fetcher,
  requests: number,
): { readonly fetcher: Fetcher; readonly letGo: () => void; readonly stallAgain: () => void } {
  let sent = 0;
  let stalled = new AbortController();
  const never = neverAnswering();
  return {
    fetcher: {
      fetch: (url, options) =>
        ++sent <= requests
          ? fetcher.fetch(url, options)
          : never.fetch(url, {
              ...options,
              signal: AbortSignal.any([stalled.signal, ...(options?.signal ? [options.signal] : [])]),
            }),
    },
    letGo: () => stalled.abort(),
    stallAgain: () => void (stalled = new AbortController()),
  };
}
