import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { crawlTopic, resumeCrawl, type CrawlSurroundings } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { versionsOf } from '../../../src/model/page-version.js';
import { ServiceError } from '../../../src/model/errors.js';
import { silentLogger } from '../../../src/support/logger.js';
import { readIndex, type CdxEntry } from '../../../src/web/archive/cdxj.js';
import { runProcess, sfwc } from '../../cli/run.js';
import { startArchiveServer, type ArchiveServer } from '../../support/archive-server.js';
import { beeTopic } from '../../support/bee-topic.js';
import { indexText, makeArchive, type ArchivedRow, type MadeCapture } from '../../support/capture-archive.js';
import { checkArchive } from '../../support/check-warc.js';
import { collected } from '../../support/collected.js';
import { crawlAndKill, type WatchedWeb } from '../../support/killed-crawl.js';
import { BEE_HTML, MARKET_HTML } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
const folder = join(root, 'archive');
const [SEED, GONE, CAME] = ['http://bees.example/', 'http://bees.example/gone', 'http://bees.example/came'];
let server: ArchiveServer;

const linking = (html: string, ...links: readonly string[]): string =>
  html.replace('</main>', `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`);

/** Pages that change over three years: one leaves the topic, one enters it, the seed stays. */
const MADE: readonly MadeCapture[] = [
  { url: SEED, date: '2020-03-01T00:00:00Z', body: linking(BEE_HTML, '/only-in-2020') },
  { url: SEED, date: '2021-03-01T00:00:00Z', body: linking(BEE_HTML, '/gone', '/came') },
  { url: SEED, date: '2021-09-01T00:00:00Z', body: linking(BEE_HTML, '/gone', '/came') },
  { url: SEED, date: '2022-03-01T00:00:00Z', body: linking(BEE_HTML, '/gone', '/came') },
  { url: GONE, date: '2020-04-01T00:00:00Z', body: BEE_HTML },
  { url: GONE, date: '2021-04-01T00:00:00Z', body: `${BEE_HTML} ` },
  { url: GONE, date: '2021-05-01T00:00:00Z', status: 503 },
  { url: GONE, date: '2022-04-01T00:00:00Z', body: MARKET_HTML },
  { url: CAME, date: '2020-05-01T00:00:00Z', status: 301, headers: { Location: 'http://other.example/' } },
  { url: CAME, date: '2020-11-01T00:00:00Z', status: 404, body: 'gone' },
  { url: CAME, date: '2021-05-01T00:00:00Z', body: MARKET_HTML },
  { url: CAME, date: '2021-07-01T00:00:00Z', body: `<meta name="robots" content="noindex">${MARKET_HTML}` },
  { url: CAME, date: '2022-05-01T00:00:00Z', body: BEE_HTML },
];

