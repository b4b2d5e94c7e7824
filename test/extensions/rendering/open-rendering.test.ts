import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { UsageError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const { cache } = createRequire(import.meta.url);
const isLoaded = (): boolean => Object.keys(cache).some((file) => file.includes('/playwright-core/'));

const root = temporaryFolder();
/** May be run, and does not start. */
const BROKEN = path.join(root, 'chromium');
const SHELL = '<title>Shell</title><div id=root></div><script src=/app.js></script>';
const PAGES: Readonly<Record<string, string>> = {
  '/': '<p>Plain<a href=/shell>1</a>',
  '/shell': SHELL,
};

let server: Server;
let runs = 0;
let connect: string;

beforeAll(async () => {
  process.env['CHROME_PATH'] = BROKEN;
  mkdirSync(root, { recursive: true });
  writeFileSync(BROKEN, 'no program', { mode: 0o755 });
  server = createServer(({ url = '' }, response) => {
    const page = PAGES[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connect = `*=127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env['CHROME_PATH'];
  server.close();
});

async function crawled(settings: object) {
  const out = path.join(root, String((runs += 1)));
  const said: string[] = [];
  const logger = { info: (line: string) => said.push(line), warn: (line: string) => said.push(line) };
  const seeds = ['http://a.example/'];
  await crawlTopic(
    { seeds, connectTo: [connect], out, delay: 0, keepDuplicates: true, ...settings },
    { logger },
  );
  const readings: Record<string, CrawlEvent['reading']> = {};
  for await (const { url, reading } of readEvents(out)) readings[new URL(url).pathname] = reading;
  return { said, readings };
}

describe('a crawl that meets shells', () => {
  it('loads and says nothing with --render never', async () => {
    const before = isLoaded();
    expect(await crawled({ render: 'never' })).toEqual({
      said: [],
      readings: { '/': undefined, '/shell': undefined },
    });
    expect(isLoaded()).toBe(before);
  });

  it('goes on where the browser does not start', async () => {
    const { said, readings } = await crawled({});
    const unrendered = { from: 'html', signs: ['mount-point'], unrendered: 'no-browser' };
    expect(readings).toEqual({ '/': undefined, '/shell': unrendered });
    expect(said).toEqual([`rendering with ${BROKEN}`]);
    expect(isLoaded()).toBe(true);
  });
});

describe('--render always', () => {
  it.each([
    ['for stored webs', { web: root }, BROKEN, /--web/],
    ['without a browser', {}, '/nowhere/chromium', /\/nowhere\/chromium is not a program/],
  ])('is refused %s', async (_, settings, browser, message) => {
    process.env['CHROME_PATH'] = browser;
    const crawling = crawled({ render: 'always', ...settings });
    await expect(crawling).rejects.toThrow(UsageError);
    await expect(crawling).rejects.toThrow(message);
  });
});
