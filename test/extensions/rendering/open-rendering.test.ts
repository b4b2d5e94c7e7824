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
import { writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const { cache } = createRequire(import.meta.url);
const isLoaded = (): boolean => Object.keys(cache).some((file) => file.includes('/playwright-core/'));

const root = temporaryFolder();
/** May be run, and does not start. */
const BROKEN = path.join(root, 'chromium');
const SHELL = '<title>Shell</title><div id=root></div><script src=/app.js></script>';
const DATA = `<script type=application/json>{"body": "${'Insulin pumps are worn on a belt. '.repeat(9)}"}</script>`;
const PAGES: Readonly<Record<string, string>> = {
  '/': '<p>Plain<a href=/shell>1</a><a href=/data>2</a>',
  '/shell': SHELL,
  '/data': `${SHELL}${DATA}<a href=/shell>1</a>`,
};

let server: Server;
let runs = 0;
let connect: string;

beforeAll(async () => {
  mkdirSync(root, { recursive: true });
  writeFileSync(BROKEN, 'no program', { mode: 0o755 });
  server = createServer(({ url = '' }, response) => {
    const page = PAGES[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connect = `*=127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Does work as this user. */
async function as(user: number, work: () => Promise<void>): Promise<void> {
  const { getuid } = process;
  const set = (value: unknown): unknown =>
    Object.defineProperty(process, 'getuid', { value, configurable: true, writable: true });
  set(() => user);
  try {
    await work();
  } finally {
    set(getuid);
  }
}

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

const FROM_DATA = { from: 'data', signs: ['mount-point'] };

describe('a crawl that meets shells', () => {
  it('loads and says nothing with --render never, and reads data in pages', async () => {
    const before = isLoaded();
    expect(await crawled({ render: 'never', browser: BROKEN })).toEqual({
      said: [],
      readings: { '/': undefined, '/shell': undefined, '/data': FROM_DATA },
    });
    expect(isLoaded()).toBe(before);
  });

  it('goes on where the browser does not start', async () => {
    const { said, readings } = await crawled({ browser: BROKEN, noBrowserSandbox: true });
    const unrendered = { from: 'html', signs: ['mount-point'], unrendered: 'no-browser' };
    expect(readings).toEqual({ '/': undefined, '/shell': unrendered, '/data': FROM_DATA });
    expect(said).toEqual([`rendering with ${BROKEN}`]);
    expect(isLoaded()).toBe(true);
  });

  it('says once as root that it does not render, and why', () =>
    as(0, async () => {
      const { said, readings } = await crawled({ browser: BROKEN });
      expect(said).toEqual([
        expect.stringMatching(/^pages that scripts fill are read as they come: Chromium has no/),
      ]);
      expect(readings['/shell']?.unrendered).toBe('no-browser');
    }));
});

describe('--render always', () => {
  it.each([
    ['for stored webs', { web: root }, /--web and --from-warc/],
    ['without a browser', { browser: '/nowhere/chromium' }, /\/nowhere\/chromium is not a program/],
  ])('is refused %s', async (_, settings, message) => {
    const crawling = crawled({ render: 'always', ...settings });
    await expect(crawling).rejects.toThrow(UsageError);
    await expect(crawling).rejects.toThrow(message);
  });

  it('is refused for root with a sandbox', () =>
    as(0, () =>
      expect(crawled({ render: 'always', browser: BROKEN })).rejects.toMatchObject({
        message: 'Chromium has no sandbox for root',
        hint: expect.stringContaining('noBrowserSandbox'),
      }),
    ));
});

/** A module with a renderer. */
async function pluginOf(name: string, open: string): Promise<string> {
  const text = `export const renderers = { mine: { open: (context) => (${open}) } };`;
  return path.join(await writeFiles(path.join(root, name), { 'mine.mjs': text }), 'mine.mjs');
}

describe('the renderer of a plugin', () => {
  const MADE = '<title>Made</title><p>What a script shows: pumps, sensors, and more.<a href=/>1</a>';

  it('takes the place of the browser, and is closed', async () => {
    const open = `{ async render({ response }) {
      return { body: new TextEncoder().encode('${MADE}') };
    }, close() { context.logger.info('closed, with ' + context.limits.seconds + ' seconds for a page'); } }`;
    const plugin = await pluginOf('renders', open);
    const { said, readings } = await crawled({ plugin: [plugin], render: 'always', renderSeconds: 7 });
    expect(said).toEqual(['closed, with 7 seconds for a page']);
    expect(readings['/']).toMatchObject({ from: 'rendered', requests: 0, bytes: 0 });
  });

  it.each([
    [
      'fails',
      `{ render() { throw new Error('no luck') } }`,
      "the renderer 'mine' at http://a.example/ failed: no luck",
    ],
    [
      'gives no bytes',
      `{ render: () => ({ body: 'text' }) }`,
      "the renderer 'mine' at http://a.example/ gave an object without a body of bytes",
    ],
    ['opens nothing', '{}', "the renderer 'mine', when it was opened, gave an object without render()"],
  ])('ends the crawl with its name where it %s', async (name, open, message) => {
    const plugin = await pluginOf(name, open);
    await expect(crawled({ plugin: [plugin], render: 'always' })).rejects.toThrow(message);
  });

  it('may say why it cannot render, before anything is fetched', async () => {
    const text = `export const renderers = {
      mine: { open() {}, whyNot: () => ({ why: 'no licence', hint: 'buy one' }) } };`;
    const plugin = path.join(await writeFiles(path.join(root, 'why'), { 'mine.mjs': text }), 'mine.mjs');
    await expect(crawled({ plugin: [plugin], render: 'always' })).rejects.toMatchObject({
      message: 'no licence',
      hint: 'buy one',
    });
  });

  it('must be the only one', async () => {
    const other = `export const renderers = { yours: { open() {} } };`;
    const yours = path.join(await writeFiles(path.join(root, 'yours'), { 'mine.mjs': other }), 'mine.mjs');
    const plugin = [await pluginOf('both', '{}'), yours];
    await expect(crawled({ plugin, render: 'always' })).rejects.toThrow(/'mine' and 'yours' are both loaded/);
  });
});
