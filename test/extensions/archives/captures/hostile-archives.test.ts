import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { crawlFields, type CrawlSettings } from '../../../../src/app/settings/crawl-settings.js';
import { defaultsOf } from '../../../../src/app/settings/resolve.js';
import { openCaptures } from '../../../../src/extensions/archives/captures/open-captures.js';
import type { Fetcher } from '../../../../src/model/crawl-event.js';
import { FetchError, InputError, ServiceError, UsageError } from '../../../../src/model/errors.js';
import { silentLogger } from '../../../../src/support/logger.js';
import { startArchiveServer, type ArchiveServer } from '../../../support/archive-server.js';
import { without } from '../../../../src/support/without.js';
import { makeArchive, type ArchivedRow } from '../../../support/capture-archive.js';
import { failureOf } from '../../../support/failure-of.js';
import { manualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { MAX_PAGE_BYTES } from '../../../../src/web/http/read-body.js';

const H = 'http://h.example';
const DATE = '2025-01-01T00:00:00Z';
const root = temporaryFolder();
const folder = join(root, 'archive');
let rows: readonly ArchivedRow[];
let server: ArchiveServer;
const opened: { close(): Promise<void> | void }[] = [];

beforeAll(async () => {
  rows = await makeArchive(folder, 'a.warc.gz', [
    { url: `${H}/a`, date: DATE, body: 'page a' },
    { url: `${H}/b`, date: DATE, body: 'page b' },
    { url: `${H}/c`, date: DATE, body: 'page c', revisitOf: { url: `${H}/c`, date: '2020-01-01T00:00:00Z' } },
    { url: `${H}/big`, date: DATE, body: 'x'.repeat(MAX_PAGE_BYTES + 1) },
    { url: `${H}/out`, date: DATE, status: 301, headers: { Location: 'http://10.0.0.1/' } },
    { url: `${H}/round`, date: DATE, status: 301, headers: { Location: `${H}/round2` } },
    { url: `${H}/round2`, date: DATE, status: 301, headers: { Location: `${H}/round` } },
  ]);
  server = await startArchiveServer(folder, { ALL: { rows } });
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
  server.before = () => false;
});

const clock = manualClock(Date.UTC(2026, 0, 1));

async function open(changes: Partial<CrawlSettings>): Promise<Fetcher> {
  const settings = { ...defaultsOf(crawlFields), seeds: [], out: root, delay: 0, timeout: 1 };
  const all = { ...settings, ...changes } as CrawlSettings;
  const one = openCaptures(all, { instead: undefined, clock, logger: silentLogger, retries: 1 });
  opened.push(one);
  return one.fetcher;
}

const index = ({ address }: ArchiveServer = server) => ({
  captures: `${address}/ALL-index?warcs=${address}/files`,
});

/** The same WARC file with another index. */
async function lying(...changed: Partial<ArchivedRow>[]): Promise<ReturnType<typeof index>> {
  const lies = changed.map((change) => ({ ...rows[0]!, ...change }));
  const other = await startArchiveServer(folder, { ALL: { rows: lies } });
  opened.push(other);
  return index(other);
}

describe('indexes that lie', () => {
  it.each([
    [
      'the record of another address',
      () => ({ offset: rows[1]!.offset, length: rows[1]!.length }),
      /another address/,
    ],
    ['no begin of a record', () => ({ offset: 7 }), /cannot be|not a record/],
    ['a cut member', () => ({ length: rows[0]!.length - 9 }), /decompressed|ends early/],
    ['a place beyond the end', () => ({ offset: 1e9 }), /beyond the end/],
    ['another digest', () => ({ digest: 'A'.repeat(32) }), /does not have the digest/],
    ['a file outside', () => ({ filename: '../../../etc/passwd' }), /outside of the archive/],
  ])('about %s', async (_, change, message) => {
    const fetcher = await open(await lying(change()));
    const failure = await failureOf(fetcher.fetch(`${H}/a`));
    expect(failure).toMatchObject({ failure: 'bad-capture' });
    expect(failure.message).toMatch(message);
  });

  it('do not hide another capture of the page', async () => {
    const earlier = { timestamp: '20240101000000' };
    const fetcher = await open(await lying({ offset: 7 }, earlier));
    expect(Buffer.from((await fetcher.fetch(`${H}/a`)).body).toString()).toBe('page a');
  });

  it('about files of other servers send no request there', async () => {
    server.before = ({ url = '' }, response) => {
      if (!url.startsWith('/ALL-index')) return false;
      response.end(JSON.stringify({ ...without(rows[0]!, 'made'), filename: 'http://169.254.169.254/x' }));
      return true;
    };
    const fetcher = await open(index());
    expect(await failureOf(fetcher.fetch(`${H}/a`))).toMatchObject({ failure: 'bad-capture' });
    expect(server.asked).toHaveLength(1);
  });
});

describe('captures that are not what they seem', () => {
  it('refer to what the archive lacks, lead away or around, or are too large', async () => {
    const fetcher = await open(index());
    const failing = async (path: string): Promise<unknown> => {
      const failure = await failureOf(fetcher.fetch(`${H}/${path}`));
      return failure instanceof FetchError ? failure.failure : failure;
    };
    expect(await failing('c')).toBe('bad-capture');
    expect(await failing('out')).toBe('private-address');
    expect(await failing('round')).toBe('too-many-redirects');
    expect(await failing('big')).toBe('too-large');
  });
});

describe('servers that fail', () => {
  it('end the crawl when nothing but their roots answers, so that it can be resumed', async () => {
    server.before = ({ url }, response) => url !== '/' && (response.writeHead(429).end(), true);
    const fetcher = await open(index());
    for (const path of ['a', 'b'])
      expect(await failureOf(fetcher.fetch(`${H}/${path}`))).toMatchObject({ failure: 'network' });
    const failure = await failureOf(fetcher.fetch(`${H}/c`));
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure.hint).toMatch(/--resume/);
  });

  it('that are no CDX servers are told from those that are away', async () => {
    server.before = (_request, response) => (response.end('<html>hello</html>'), true);
    const fetcher = await open(index());
    await failureOf(fetcher.fetch(`${H}/a`));
    await failureOf(fetcher.fetch(`${H}/b`));
    const failure = await failureOf(fetcher.fetch(`${H}/c`));
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure.hint).toMatch(/CDX server/);
  });
});

describe('settings', () => {
  it('that name no archive are refused with what to do', async () => {
    expect(await failureOf(open({ captures: folder }))).toBeInstanceOf(InputError);
    const unknown = await failureOf(open({ captures: `${server.address}/` }));
    expect(unknown).toBeInstanceOf(UsageError);
    expect(unknown.hint).toMatch(/warcs=URL/);
  });
});
