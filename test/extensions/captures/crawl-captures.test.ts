import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { crawlTopic, type CrawlSurroundings } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { openSampleWeb } from '../../../src/extensions/webs/sample-web.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { silentLogger } from '../../../src/support/logger.js';
import { startArchiveServer, type ArchiveServer } from '../../support/archive-server.js';
import { beeTopic } from '../../support/bee-topic.js';
import { makeArchive, type ArchivedRow, type MadeCapture } from '../../support/capture-archive.js';
import { collected } from '../../support/collected.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';

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

function crawl(changes: Partial<CrawlOptions> = {}, surroundings: CrawlSurroundings = {}) {
  const options = {
    kb,
    topic: 'bees',
    seeds: [SMALL_SEED],
    out: fresh(),
    workers: 1,
    delay: 0,
    follow: 'all',
  } as const;
  return crawlTopic({ ...options, ...changes }, { logger: silentLogger, ...surroundings });
}

const eventsOf = (out: string): Promise<CrawlEvent[]> => collected(readEvents(out));

const verdicts = async (out: string) =>
  (await eventsOf(out))
    .filter(({ state }) => state === 'done')
    .map(({ url, checksum, judgement }) => ({ url, checksum, accepted: judgement?.accepted }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));

describe('--captures', () => {
  it('judges pages as the same crawl of a web does, by each kind of archive', async () => {
    const wanted = await verdicts((await crawl({ web: join(root, 'web') })).out);
    expect(wanted.length).toBeGreaterThan(3);
    const { address } = server;
    const archives: readonly Partial<CrawlOptions>[] = [
      { captures: folder },
      { captures: `${address}/`, warcBase: `${address}/files/` },
      { captures: `${address}/CC-MAIN-2026-40/index`, warcBase: folder },
      { captures: `${address}/cdx/search/cdx` },
      { captures: `${address}/CC-MAIN-2026-40/index` },
    ];
    for (const archive of archives) {
      const { out } = await crawl(archive);
      expect({ archive, verdicts: await verdicts(out) }).toEqual({ archive, verdicts: wanted });
    }
  });
});
