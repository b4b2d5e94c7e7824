import { beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'libsql';
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mergeRanked, search } from '../../../src/extensions/search/search.js';
import type { SearchOptions } from '../../../src/extensions/search/query.js';
import { lineLogger, silentLogger, type Logger } from '../../../src/support/logger.js';
import { writeCrawlFolder, type KeptPage } from '../../support/crawl-folder.js';
import { crawlEvent, eventLines, noun, type EventWish } from '../../support/crawl-events.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { spoilPage, storePage, storedPages } from '../../support/stored-pages.js';

const place = placesIn(temporaryFolder());
let out = '';

const searchCollection = (
  outs: string | readonly string[],
  query: string,
  { logger = silentLogger, ...options }: SearchOptions & { readonly logger?: Logger } = {},
) => search([outs].flat(), query, options, { logger });

const page = (path: string, title: string, text: string, event: Partial<EventWish> = {}): KeptPage => ({
  url: `http://a.example/${path}`,
  title,
  text,
  event,
});

const stated = <T>(value: T) => ({ value, source: 'meta', confidence: 0.9 }) as const;

const PAGES: readonly KeptPage[] = [
  page('pump', 'Insulin pumps', 'A pump delivers insulin all day. Its price is high.', {
    evidence: [noun('insulin'), noun('price', -1)],
  }),
  page('pen', 'Pens', 'A pen injects insulin. Nobody needs a motor that pumps.', {
    evidence: [noun('insulin')],
    time: '2024-03-01T10:00:00.000Z',
  }),
  { ...page('bees', 'Bees', 'Bees make honey in the hive.'), url: 'http://sub.b.example/bees' },
  page('rejected', 'Rejected pump', 'An insulin pump that nobody wants.', { score: 0.1 }),
];

beforeEach(() => {
  out = place();
  writeCrawlFolder(out, PAGES);
});

async function urlsOf(query: string, options: SearchOptions = {}): Promise<readonly string[]> {
  const { hits } = await searchCollection(out, query, options);
  return hits.map(({ url }) => url.replace('http://a.example/', ''));
}

/** Appends what happened later to the events. */
function later(wish: EventWish, text?: string): void {
  const { url, title = '' } = wish;
  const stored = text === undefined ? {} : { stored: storePage(out, { url, text: `${title}\n\n${text}` }) };
  const event = crawlEvent({ sequence: 9, ...wish, ...stored });
  appendFileSync(join(out, 'events.jsonl'), eventLines([event]));
}

describe('a search', () => {
  it('finds German spellings for each other, and words in scripts without blanks', async () => {
    const german = page('de', 'Müller', 'Die Straße ist groß, und ihre Größe zählt.');
    writeCrawlFolder((out = place()), [german, page('ja', '蜜蜂', '養蜂家は蜂蜜を集めます。')]);
    for (const query of ['Mueller', 'Strasse', 'groesse', '„ist groß“', '«ist groß»', 'GRÖSSE'])
      expect([query, await urlsOf(query)]).toEqual([query, ['de']]);
    for (const query of ['蜂蜜', '養蜂家', '蜜蜂']) expect(await urlsOf(query)).toEqual(['ja']);
    expect((await searchCollection(out, '蜂蜜')).hits[0]?.passages[0]?.text).toBe('養蜂家は蜂蜜を集めます。');
  });

  it('finds words by their stems in the language of the page', async () => {
    const said = (language: string, title: string, text: string): KeptPage =>
      page(language, title, text, { metadata: { language: stated(language) } });
    const german = said('de-AT', 'Häuser', 'Die Krankheiten der Völker.');
    writeCrawlFolder((out = place()), [
      german,
      said('fr', 'Chevaux', 'Ils continuaient.'),
      said('ru', 'Книги', ''),
    ]);
    for (const query of ['Haus', 'Krankheit', 'Voelkern']) expect(await urlsOf(query)).toEqual(['de-AT']);
    expect(await urlsOf('continuer книга')).toEqual(['ru', 'fr']);
    expect(await urlsOf('continuer книга -Книгу')).toEqual(['fr']);
    expect(await urlsOf('"Krankheit"')).toEqual([]);
    expect((await searchCollection(out, 'Krankheit')).hits[0]?.passages[0]?.marks).toEqual([[4, 15]]);
  });

  it('finds the accepted pages with the words, those with all of them first', async () => {
    const { hits, all, some, facets, collections } = await searchCollection(out, 'insulin price');
    expect(hits.map(({ title, missing }) => [title.text, missing])).toEqual([
      ['Insulin pumps', []],
      ['Pens', ['price']],
    ]);
    expect(hits[0]).toMatchObject({
      host: 'a.example',
      topic: 'bees',
      score: 0.75,
      id: 'http://a.example/pump',
      why: 'accepted: made up',
      out,
    });
    expect(hits[0]?.title.marks).toEqual([[0, 7]]);
    expect(hits[0]?.passages).toEqual([
      {
        number: 0,
        text: 'A pump delivers insulin all day. Its price is high.',
        marks: [
          [16, 23],
          [37, 42],
        ],
      },
    ]);
    expect({ all, some }).toEqual({ all: 1, some: 1 });
    expect(facets).toMatchObject({
      years: [],
      hosts: [{ name: 'a.example', pages: 1 }],
      topics: [{ name: 'bees', pages: 1 }],
      nouns: [{ name: 'insulin', pages: 1, iri: 'http://dbpedia.org/resource/insulin' }],
    });
    expect(collections).toEqual([{ out, pages: 3, entered: 3, removed: 0, missing: 0 }]);
  });

  it.each<[string, SearchOptions, readonly string[]]>([
    ['"insulin pump"', {}, ['pump']],
    ['"motor that pumps"', {}, ['pen']],
    ['insulin -motor', {}, ['pump']],
    ['bees insulin', { host: ['b.example'] }, ['http://sub.b.example/bees']],
    ['insulin bees', { noun: ['http://dbpedia.org/resource/insulin'] }, ['pump', 'pen']],
    ['insulin) OR title:* NEAR(', {}, ['pump', 'pen']],
    ['what is the insulin', {}, ['pump', 'pen']],
  ])('understands %s %j', async (query, options, expected) => {
    expect([...(await urlsOf(query, options))].sort()).toEqual([...expected].sort());
  });

  it('refuses what it cannot search', async () => {
    expect(await failureOf(searchCollection(place(), 'x'))).toMatchObject({
      message: expect.stringMatching(/^there is no crawl in/),
    });
    expect(await failureOf(searchCollection(out, 'x', { since: 'yesterday' }))).toMatchObject({
      name: 'UsageError',
    });
    expect(await failureOf(searchCollection([], 'x'))).toMatchObject({ name: 'UsageError' });
  });

  it('ranks pages higher that are more about the topic', async () => {
    const text = 'Honey of the hive, and wax.';
    writeCrawlFolder(
      out,
      [0.55, 0.95, 0.6].map((score, number) => page(`p${number}`, 'Honey', text, { score })),
    );
    expect(await urlsOf('honey')).toEqual(['p1', 'p2', 'p0']);
  });
});