beforeAll(async () => {
  const rows = await makeArchive(folder, 'a.warc.gz', MADE);
  const [old, later] = [
    rows.filter(({ timestamp }) => timestamp < '2021'),
    rows.filter(({ timestamp }) => timestamp >= '2021'),
  ];
  server = await startArchiveServer(folder, {
    'CC-MAIN-2021-10': { rows: later, from: '2021-01-01T00:00:00', to: '2022-12-31T00:00:00' },
    'CC-MAIN-2020-10': { rows: old, from: '2020-01-01T00:00:00', to: '2020-12-31T00:00:00' },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.before = () => false;
});

function crawl(changes: Partial<CrawlOptions> = {}, surroundings: CrawlSurroundings = {}) {
  const options = {
    kb,
    topic: 'bees',
    seeds: [SEED],
    out: fresh(),
    workers: 1,
    delay: 0,
    follow: 'all',
    at: 'every',
  } as const;
  return crawlTopic(
    { ...options, captures: folder, keepDuplicates: true, ...changes },
    { logger: silentLogger, ...surroundings },
  );
}

async function eventsOf(out: string): Promise<ReadonlyMap<string, CrawlEvent>> {
  return new Map((await collected(readEvents(out))).map((event) => [event.url, event]));
}

/** The versions of each page: year and month, and the verdict or the reason. */
async function versionsIn(out: string): Promise<Readonly<Record<string, readonly string[]>>> {
  return Object.fromEntries(
    [...(await eventsOf(out))].map(([url, event]) => [
      url,
      versionsOf(event).map(({ time, accepted, code, redirectsTo, again = [], chosen }) => {
        const said = accepted === undefined ? (code ?? `to ${redirectsTo ?? ''}`) : accepted ? 'yes' : 'no';
        return `${time.slice(0, 7)} ${said}${again.map((one) => ` =${one.slice(0, 7)}`).join('')}${chosen === true ? ' *' : ''}`;
      }),
    ]),
  );
}

const WANTED = {
  [SEED]: ['2020-03 yes', '2021-03 yes =2021-09 =2022-03 *'],
  [GONE]: ['2020-04 yes', '2021-04 yes', '2022-04 no *'],
  [CAME]: [
    '2020-05 to http://other.example/',
    '2020-11 http-status',
    '2021-05 no',
    '2021-07 no-index',
    '2022-05 yes *',
  ],
};

describe('--at every', () => {
  it('judges every capture of a page, and follows the links of the latest', async () => {
    const { out, summary } = await crawl();
    expect(await versionsIn(out)).toEqual(WANTED);
    expect(summary.fetched).toBe(3);
    const events = await eventsOf(out);
    expect(events.get(GONE)?.judgement?.accepted).toBe(false);
    expect(events.get(CAME)?.judgement?.accepted).toBe(true);
    const [, , left] = events.get(GONE)?.versions ?? [];
    expect(left?.lost).toEqual(expect.arrayContaining(['hive', 'honey']));
    expect(left?.gained).not.toContain('hive');
  });

  it.each([
    [
      'several collections, by ranges',
      () => ({ captures: `${server.address}/`, warcBase: `${server.address}/files` }),
    ],
    ['Wayback, by replay', () => ({ captures: `${server.address}/cdx/search/cdx` })],
  ])('does so by %s', async (_, archive) => {
    expect(await versionsIn((await crawl(archive())).out)).toEqual(WANTED);
    // One request for each version.
    const lookups = server.lookups().length + server.asked.filter((path) => path === '/collinfo.json').length;
    expect(server.asked.length - lookups).toBe(10);
  });

  it('keeps to --from and --to, and reads no versions of a page that asks not to be indexed', async () => {
    const { out } = await crawl({ from: '2021', to: '2021' });
    expect(await versionsIn(out)).toEqual({
      [SEED]: ['2021-03 yes =2021-09 *'],
      [GONE]: ['2021-04 yes *'],
      [CAME]: [],
    });
  });

  it('shows versions in explanations, in RDF that is valid, and next to the page in sfwc pages', async () => {
    const { out } = await crawl();
    const { stdout } = await sfwc(['explain', out, GONE]);
    expect(stdout).toMatch(/versions: 3 in 3 captures/);
    expect(stdout).toMatch(/2021-04-01T00:00:00.000Z {2}accepted, score /);
    expect(stdout).toMatch(
      /2022-04-01T00:00:00.000Z {2}rejected, score .*; the page was judged by it\n +came: .+; went: .*\bhive\b/,
    );
    expect((await sfwc(['explain', out, SEED])).stdout).toContain(
      'the same until 2022-03-01T00:00:00.000Z (3 captures)',
    );
    const rdf = gunzipSync(await readFile(join(out, 'crawl.nq.gz'))).toString();
    expect(rdf.match(/<http:\/\/purl.org\/dc\/terms\/hasVersion>/g)).toHaveLength(10);
    expect(rdf.match(/#versionAccepted> "true"/g)).toHaveLength(5);
    const { code, stdout: problems } = await sfwc(['kb', 'validate', '--crawl', out]);
    expect({ code, problems }).toMatchObject({ code: 0 });
    const pages = (await sfwc(['pages', out])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CrawlEvent);
    expect(pages.map(({ url }) => url).sort()).toEqual([SEED, CAME]);
  });

  it('archives versions with their own dates, the one that counts last', async () => {
    const { out } = await crawl({ warc: 'accepted' });
    await checkArchive(out);
    const name = (await readdir(join(out, 'warc'))).find((file) => file.endsWith('.cdxj'))!;
    const index = await collected(readIndex(join(out, 'warc', name)));
    const datesOf = (url: string) =>
      index.filter((entry) => entry?.url === url).map((entry) => entry!.timestamp.slice(0, 6));
    expect(datesOf(SEED)).toEqual(['202003', '202203']);
    // Rejected today, and accepted before.
    expect(datesOf(GONE)).toEqual(['202004', '202104', '202204']);
    // The version that asks not to be indexed is not kept.
    expect(datesOf(CAME)).toEqual(['202005', '202011', '202105', '202205']);
    expect((await eventsOf(out)).get(CAME)?.capturedAt).toBe('2022-05-01T00:00:00.000Z');
  });

  it('ends when the archive stays away, and continues without losing or doubling versions', async () => {
    const settings = {
      captures: `${server.address}/cdx/search/cdx`,
      retries: 0,
      concurrency: 1,
      warc: 'all',
    } as const;
    const wanted = (await crawl(settings)).out;
    for (const most of [2, 7]) {
      const out = fresh();
      let answered = 0;
      server.before = (_request, response) => {
        answered += 1;
        return answered > most && (response.writeHead(503).end(), true);
      };
      await expect(crawl({ ...settings, out })).rejects.toThrow(ServiceError);
      server.before = () => false;
      await resumeCrawl({ out, resume: true }, { logger: silentLogger });
      expect(await versionsIn(out)).toEqual(WANTED);
      expect((await checkArchive(out)).records.length).toBe((await checkArchive(wanted)).records.length);
    }
  });

  describe('of an archive that lies or is busy', () => {
    /** An archive of one page with three versions, whose index is another. */
    async function lying(change: (rows: readonly ArchivedRow[]) => readonly CdxEntry[]): Promise<string> {
      const place = fresh();
      const rows = await makeArchive(place, 'a.warc.gz', [
        { url: SEED, date: '2020-01-01T00:00:00Z', body: BEE_HTML },
        { url: SEED, date: '2021-01-01T00:00:00Z', body: MARKET_HTML },
        { url: SEED, date: '2022-01-01T00:00:00Z', body: `${BEE_HTML} ` },
        { url: GONE, date: '2021-01-01T00:00:00Z', body: BEE_HTML },
      ]);
      await writeFile(join(place, 'a.cdxj'), indexText(change(rows)));
      return place;
    }
    const changed = (change: (rows: readonly ArchivedRow[]) => Partial<ArchivedRow>) =>
      lying((rows) => rows.map((row, at) => (at === 1 ? { ...row, ...change(rows) } : row)));

    it.each([
      [
        'names the record of another address',
        (rows: readonly ArchivedRow[]) => ({ offset: rows[3]!.offset, length: rows[3]!.length }),
      ],
      ['names no record', () => ({ offset: 7 })],
      ['cuts a record', (rows: readonly ArchivedRow[]) => ({ length: rows[1]!.length - 9 })],
      ['states another digest', () => ({ digest: 'A'.repeat(32) })],
      ['names a file outside', () => ({ filename: '../../../etc/passwd' })],
    ])('and %s, the other versions are judged', async (_, change) => {
      const { out } = await crawl({ captures: await changed(change), maxPages: 1 });
      expect((await versionsIn(out))[SEED]).toEqual(['2020-01 yes', '2021-01 bad-capture', '2022-01 yes *']);
    });

    it('and has captures without end, at most 100 are read', async () => {
      const archive = await lying((rows) =>
        Array.from({ length: 5000 }, (_, at) => ({
          ...rows[at % 2]!,
          timestamp: `${2000 + Math.floor(at / 300)}01${String(1 + (at % 28)).padStart(2, '0')}0000${String(Math.floor(at / 28) % 60).padStart(2, '0')}`,
        })),
      );
      const { out } = await crawl({ captures: archive, maxPages: 1 });
      const event = (await eventsOf(out)).get(SEED);
      expect(event?.versions).toHaveLength(100);
      expect(event?.capturesLeft).toBeGreaterThan(1000);
      expect(JSON.stringify(event).length).toBeLessThan(200_000);
    });

    it('versions wait as long as a busy server asks for', async () => {
      let busy = 1;
      server.before = ({ url = '' }, response) => {
        if (!url.includes('20200401')) return false;
        if ((busy -= 1) < 0) return false;
        response.writeHead(429, { 'retry-after': '0' }).end();
        return true;
      };
      const { out } = await crawl({ captures: `${server.address}/cdx/search/cdx`, retries: 2 });
      expect(await versionsIn(out)).toEqual(WANTED);
      expect(server.asked.filter((path) => path.includes('/20200401'))).toHaveLength(2);
    });
  });

  itInFull(
    'has the same versions when it is killed and resumed, from the command line',
    async () => {
      const begin = [
        '--kb',
        kb,
        '--topic',
        'bees',
        '--seeds',
        SEED,
        '--follow',
        'all',
        '--delay',
        '0',
        '--at',
        'every',
      ];
      const captures = ['--captures', `${server.address}/cdx/search/cdx`, '--workers', '1', '--warc', 'all'];
      const watched: WatchedWeb = {
        seed: SEED,
        connect: '',
        asked: [],
        onRequest: () => undefined,
        close: async () => undefined,
      };
      const wanted = fresh();
      expect((await runProcess(['crawl', ...begin, ...captures, '--out', wanted])).code).toBe(0);
      server.before = () => (watched.onRequest(), false);
      const out = fresh();
      const { code, killed } = await crawlAndKill(watched, [...begin, ...captures], out, 4, 7);
      expect({ code, killed }).toEqual({ code: 0, killed: 4 });
      expect(await versionsIn(out)).toEqual(await versionsIn(wanted));
      const responses = async (folder: string) =>
        (await checkArchive(folder)).records.filter(({ type }) => type !== 'warcinfo').length;
      expect(await responses(out)).toBe(await responses(wanted));
    },
    120_000,
  );
});
