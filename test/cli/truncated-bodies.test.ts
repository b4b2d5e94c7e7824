import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { checkArchive } from '../support/check-warc.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sfwc } from './run.js';

const root = temporaryFolder();
const out = path.join(root, 'out');
const HOST = 'http://bad.example';

const PAGE = `<!doctype html><title>Page</title>${Array.from({ length: 200 }, (_, n) => `<p>Text ${(n * 7919) % 1009} of the page.`).join('')}`;
/** A page of its own for each address. */
const pageOf = (address: string): string => PAGE.replaceAll('page', `page ${address}`);

const PATHS: Readonly<Record<string, (response: ServerResponse, body: string) => void>> = {
  'cut-gzip': (response, body) => {
    const packed = gzipSync(body).subarray(0, -100);
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
  },
  short: (response, body) => {
    response.writeHead(200, { 'content-length': 2 * body.length }).write(body);
    setImmediate(() => response.destroy());
  },
  'no-last-chunk': (response, body) => {
    response.writeHead(200).write(body);
    setImmediate(() => response.destroy());
  },
  // The gzip member is whole, whatever the header says.
  'long-gzip': (response, body) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 100_000 }).write(gzipSync(body));
    setImmediate(() => response.destroy());
  },
  nothing: (response) => {
    response.writeHead(200, { 'content-length': 1000 }).flushHeaders();
    setImmediate(() => response.destroy());
  },
  whole: (response, body) => void response.writeHead(200).end(body),
};

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    response.setHeader('content-type', 'text/html');
    response.setHeader('etag', '"1"');
    if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end();
    else if (PATHS[name] === undefined) response.writeHead(404).end();
    else PATHS[name](response, pageOf(name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

function crawl(to: string, ...more: readonly string[]) {
  const { port } = server.address() as AddressInfo;
  const seeds = Object.keys(PATHS).flatMap((name) => ['--seeds', `${HOST}/${name}`]);
  const how = ['--set', `connectTo=*=127.0.0.1:${port}`, '--delay', '0', '--concurrency', '1', '--out', to];
  return sfwc(['crawl', ...seeds, ...how, ...more]);
}

function eventsOf(folder: string): Readonly<Record<string, CrawlEvent>> {
  const lines = readFileSync(path.join(folder, 'events.jsonl'), 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const event = JSON.parse(line) as CrawlEvent;
      return [event.url.slice(HOST.length + 1), event];
    }),
  );
}

it('are read as far as they came, and marked wherever they are kept', async () => {
  expect(await crawl(out, '--warc', 'all')).toMatchObject({ code: 0 });
  const events = eventsOf(out);
  const marks = Object.entries(events).map(([name, { state, truncated, validators }]) => [
    name,
    state,
    truncated,
    validators?.etag,
  ]);
  expect(marks.sort()).toEqual([
    ['cut-gzip', 'done', 'unspecified', undefined],
    ['long-gzip', 'done', undefined, '"1"'],
    ['no-last-chunk', 'done', 'disconnect', undefined],
    ['nothing', 'failed', undefined, undefined],
    ['short', 'done', 'disconnect', undefined],
    ['whole', 'done', undefined, '"1"'],
  ]);
  const { records } = await checkArchive(out);
  const kept = records.filter(({ type, url }) => type === 'response' && !url.endsWith('robots.txt'));
  expect(kept.map(({ url, field }) => [url.slice(HOST.length + 1), field('WARC-Truncated')]).sort()).toEqual([
    ['cut-gzip', 'unspecified'],
    ['long-gzip', undefined],
    ['no-last-chunk', 'disconnect'],
    ['nothing', 'disconnect'],
    ['short', 'disconnect'],
    ['whole', undefined],
  ]);
  expect((await sfwc(['explain', out, `${HOST}/short`])).stdout).toMatch(
    /; the body broke off \(disconnect\)\n/,
  );
  const { stdout } = await sfwc([
    'query',
    path.join(out, 'crawl.nq.gz'),
    'SELECT ?why { ?page <http://sfwcrawler.com/core#truncated> ?why }',
  ]);
  expect(stdout.match(/disconnect|unspecified/g)?.sort()).toEqual([
    'disconnect',
    'disconnect',
    'unspecified',
  ]);
});

it('keep their marks where the archive is crawled', async () => {
  const again = path.join(root, 'again');
  const seeds = ['cut-gzip', 'short', 'whole'].flatMap((name) => ['--seeds', `${HOST}/${name}`]);
  expect(await sfwc(['crawl', ...seeds, '--web', path.join(out, 'warc'), '--out', again])).toMatchObject({
    code: 0,
  });
  const marks = Object.entries(eventsOf(again)).map(([name, { truncated }]) => [name, truncated]);
  expect(marks.sort()).toEqual([
    ['cut-gzip', 'unspecified'],
    ['short', 'disconnect'],
    ['whole', undefined],
  ]);
});
