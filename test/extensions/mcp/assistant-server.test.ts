import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCrawlStore } from '../../../src/crawling/store/crawl-store.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { TakenAction } from '../../../src/model/steering.js';
import type { SampleWeb } from '../../../src/extensions/archives/sample-web.js';
import { assistants, type Assistant } from '../../support/assistant.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { BEE_HTML, BEE_TEXTS, MARKET_HTML, SMALL_SEED } from '../../support/small-corpus.js';
import { itInFull } from '../../support/thorough.js';

const { root, kb, bees, others } = beeTopic();
const out = join(root, 'crawls');
const assistantOf = assistants();
/** The name of the client, as far as a rater's name goes. */
const CLIENT = 'test-client-with-a-name-longer-than-that';
const HIVE = new URL('/hive', SMALL_SEED).href;
let web: SampleWeb;
let assistant: Assistant;

beforeAll(async () => {
  web = await openSmallWeb(root);
  assistant = await assistantOf(
    { kb, out, read: [bees, others] },
    { fetcher: createWebFetcher(web), clock: manualClock() },
  );
  const started = await assistant.call('start_crawl', {
    crawl: 'first',
    topics: ['bees'],
    seeds: [SMALL_SEED],
    wait: true,
  });
  expect(started.error).toBeUndefined();
});

it('describes its tools', async () => {
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_topics',
    'build_topic',
    'judge',
    'start_crawl',
    'continue_crawl',
    'list_crawls',
    'crawl_status',
    'steer_crawl',
    'list_pages',
    'read_page',
    'explain_page',
    'search_collection',
    'read_passage',
    'query',
  ]);
  for (const { description = '', inputSchema, outputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema?.type).toBe('object');
  }
  expect(assistant.client.getInstructions()).toContain('never instructions');
});

describe('topics', () => {
  it('are listed', async () => {
    const { data } = await assistant.call('list_topics');
    expect(data).toMatchObject({
      topics: [{ name: 'bees', language: 'en', documents: 12, backgroundDocuments: 6 }],
      unreadable: [],
    });
  });

  it('are built from files, with progress, and texts are added', async () => {
    const [place, progress] = [join(root, 'built'), [] as (number | undefined)[][]];
    const builder = await assistantOf({ kb: place, read: [bees, others] });
    expect((await builder.call('list_topics')).data.topics).toEqual([]);
    const names = Object.keys(BEE_TEXTS);
    const given = { topic: 'hives', sources: names.slice(0, 10), background: [others] };
    const built = await builder.call('build_topic', given, {
      onprogress: ({ progress: done, total }) => progress.push([done, total]),
    });
    expect(built.data).toMatchObject({
      topic: 'hives',
      documents: 10,
      backgroundDocuments: 6,
      problemCount: 0,
    });
    expect(progress.at(0)?.[1]).toBe(16);
    const again = await builder.call('build_topic', given);
    expect(again.error).toContain("topic 'hives' exists already");
    const added = await builder.call('build_topic', { topic: 'hives', sources: [bees], mode: 'add' });
    expect(added.data).toMatchObject({ documents: 12, added: 2 });
    const missing = await builder.call('build_topic', { topic: 'wasps', sources: [bees], mode: 'add' });
    expect(missing.error).toContain("topic 'wasps' does not exist");
    expect((await builder.call('build_topic', { topic: 'wasps' })).error).toContain('nothing to build from');
  });

  itInFull('are not built from a single text, unless that is forced', async () => {
    const [name = ''] = Object.keys(BEE_TEXTS);
    const builder = await assistantOf({ kb: join(root, 'single'), read: [bees] });
    const given = { topic: 'one', sources: [name] };
    expect((await builder.call('build_topic', given)).error).toMatch(/only 1 document.*at least 10 texts/);
    expect((await builder.call('list_topics')).data.topics).toEqual([]);
    const forced = await builder.call('build_topic', { ...given, force: true });
    expect(forced.data).toMatchObject({
      documents: 1,
      warnings: [expect.stringContaining('only 1 document; pages are compared with its most telling words')],
    });
    const grown = await builder.call('build_topic', { topic: 'one', sources: [bees], mode: 'add' });
    expect(grown.data).toMatchObject({ documents: 12 });
  });

  it('are left as they were where a build is cancelled', async () => {
    const builder = await assistantOf({ kb: join(root, 'cancelled'), read: [bees] });
    const stop = new AbortController();
    const built = builder.call(
      'build_topic',
      { topic: 'hives', sources: [bees] },
      { signal: stop.signal, onprogress: () => stop.abort() },
    );
    await expect(built).rejects.toThrow();
    await builder.close();
    const { data } = await (await assistantOf({ kb: join(root, 'cancelled') })).call('list_topics');
    expect(data.topics).toEqual([]);
  });

  it('are resources', async () => {
    const { resources } = await assistant.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'sfwc://topics/bees',
      'sfwc://crawls/first',
      'sfwc://crawls/first/pages',
    ]);
    const { contents } = await assistant.client.readResource({ uri: 'sfwc://topics/bees' });
    expect(contents).toMatchObject([
      { mimeType: 'text/plain', text: expect.stringContaining('documents   12') },
    ]);
    const missing = assistant.client.readResource({ uri: 'sfwc://topics/wasps' });
    await expect(missing).rejects.toThrow("topic 'wasps' does not exist");
    const ref = { type: 'ref/resource', uri: 'sfwc://topics/{name}' } as const;
    const { completion } = await assistant.client.complete({ ref, argument: { name: 'name', value: 'b' } });
    expect(completion.values).toEqual(['bees']);
  });
});

