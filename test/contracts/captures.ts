import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlFields, type CrawlSettings } from '../../src/app/settings/crawl-settings.js';
import { defaultsOf } from '../../src/app/settings/resolve.js';
import { openCaptures } from '../../src/extensions/archives/captures/open-captures.js';
import type { Exchange } from '../../src/model/exchange.js';
import type { FetchedResponse, Fetcher } from '../../src/model/crawl-event.js';
import { silentLogger } from '../../src/support/logger.js';
import { systemClock } from '../../src/support/time/clock.js';
import { startArchiveServer, type ArchiveServer } from '../support/archive-server.js';
import { makeArchive, type ArchivedRow, type MadeCapture } from '../support/capture-archive.js';
import { failureOf } from '../support/failure-of.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const H = 'http://h.example';
const page = (words: string): string => `<title>${words}</title><p>${words}</p>`;

/** Captures with all that archives have. */
const MADE: readonly MadeCapture[] = [
  { url: `${H}/`, date: '2024-03-01T00:00:00Z', body: page('spring') },
  { url: `${H}/`, date: '2025-09-10T00:00:00Z', body: page('autumn') },
  { url: `${H}/`, date: '2026-10-05T00:00:00Z', status: 503 },
  { url: `${H}/moved`, date: '2025-01-01T00:00:00Z', status: 301, headers: { Location: `${H}/target` } },
  { url: `${H}/target`, date: '2025-01-01T00:00:01Z', body: page('target') },
  { url: `${H}/same`, date: '2024-01-01T00:00:00Z', body: page('same') },
  {
    ...{ url: `${H}/same`, date: '2025-01-01T00:00:00Z', body: page('same') },
    revisitOf: { url: `${H}/same`, date: '2024-01-01T00:00:00Z' },
  },
  { url: `${H}/cut`, date: '2025-01-01T00:00:00Z', body: page('cut'), truncated: 'length' },
  { url: `${H}/gone`, date: '2025-01-01T00:00:00Z', status: 404, body: page('gone') },
  { url: `${H}/a?q=1&b=%c3%bc`, date: '2025-01-01T00:00:00Z', body: page('query') },
  // The site moved from http to https: the archive has both at about the same time.
  {
    ...{ url: 'http://s.example/', date: '2025-01-01T00:00:00Z', status: 301 },
    headers: { Location: 'https://s.example/' },
  },
  { url: 'https://s.example/', date: '2025-01-01T00:00:00Z', body: page('secure') },
];

/** An archive of the captures, as settings name it. */
export type ArchiveOf = (server: string) => Partial<CrawlSettings>;

