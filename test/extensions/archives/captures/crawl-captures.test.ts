import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { crawlTopic, resumeCrawl, type CrawlCallbacks } from '../../../../src/app/crawl/crawl-topic.js';
import { refuseUnfitArchives } from '../../../../src/app/crawl/setup/prepare-crawl.js';
import { crawlFields, type CrawlSettings } from '../../../../src/app/settings/crawl-settings.js';
import { defaultsOf } from '../../../../src/app/settings/resolve.js';
import type { CrawlOptions } from '../../../../src/app/settings/settings.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import { openSampleWeb } from '../../../../src/extensions/archives/open-web.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { ServiceError } from '../../../../src/model/errors.js';
import { silentLogger } from '../../../../src/support/logger.js';
import { readIndex } from '../../../../src/web/archive/cdxj.js';
import { sfwc } from '../../../cli/run.js';
import { startArchiveServer, type ArchiveServer } from '../../../support/archive-server.js';
import { beeTopic } from '../../../support/bee-topic.js';
import { makeArchive, type ArchivedRow, type MadeCapture } from '../../../support/capture-archive.js';
import { checkArchive } from '../../../support/check-warc.js';
import { itInFull } from '../../../support/thorough.js';
import { collected } from '../../../support/collected.js';
import { SMALL_SEED, writeSmallWeb } from '../../../support/small-corpus.js';
import { placesIn } from '../../../support/temporary-folder.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
const folder = join(root, 'archive');
const DATE = '2026-10-03T12:00:00Z';
let web: Awaited<ReturnType<typeof openSampleWeb>>;
let rows: readonly ArchivedRow[];
let server: ArchiveServer;

async function capturesOfWeb(date: string): Promise<readonly MadeCapture[]> {
  // The web forbids the hidden page by its robots.txt; an archive that obeyed it does not have the page.
  const urls = [...web.pages.filter((url) => !url.includes('/hidden/')), 'http://bees.example/old'];
  return Promise.all(
    urls.map(async (url) => {
      const { status, headers, body } = await web.answer(url);
      const location = headers['location'];
      const sent = { 'Content-Type': headers['content-type'] ?? 'text/html' };
      const all = location === undefined ? sent : { ...sent, Location: new URL(location, url).href };
      return { url, date, status, body, headers: all };
    }),
  );
}

beforeAll(async () => {
  web = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
  rows = await makeArchive(folder, 'a.warc.gz', await capturesOfWeb(DATE));
  server = await startArchiveServer(folder, { 'CC-MAIN-2026-40': { rows } });
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.before = () => false;
});

/** The index of a collection, and with where its records are. */
const indexAddress = () => `${server.address}/CC-MAIN-2026-40-index`;
const archive = () => ({ captures: `${indexAddress()}?warcs=${server.address}/files` });

function crawl(changes: Partial<CrawlOptions> = {}, deps: CrawlCallbacks = {}) {
  const options = {
    kb,
    topic: 'bees',
    seeds: [SMALL_SEED],
    out: fresh(),
    workers: 1,
    delay: 0,
    follow: 'all',
  } as const;
  return crawlTopic({ ...options, ...changes }, { logger: silentLogger, ...deps });
}

const eventsOf = (out: string): Promise<CrawlEvent[]> => collected(readEvents(out));

const verdicts = async (out: string) =>
  (await eventsOf(out))
    .filter(({ state }) => state === 'done')
    .map(({ url, finalUrl = url, checksum, judgement }) => ({
      url: finalUrl,
      checksum,
      accepted: judgement?.accepted,
    }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));

describe('--captures', () => {
  it('judges pages as the same crawl of a web does', async () => {
    const wanted = await verdicts((await crawl({ web: join(root, 'web') })).out);
    expect(wanted.length).toBeGreaterThan(3);
    const { out } = await crawl(archive());
    expect(await verdicts(out)).toEqual(wanted);
  });

  it('says in events, RDF and explanations which capture a page was judged by', async () => {
    const { out } = await crawl(archive());
    const seed = (await eventsOf(out)).find(({ url }) => url === SMALL_SEED);
    const row = rows.find(({ url }) => url === SMALL_SEED)!;
    expect(seed?.archived).toMatchObject({
      ...{
        time: DATE,
        archive: indexAddress(),
        file: 'a.warc.gz',
        offset: row.offset,
        digest: row.digest,
      },
    });
    const { stdout } = await sfwc(['explain', out, SMALL_SEED]);
    expect(stdout).toContain(
      `judged as of ${DATE}, captured by ${indexAddress()} (a.warc.gz at byte ${row.offset})`,
    );
    const rdf = gunzipSync(await readFile(join(out, 'crawl.nq.gz'))).toString();
    expect(rdf).toContain(`<http://sfwcrawler.com/core#capturedAt> "${DATE}"^^`);
    expect((await sfwc(['kb', 'validate', '--crawl', out])).code).toBe(0);
  });

  it('archives captures with their own dates, and can be crawled from there', async () => {
    const { out } = await crawl({ ...archive(), warc: 'all' });
    const { records } = await checkArchive(out);
    expect(records.filter(({ type }) => type === 'request')).toEqual([]);
    const index = await collected(
      readIndex(
        join(
          out,
          'warc',
          (await readdir(join(out, 'warc'))).find((name) => name.endsWith('.cdxj'))!,
        ),
      ),
    );
    expect(new Set(index.map((entry) => entry?.timestamp))).toEqual(new Set(['20261003120000']));
    const again = await crawl({ web: [join(out, 'warc')] });
    expect(await verdicts(again.out)).toEqual(await verdicts(out));
  });

  itInFull('ends when the archive stays away, and continues when it is back', async () => {
    const settings = { ...archive(), concurrency: 1 };
    const wanted = await verdicts((await crawl(settings)).out);
    const out = fresh();
    let answered = 0;
    server.asked.length = 0;
    server.before = (_request, response) => {
      answered += 1;
      return answered > 3 && (response.writeHead(503).end(), true);
    };
    await expect(crawl({ ...settings, out })).rejects.toThrow(ServiceError);
    server.before = () => false;
    await resumeCrawl({ out, resume: true }, { logger: silentLogger });
    expect(await verdicts(out)).toEqual(wanted);
  });

  it.each([[{ captures: 'x', frontier: 'postgres://u@h/d' }, /cannot be given together with frontier/]])(
    'refuses %j',
    (changes, message) => {
      const settings = { ...defaultsOf(crawlFields), seeds: [], out: 'out', ...changes } as CrawlSettings;
      expect(() => refuseUnfitArchives(settings)).toThrow(message);
    },
  );
});