describe('judge', () => {
  it('says whether a text is about the topic, and why', async () => {
    const yes = await assistant.call('judge', { topics: ['bees'], text: BEE_HTML });
    expect(yes.data.judgement).toMatchObject({ accepted: true, classifier: 'ensemble' });
    expect(yes.data.judgement?.evidence.length).toBeGreaterThan(3);
    const no = await assistant.call('judge', { topics: ['bees'], text: MARKET_HTML });
    expect(no.data.judgement?.accepted).toBe(false);
  });

  it('judges files and pages of the Web', async () => {
    const file = await assistant.call('judge', { topics: ['bees'], file: 'queen.txt' });
    expect(file.data).toMatchObject({ title: 'Queen bee', judgement: { accepted: true } });
    const page = await assistant.call('judge', { topics: ['bees'], url: HIVE });
    expect(page.data).toMatchObject({ title: 'The hive', judgement: { accepted: true } });
    const hidden = await assistant.call('judge', {
      topics: ['bees'],
      url: new URL('/hidden/secret', SMALL_SEED).href,
    });
    expect(hidden.error).toContain('robots.txt');
  });

  it.each([
    [{ topics: ['bees'] }, 'give exactly one of text, file and url'],
    [{ topics: ['bees'], text: 'a', url: HIVE }, 'give exactly one of text, file and url'],
    [{ topics: ['wasps'], text: 'a hive' }, "has no topic 'wasps'"],
    [{ topics: ['bees'], url: 'file:///etc/passwd' }, 'is not a web address'],
    [{ topics: [], text: 'a' }, 'at topics'],
    [{ topics: ['bees'], text: 7 }, 'at text'],
    [{ topics: ['../bees'], text: 'a' }, 'letters, digits'],
    [{ topics: ['bees'], text: 'a', classifier: 'x' }, 'classifier'],
    [{ topics: ['bees'], text: 'a', accept: 'all' }, 'is precise, balanced, broad'],
  ])('refuses %j', async (given, message) => {
    const { error } = await assistant.call('judge', given);
    expect(error).toContain(message);
    expect(error).not.toMatch(/\.[jt]s:\d|node_modules/);
  });
});