/** The behaviour of the captures of an archive, of any kind. */
export function itBringsCaptures(
  kind: string,
  archiveOf: ArchiveOf,
  { replays = false }: { readonly replays?: boolean } = {},
): void {
  describe(`captures of ${kind}`, () => {
    const root = temporaryFolder();
    const folder = join(root, 'archive');
    let rows: readonly ArchivedRow[];
    let server: ArchiveServer;
    const opened: { close(): Promise<void> | void }[] = [];

    beforeAll(async () => {
      rows = await makeArchive(folder, 'a.warc.gz', MADE);
      server = await startArchiveServer(folder, { ALL: { rows } });
    });
    beforeEach(() => {
      server.asked.length = 0;
      server.before = () => false;
    });
    afterAll(async () => {
      for (const one of opened) await one.close();
      await server.close();
      await rm(root, { recursive: true, force: true });
    });

    async function open(changes: Partial<CrawlSettings> = {}): Promise<Fetcher> {
      const settings = { ...defaultsOf(crawlFields), seeds: [], out: root, delay: 0 };
      const all = { ...settings, ...archiveOf(server.address), ...changes } as CrawlSettings;
      const one = openCaptures(all, { instead: undefined, clock: systemClock, logger: silentLogger });
      opened.push(one);
      return one.fetcher;
    }

    const textOf = ({ body }: FetchedResponse): string => Buffer.from(body).toString();

    it('takes the latest capture, or the nearest one, to a time', async () => {
      const { captures = '' } = archiveOf(server.address);
      const title = async (at?: string): Promise<string | undefined> => {
        const wished = `${captures}${captures.includes('?') ? '&' : '?'}at=${at}`;
        const response = await (await open(at === undefined ? {} : { captures: wished })).fetch(`${H}/`);
        return `${/<title>(.*)<\/title>/.exec(textOf(response))?.[1]} ${response.archived?.time.slice(0, 10)}`;
      };
      expect(await title()).toBe('autumn 2025-09-10');
      expect(await title('2024')).toBe('spring 2024-03-01');
      expect(await title('2025-02')).toBe('autumn 2025-09-10');
    });

    it('says which capture it is, and hands out what was sent', async () => {
      const exchanges: Exchange[] = [];
      const fetcher = await open();
      const response = await fetcher.fetch(`${H}/target`, { capture: () => (one) => exchanges.push(one) });
      const { archived, status, headers, url } = response;
      expect({ status, url, type: headers['content-type'] }).toEqual({
        ...{ status: 200, url: `${H}/target`, type: 'text/html; charset=utf-8' },
      });
      expect(archived).toMatchObject({ time: expect.stringMatching(/^2025-01-01T00:00:01(\.000)?Z$/) });
      expect(archived?.unverified).toBeUndefined();
      if (replays) expect(archived?.replayed).toMatch(/\/20250101000001id_\/http:\/\/h\.example\/target$/);
      else
        expect(archived).toMatchObject({
          file: 'a.warc.gz',
          offset: rows[4]?.offset,
          length: rows[4]?.length,
        });
      expect(exchanges).toHaveLength(1);
      expect(exchanges[0]).toMatchObject({ time: Date.parse('2025-01-01T00:00:01Z'), status: 200 });
      expect(exchanges[0]?.request).toHaveLength(0);
      expect(Buffer.from(exchanges[0]?.head ?? []).toString()).toMatch(/^HTTP\/1\.1 200[^]*\r\n\r\n$/);
    });

    it('follows redirects within the archive, also between spellings of one address', async () => {
      const fetcher = await open();
      const targets: string[] = [];
      const { url } = await fetcher.fetch(`${H}/moved`, {
        onRedirect: (target) => void targets.push(target),
      });
      expect({ url, targets }).toEqual({ url: `${H}/target`, targets: [`${H}/target`] });
      expect(textOf(await fetcher.fetch('http://s.example/'))).toContain('secure');
      expect(textOf(await fetcher.fetch('https://s.example/'))).toContain('secure');
      expect(textOf(await fetcher.fetch(`${H}/a?q=1&b=%C3%BC`))).toContain('query');
    });

    it('resolves revisits, and keeps what is truncated with a note', async () => {
      const fetcher = await open();
      const same = await fetcher.fetch(`${H}/same`);
      expect(textOf(same)).toContain('same');
      expect(same.archived?.time).toMatch(/^2025-01-01/);
      const cut = await fetcher.fetch(`${H}/cut`);
      expect(textOf(cut)).toContain('cut');
      if (!replays) {
        expect(same.archived?.payloadOf).toMatch(/^2024-01-01/);
        expect(cut.archived?.truncated).toBe('length');
      }
    });

    it('tells what it lacks from what was missing on the Web, and asks no host', async () => {
      const fetcher = await open();
      expect((await fetcher.fetch(`${H}/gone`)).status).toBe(404);
      expect(await failureOf(fetcher.fetch(`${H}/never`))).toMatchObject({ failure: 'not-archived' });
      expect((await fetcher.fetch(`${H}/robots.txt`)).status).toBe(404);
      expect(server.asked.filter((path) => path.includes('robots'))).toEqual([]);
    });

    it('refuses private addresses without a look-up', async () => {
      const fetcher = await open();
      server.asked.length = 0;
      expect(await failureOf(fetcher.fetch('http://127.0.0.1/'))).toMatchObject({
        failure: 'private-address',
      });
      expect(server.asked).toEqual([]);
    });
  });
}
