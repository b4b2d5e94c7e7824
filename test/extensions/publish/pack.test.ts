import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { unchangedPages } from '../../../src/extensions/monitor/unchanged-pages.js';
import { packCrawl } from '../../../src/extensions/publish/pack/pack.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { openEarlierCrawl } from '../../../src/extensions/monitor/earlier-crawl.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { InputError } from '../../../src/model/errors.js';
import { openSampleWeb } from '../../../src/extensions/archives/open-web.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { beeTopic } from '../../support/bee-topic.js';
import { checkWacz } from '../../support/check-wacz.js';
import { collected } from '../../support/collected.js';
import { copyCrawl } from '../../support/crawl-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { manualClock } from '../../support/manual-clock.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
const clock = manualClock(Date.UTC(2026, 0, 1));
let web: WebServer;

beforeAll(async () => {
  const sample = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
  web = await serveWeb(sample);
});
afterAll(() => web.close());

function optionsFor(changes: Partial<CrawlOptions> = {}): CrawlOptions {
  return {
    ...{ kb, topic: 'bees', seeds: [SMALL_SEED], out: fresh(), concurrency: 1, workers: 1, delay: 0 },
    ...{ strategy: 'krs', follow: 'all', connectTo: [`*=127.0.0.1:${web.port}`] },
    ...changes,
  };
}

/** The web again, as a host that gives entity tags and answers 304 to whoever has the current version. Returns its port. */
async function serveTagged(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer(({ url: path, headers }, response) => {
    get({ host: '127.0.0.1', port: web.port, path, headers: { host: headers.host } }, (answer) => {
      void buffer(answer).then((body) => {
        const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
        const isSame = headers['if-none-match'] === etag;
        response.writeHead(isSame ? 304 : (answer.statusCode ?? 502), { ...answer.headers, etag });
        response.end(isSame ? undefined : body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** A copy of a crawl with an archive. */
async function archived() {
  crawled ??= crawlTopic(optionsFor({ warc: 'all' }), { clock });
  const folder = fresh();
  const { out, summary } = await crawled;
  await cp(out, folder, { recursive: true });
  const [index = '', archive = ''] = (await readdir(join(folder, 'warc'))).sort();
  return { folder, summary, index: join(folder, 'warc', index), archive: join(folder, 'warc', archive) };
}
let crawled: ReturnType<typeof crawlTopic> | undefined;

const verdicts = async (out: string): Promise<unknown> =>
  (await collected(readEvents(out))).map(({ url, state, checksum, judgement }) => [
    url,
    state,
    checksum,
    judgement?.accepted,
  ]);

describe('a packed crawl', () => {
  it('is a valid WACZ file with the archive, and the pages with text and judgement', async () => {
    const { folder: out, summary } = await archived();
    const { file } = await packCrawl(out);
    expect(file).toBe(join(out, 'crawl.wacz'));
    const { datapackage, files, captures, pages } = await checkWacz(file);
    const archives = [...files.keys()].filter((name) => name.startsWith('archive/'));
    expect(archives).toHaveLength(1);
    for (const name of archives)
      expect(files.get(name)?.equals(await readFile(join(out, name.replace('archive', 'warc'))))).toBe(true);
    expect(datapackage).toMatchObject({ title: 'bees', mainPageUrl: SMALL_SEED });
    expect(pages).toHaveLength(summary.accepted);
    const [first] = pages;
    expect(first).toMatchObject({ url: SMALL_SEED, seed: true, judgement: { accepted: true } });
    expect(Object.keys(first?.['judgement'] ?? {})).toEqual([
      'accepted',
      'score',
      'threshold',
      'classifier',
      'why',
    ]);
    expect(String(first?.['text']).length).toBeGreaterThan(20);
    expect(first?.['text']).not.toContain(first?.['title']);
    expect(captures.length).toBeGreaterThan(pages.length);
  });

  it('has the stored pages where it has no archive', async () => {
    const { file, archives } = await packCrawl(copyCrawl(fresh()));
    const { captures, pages } = await checkWacz(file);
    expect([archives, pages.length]).toEqual([1, 27]);
    const received = pages.map(({ url }) => url);
    expect(captures.map(({ url }) => url)).toEqual(expect.arrayContaining(received));
  });

  it('is crawled as the web that it is of', async () => {
    const { folder: out } = await archived();
    await packCrawl(out);
    const again = await crawlTopic({
      ...optionsFor({ web: [join(out, 'crawl.wacz')] }),
      connectTo: [],
    });
    expect(await verdicts(again.out)).toEqual(await verdicts(out));
  });

  it('is packed later just as well, also of a crawl that was killed', async () => {
    const { out } = await crawlTopic(optionsFor({ warc: 'accepted' }), { clock });
    const [index = '', archive = ''] = (await readdir(join(out, 'warc'))).sort();
    const whole = await packCrawl(out, { to: join(out, 'named.wacz'), title: 'Bees!' });
    const before = await checkWacz(whole.file);
    expect(before.datapackage).toMatchObject({ title: 'Bees!' });
    expect([whole.pages, whole.missing]).toEqual([before.pages.length, 0]);
    await rm(join(out, 'warc', index));
    await appendFile(join(out, 'warc', archive), Buffer.from('1f8b0800', 'hex'));
    const torn = await packCrawl(out);
    expect(torn.file).toBe(join(out, 'crawl.wacz'));
    const after = await checkWacz(torn.file);
    expect(after.captures.map(({ url, offset }) => [url, offset])).toEqual(
      before.captures.map(({ url, offset }) => [url, offset]),
    );
  });

  itInFull(
    'says how many captures of earlier crawls it refers to, and is crawled together with these',
    async () => {
      const tagged = await serveTagged();
      const archived = { warc: 'all' as const, connectTo: [`*=127.0.0.1:${tagged.port}`] };
      const first = await crawlTopic(optionsFor(archived), { clock });
      const second = await crawlTopic(optionsFor(archived), {
        clock: manualClock(Date.UTC(2026, 1, 1)),
        collection: {
          found: [],
          isKnown: () => false,
          unchanged: async (judges) => unchangedPages(await openEarlierCrawl(first.out, judges)),
        },
      });
      tagged.close();
      const report = await packCrawl(second.out);
      const { captures } = await checkWacz(report.file);
      const revisits = captures.filter(({ mime }) => mime === 'warc/revisit');
      expect(revisits.length).toBeGreaterThan(0);
      expect(report.missing).toBe(revisits.length);
      const from = (archives: readonly string[]) => ({
        ...optionsFor({ web: [...archives] }),
        connectTo: [],
      });
      const both = await crawlTopic(from([join(first.out, 'warc'), join(second.out, 'warc')]));
      expect(await verdicts(both.out)).toEqual(await verdicts(first.out));
    },
  );
});

describe('what cannot be packed', () => {
  it('is a folder without a crawl', async () => {
    expect(await failureOf(packCrawl(fresh()))).toBeInstanceOf(InputError);
  });

  it('leaves an earlier file as it was when an archive cannot be read', async () => {
    const { out } = await crawlTopic(optionsFor({ warc: 'all', maxPages: 1 }), { clock });
    const to = join(out, 'kept.wacz');
    await writeFile(to, 'earlier');
    await rm(join(out, 'events.jsonl'));
    expect(await failureOf(packCrawl(out, { to }))).toBeInstanceOf(InputError);
    expect(await readFile(to, 'utf8')).toBe('earlier');
    expect((await readdir(out)).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