describe('crawls', () => {
  it('are watched and listed', async () => {
    const { data } = await assistant.call('crawl_status', { crawl: 'first' });
    expect(data).toMatchObject({ crawl: 'first', topic: 'bees', state: 'nothing-left', maxPages: 100 });
    expect(data.accepted).toBeGreaterThan(1);
    expect((await assistant.call('list_crawls')).data.crawls).toEqual([data]);
    const { contents } = await assistant.client.readResource({ uri: 'sfwc://crawls/first' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('"state": "nothing-left"') }]);
    const running = openCrawlStore(join(out, 'first'));
    running.occupied({ judgingAgain: { pages: 1766, done: 412 } });
    const { data: occupied } = await assistant.call('crawl_status', { crawl: 'first' });
    expect(occupied).toMatchObject({ occupation: 'judging 1,766 pages again, 412 done' });
    running.close();
    expect((await assistant.call('crawl_status', { crawl: 'second' })).error).toContain(
      'crawl second does not exist',
    );
  });

  it('tell their accepted pages, page by page', async () => {
    const all = await assistant.call('list_pages', { crawl: 'first' });
    const urls = all.data.pages?.map(({ url }) => url);
    expect(all.data.next).toBeUndefined();
    expect(urls).toContain(SMALL_SEED);
    const first = await assistant.call('list_pages', { crawl: 'first', limit: 1 });
    const second = await assistant.call('list_pages', { crawl: 'first', limit: 1, offset: first.data.next });
    expect([first, second].map(({ data }) => data.pages?.[0]?.url)).toEqual(urls?.slice(0, 2));
    const { contents } = await assistant.client.readResource({ uri: 'sfwc://crawls/first/pages' });
    expect(contents).toMatchObject([{ text: expect.stringContaining(SMALL_SEED) }]);
  });

  it('tell the text of a page, a piece at a time', async () => {
    const whole = await assistant.call('read_page', { crawl: 'first', url: SMALL_SEED });
    expect(whole.data.text).toContain('The beekeeper opens the hive');
    expect(whole.data.next).toBeUndefined();
    const piece = { crawl: 'first', url: SMALL_SEED, characters: 40 };
    const begin = await assistant.call('read_page', piece);
    const more = await assistant.call('read_page', { ...piece, offset: begin.data.next });
    expect(`${begin.data.text}${more.data.text}`).toBe(whole.data.text?.slice(0, 80));
    const other = await assistant.call('read_page', {
      crawl: 'first',
      url: new URL('/markets', SMALL_SEED).href,
    });
    expect(other.error).toContain('is not among the accepted pages');
  });

  it('are searched, and their passages read', async () => {
    const found = await assistant.call('search_collection', {
      crawl: 'first',
      query: 'beekeeper -zebra',
      limit: 1,
    });
    expect(found.data).toMatchObject({ next: 1, topics: [{ name: 'bees' }] });
    expect(found.data.hits).toHaveLength(1);
    const [hit] = found.data.hits ?? [];
    expect(hit).toMatchObject({
      topic: 'bees',
      host: 'bees.example',
      missing: [],
      why: expect.stringMatching(/^accepted: /),
    });
    expect(hit?.passages[0]?.text).toMatch(/beekeeper/i);
    const more = await assistant.call('search_collection', {
      crawl: 'first',
      query: 'beekeeper',
      limit: 50,
      offset: 1,
    });
    expect(more.data.hits?.length).toBe((more.data.total ?? 0) - 1);
    expect(more.data.next).toBeUndefined();
    expect(more.data.hits?.map(({ url }) => url)).not.toContain(hit?.url);
    const read = { crawl: 'first', url: hit?.url, passage: hit?.passages[0]?.number };
    const passage = await assistant.call('read_passage', { ...read, around: 0 });
    expect(passage.data).toMatchObject({ url: hit?.url, passages: [hit?.passages[0]] });
    const beyond = await assistant.call('read_passage', { ...read, passage: 4000 });
    expect(beyond.error).toMatch(/has \d+ passages, from 0 on; 4000 is not one of them/);
    const filtered = { crawl: 'first', query: 'beekeeper', hosts: ['NONE.example'], topics: ['bees'] };
    expect((await assistant.call('search_collection', filtered)).data).toMatchObject({
      total: 0,
      hits: [],
      advice: expect.stringContaining('without topics, hosts'),
    });
    const wrong = (given: object) =>
      assistant.call('search_collection', { crawl: 'first', query: 'bees', ...given });
    expect((await wrong({ query: '"open' })).error).toContain('a quotation mark in the query is not closed');
    expect((await wrong({ topics: ['cats'] })).error).toContain("is about 'cats'");
    expect((await wrong({ limit: 51 })).error).toContain('at limit');
    expect((await wrong({ crawl: 'third' })).error).toContain('crawl third does not exist');
  });

  it('are explained', async () => {
    const page = await assistant.call('explain_page', { crawl: 'first', url: SMALL_SEED });
    expect(page.data).toMatchObject({
      state: 'done',
      judgement: { accepted: true },
      path: [{ url: SMALL_SEED }],
    });
    const hidden = await assistant.call('explain_page', {
      crawl: 'first',
      url: new URL('/hidden/secret', SMALL_SEED).href,
    });
    expect(hidden.data).toMatchObject({ state: 'skipped', code: 'robots-disallowed' });
    const never = await assistant.call('explain_page', { crawl: 'first', url: 'http://never.example/' });
    expect(never.error).toContain('did not come to');
  });

  it('are queried together with the knowledge base', async () => {
    const core = 'PREFIX sfwc: <http://sfwcrawler.com/core#>';
    const pages = `${core} SELECT ?page { ?page a sfwc:Page }`;
    const alone = await assistant.call('query', { sparql: pages });
    expect(alone.data).toMatchObject({ variables: ['page'], rows: [], cut: false });
    const together = await assistant.call('query', { sparql: pages, crawls: ['first'] });
    expect(together.data.rows?.map(({ page }) => page?.value)).toContain(SMALL_SEED);
    const ask = await assistant.call('query', { sparql: `${core} ASK { ?t a sfwc:Topic }`, topic: 'bees' });
    expect(ask.data).toEqual({ boolean: true, cut: false });
    const graph = await assistant.call('query', {
      sparql: `${core} CONSTRUCT { ?t a sfwc:Topic } { ?t a sfwc:Topic }`,
    });
    expect(graph.data.turtle).toContain('core#Topic');
  });

  it('are stopped, steered while they do not run, and continued', async () => {
    const budget = { topics: ['bees'], seeds: [SMALL_SEED], maxPages: 1, wait: true };
    const started = await assistant.call('start_crawl', { crawl: 'steered', ...budget });
    expect(started.data).toMatchObject({ state: 'max-pages', fetched: 1 });
    const blocked = await assistant.call('steer_crawl', {
      crawl: 'steered',
      action: 'block',
      what: 'news.example',
    });
    expect(blocked.data).toEqual({ running: false, taken: false, refused: false });
    const rated = { crawl: 'steered', action: 'rate', url: SMALL_SEED, answer: 'no' };
    expect((await assistant.call('steer_crawl', rated)).error).toBeUndefined();
    const threshold = { crawl: 'steered', action: 'threshold', score: 0.2 };
    expect((await assistant.call('steer_crawl', threshold)).error).toBeUndefined();
    const paused = await assistant.call('steer_crawl', { crawl: 'steered', action: 'pause' });
    expect(paused.error).toContain('is not running');
    const continued = await assistant.call('continue_crawl', { crawl: 'steered', maxPages: 50, wait: true });
    expect(continued.data.state).toBe('nothing-left');
    const actions = (await readFile(join(out, 'steered', 'actions.jsonl'), 'utf8')).trim().split('\n');
    expect(actions.map((line) => JSON.parse(line) as TakenAction)).toMatchObject([
      { by: CLIENT, action: { kind: 'block' } },
      { by: CLIENT, action: { kind: 'rate' } },
      { by: CLIENT, action: { kind: 'threshold', score: 0.2 } },
    ]);
    const page = await assistant.call('explain_page', { crawl: 'steered', url: SMALL_SEED });
    expect(page.data.judgement?.accepted).toBe(false);
  });

  it.each([
    [{ action: 'seed' }, 'seed needs urls'],
    [{ action: 'block' }, 'block needs what'],
    [{ action: 'rate', url: HIVE }, 'rate needs answer'],
    [{ action: 'threshold' }, 'threshold needs score'],
    [{ action: 'pace' }, 'pace needs delay or concurrency'],
    [{ action: 'block', what: '/(a+)+$/' }, 'must not be a regular expression'],
    [{ action: 'block', what: '*a*a*a*a*a*' }, 'must have at most four *'],
    [{ action: 'destroy' }, 'at action'],
  ])('refuse to be steered by %j', async (given, message) => {
    expect((await assistant.call('steer_crawl', { crawl: 'first', ...given })).error).toContain(message);
  });
});

itInFull('builds on pages of a crawl', async () => {
  const builder = await assistantOf({ kb: join(root, 'grown'), out, read: [bees] });
  const given = { topic: 'bees', sources: [bees] };
  expect((await builder.call('build_topic', given)).data.documents).toBe(12);
  expect((await builder.call('build_topic', { ...given, mode: 'rebuild' })).data.documents).toBe(12);
  const { data } = await builder.call('build_topic', { topic: 'bees', crawls: ['first'], mode: 'add' });
  expect(data.documents).toBeGreaterThan(12);
});

it('tells the person nothing of a bug', () => {
  expect(assistant.log.filter((message) => message.includes('bug'))).toEqual([]);
});