describe('the index', () => {
  it('follows pages that are accepted, judged again and withdrawn later', async () => {
    expect(await urlsOf('wax')).toEqual([]);
    later({ url: 'http://a.example/wax', title: 'Wax', score: 0.8 }, 'Wax of the comb.');
    expect(await urlsOf('wax')).toEqual(['wax']);

    const rejudged = { accepted: true, threshold: 0.5, sequence: 9, time: '2024-01-01T00:00:00.000Z' };
    later({
      url: 'http://a.example/wax',
      title: 'Wax',
      score: 0.9,
      rejudged,
      time: '2024-05-05T00:00:00.000Z',
    });
    const { hits, collections } = await searchCollection(out, 'wax');
    expect(hits[0]).toMatchObject({ score: 0.9, fetched: '2024-01-01T00:00:00.000Z' });
    expect(collections[0]).toMatchObject({ entered: 1, removed: 0, pages: 4 });

    later({ url: 'http://a.example/wax', title: 'Wax', score: 0.2, rejudged });
    const again = { url: 'http://a.example/rejected', title: 'Now accepted', score: 0.8, rejudged };
    later(again, 'An insulin pump that nobody wants.');
    expect(await urlsOf('wax')).toEqual([]);
    expect(await urlsOf('wants')).toEqual(['rejected']);
  });

  it('leaves out a last line that is still being written', async () => {
    const url = 'http://a.example/late';
    const stored = storePage(out, { url, text: 'Late\n\nA late swarm.' });
    const line = eventLines([crawlEvent({ url, title: 'Late', score: 0.9, sequence: 9, stored })]);
    appendFileSync(join(out, 'events.jsonl'), line.slice(0, 100));
    expect(await urlsOf('swarm')).toEqual([]);
    appendFileSync(join(out, 'events.jsonl'), line.slice(100));
    expect(await urlsOf('swarm')).toEqual(['late']);
  });

  it('names a line that is damaged', async () => {
    appendFileSync(join(out, 'events.jsonl'), '{"judgement":{"accepted"\n');
    expect(await failureOf(searchCollection(out, 'bees'))).toMatchObject({
      message: expect.stringMatching(/events\.jsonl: the line at byte \d+: not an event of a crawl/),
    });
  });

  it('begins again when the folder holds another crawl', async () => {
    await urlsOf('bees');
    writeCrawlFolder(out, [
      page('other', 'Other', 'Another crawl about bees, much longer than the one before it.'),
    ]);
    expect(await urlsOf('bees')).toEqual(['other']);
  });

  it('says which pages have no text', async () => {
    for (const { event } of (await storedPages(out)).values())
      if (event.url.endsWith('/pen')) spoilPage(out, event);
    const warnings: string[] = [];
    await searchCollection(out, 'bees', { logger: lineLogger((line) => warnings.push(line)) });
    expect(warnings).toEqual([
      `warning: ${out}: accepted pages without text in the folder, which are not found: 1\n`,
    ]);
  });

  it('is made once by two searches that start at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => searchCollection(out, 'insulin')));
    for (const { hits } of answers) expect(hits).toHaveLength(2);
    const entered = answers.reduce((sum, { collections }) => sum + (collections[0]?.entered ?? 0), 0);
    expect(entered).toBe(3);
    const database = new Database(join(out, 'search.db'));
    expect(
      database.prepare("INSERT INTO words(words, rank) VALUES ('integrity-check', 1)").run(),
    ).toBeDefined();
    database.close();
  });

  it.each<[string, (file: string) => void, RegExp]>([
    ['damaged', (file) => writeFileSync(file, 'nothing that SQLite knows '.repeat(400)), /is damaged/],
    [
      'of another program',
      (file) => {
        const other = new Database(file);
        other.exec('CREATE TABLE recipes (name TEXT)');
        other.close();
      },
      /is not an index of sfwc search/,
    ],
  ])('that is %s is named', async (_, damage, message) => {
    damage(join(out, 'search.db'));
    expect(await failureOf(searchCollection(out, 'bees'))).toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/(?:remove|move) the file/),
    });
    rmSync(join(out, 'search.db'));
    expect(await urlsOf('bees')).toEqual(['http://sub.b.example/bees']);
  });
});

describe('several collections', () => {
  it('are searched at once and merged', async () => {
    const other = place();
    writeCrawlFolder(other, [PAGES[0]!, page('news', 'News', 'News about insulin.')]);
    const { hits, collections, all } = await searchCollection([out, other, out], 'insulin');
    expect(hits.map(({ url }) => url)).toEqual([
      'http://a.example/pump',
      'http://a.example/pen',
      'http://a.example/news',
    ]);
    expect(collections.map(({ out: folder }) => folder)).toEqual([out, other]);
    expect(all).toBe(4);
  });
});

describe('a collection of a monitor', () => {
  it('has the last state of each page, whichever round it comes from', async () => {
    const collection = place();
    const round = (number: number, pages: readonly KeptPage[]): string => {
      const folder = join(collection, 'rounds', `000${number}`);
      mkdirSync(dirname(folder), { recursive: true });
      writeCrawlFolder(folder, pages);
      return folder;
    };
    const urls = async (query: string): Promise<readonly string[]> =>
      (await searchCollection(collection, query)).hits.map(({ title }) => title.text);
    round(1, [page('a', 'Old', 'An old text about wax.'), page('b', 'Gone', 'A text about wax.')]);
    expect(await urls('wax')).toEqual(expect.arrayContaining(['Old', 'Gone']));

    const second = round(2, [page('a', 'New', 'A new text about honey.')]);
    const gone = crawlEvent({
      url: 'http://a.example/b',
      state: 'failed',
      code: 'http-status',
      status: 404,
      sequence: 2,
    });
    appendFileSync(join(second, 'events.jsonl'), eventLines([gone]));
    expect(await urls('wax')).toEqual([]);
    expect(await urls('honey')).toEqual(['New']);

    const copy = place();
    cpSync(join(collection, 'rounds', '0001'), join(copy, 'rounds', '0001'), { recursive: true });
    renameSync(join(collection, 'search.db'), join(copy, 'search.db'));
    expect((await searchCollection(copy, 'honey')).hits).toEqual([]);
  });
});

describe('what pages say of themselves', () => {
  beforeEach(() => {
    out = place();
    const said = (path: string, published: string, language: string): KeptPage =>
      page(path, `Bees ${path}`, 'Bees make honey.', {
        metadata: { published: stated(published), language: stated(language) },
      });
    writeCrawlFolder(out, [
      said('new', '2025-03-01', 'en-GB'),
      said('old', '2019', 'de'),
      page('silent', 'Bees silent', 'Bees make honey.'),
    ]);
  });

  it('is in hits and facets', async () => {
    const { hits, facets } = await searchCollection(out, 'bees');
    expect(hits.find(({ url }) => url.endsWith('new'))).toMatchObject({ published: '2025-03-01' });
    const one = (name: string) => ({ name, pages: 1 });
    expect(facets).toMatchObject({
      years: [one('2019'), one('2025')],
      languages: [one('de'), one('en')],
    });
  });

  it.each<readonly [SearchOptions, readonly string[]]>([
    [{ since: '2020' }, ['new']],
    [{ language: ['en', 'de'] }, ['new', 'old']],
    [{ since: '2020', language: ['de'] }, []],
  ])('chooses pages by %j', async (options, expected) => {
    expect([...(await urlsOf('bees', options))].sort()).toEqual(expected);
  });
});

describe('answers of several collections', () => {
  const ranked = (name: string, missing: readonly string[] = []) => ({ url: name, missing });

  it('are merged by rank, a page that both have before others, each once, pages with all words first', () => {
    const [x, y, z, both] = ['x', 'y', 'z', 'both'].map((name) => ranked(name));
    const merged = mergeRanked([
      [x!, both!],
      [y!, z!, both!],
    ]);
    expect(merged).toEqual([both, x, y, z]);
    const [partial, later, whole] = [ranked('p', ['pump']), ranked('l'), ranked('w')];
    expect(mergeRanked([[partial, later], [whole]])).toEqual([whole, later, partial]);
  });
});
