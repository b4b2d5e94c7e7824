import { beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crawl, type CrawlOptions } from '../../../src/app/crawl/crawl.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { sha256 } from '../../../src/support/hash.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { makeDocx, makeEpub, makeOdt, makePdf } from '../../language/corpus/fixtures.js';
import { storedPages } from '../../support/stored-pages.js';

const TEXT = [
  'The queen lays an egg in every cell of the comb of the hive.',
  'Nurse bees feed each larva with pollen and honey, and the brood fills the frame.',
];
const PROSE = TEXT.join(' ');
const { root, kb } = beeTopic();

type Answer = readonly [type: string, body: string | Buffer];

const PDF = makePdf(
  [
    [
      [72, 720, 20, 'http://bees.example/from-pdf'],
      [72, 690, 11, TEXT[0]!],
    ],
    [[72, 690, 11, 'A swarm of honey bees leaves the hive with the old queen.']],
    [[72, 690, 11, 'Drones.']],
  ],
  { title: 'The Brood of Bees' },
);

async function answers(): Promise<Readonly<Record<string, Answer>>> {
  const docx = await makeDocx([
    ['Title', 'Bees in Word'],
    ['Normal', PROSE],
  ]);
  return {
    '/a': ['application/pdf', PDF],
    '/b': ['application/vnd.oasis.opendocument.text', await makeOdt(`<text:p>${PROSE}</text:p>`)],
    '/c.docx': ['application/octet-stream', docx],
    '/d': [
      'application/epub+zip',
      await makeEpub([`<h1>Bees</h1><p>${PROSE} <a href="http://bees.example/from-epub">More</a></p>`]),
    ],
    '/e.txt': [
      'text/plain; charset=utf-8',
      Buffer.from(`Bees in caf\u00e9s\n\n${PROSE} See http://bees.example/from-text.`, 'latin1'),
    ],
    '/f.md': ['text/plain', `# Bees\n\n${PROSE} [On](from-markdown)`],
    '/g': ['text/html', makePdf([[[72, 690, 11, PROSE]]])],
    '/h': ['application/pdf', `<!doctype html><p>${PROSE}`],
    '/i': ['application/pdf', Buffer.from('%PDF-1.4 cut off')],
    '/k': ['application/pdf', makePdf([[], []])],
    '/n': ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    '/o': ['text/html', `<title>The last page</title><p>${PROSE}`],
  };
}

/** A web of the host bees.example on this machine, whose first page links to all others. */
async function openWeb(pages: Readonly<Record<string, Answer>>) {
  const links = Object.keys(pages).map((path) => `<a href="${path}">about bees in ${path.slice(1)}</a>`);
  const all = new Map<string, Answer>([
    ['/', ['text/html', `<title>Bees</title><p>Bees and hives. ${links.join(' ')}`]],
    ...Object.entries(pages),
  ]);
  const server = createServer((request, response) => {
    const found = all.get(request.url ?? '');
    if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': found[0] }).end(found[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { connectTo: [`bees.example=127.0.0.1:${port}`], close: () => server.close() };
}

/** Crawls a web to its end, and returns the events by the paths of their URLs. */
async function crawled(
  pages: Readonly<Record<string, Answer>>,
  out: string,
  more: Partial<CrawlOptions> = {},
) {
  const web = await openWeb(pages);
  const { connectTo } = web;
  const given = {
    kb,
    topic: 'bees',
    seeds: ['http://bees.example/'],
    delay: 0,
    follow: 'all',
    workers: 1,
  } as const;
  const quiet = { render: 'never', sitemaps: false, accept: 'broad', keepDuplicates: true } as const;
  try {
    const events = await collected(crawl({ ...given, ...quiet, connectTo, out, ...more }));
    return new Map(events.map((event) => [new URL(event.url).pathname, event]));
  } finally {
    web.close();
  }
}

describe('documents that a crawl meets', () => {
  const out = join(root, 'out');
  let events: ReadonlyMap<string, CrawlEvent>;
  let pages: Readonly<Record<string, Answer>>;
  beforeAll(async () => {
    pages = await answers();
    events = await crawled(pages, out, { warc: 'all' });
  }, 30_000);

  it.each([
    ['/a', 'pdf', 'The Brood of Bees'],
    ['/b', 'odt', 'b'],
    ['/c.docx', 'docx', 'Bees in Word'],
    ['/d', 'epub', 'The Pancreas'],
    ['/f.md', 'markdown', 'Bees'],
    // A PDF that is sent as HTML.
    ['/g', 'pdf', 'g'],
  ])('are judged and kept: %s as %s', async (path, from, title) => {
    const event = events.get(path)!;
    const body = Buffer.from(pages[path]![1]);
    expect(event).toMatchObject({
      state: 'done',
      title,
      reading: { from, signs: [] },
      judgement: { accepted: true },
    });
    expect([event.bytes, event.checksum]).toEqual([body.length, sha256(body)]);
    const { source, text } = (await storedPages(out)).get(event.url)!;
    expect(body.equals(source!)).toBe(true);
    expect(text).toContain('lays an egg');
  });

  it('lead on by their links', () => {
    const found = (path: string): unknown => {
      const { referrer, anchorText, state } = events.get(path) ?? {};
      return [referrer, anchorText, state];
    };
    const from = (path: string): string => `http://bees.example${path}`;
    expect(found('/from-pdf')).toEqual([from('/a'), from('/from-pdf'), 'failed']);
    expect(found('/from-epub')).toEqual([from('/d'), 'More', 'failed']);
    expect(found('/from-text')).toEqual([from('/e.txt'), from('/from-text'), 'failed']);
    expect(found('/from-markdown')).toEqual([from('/f.md'), 'On', 'failed']);
  });

  it.each([
    ['/h', 'skipped', 'not-html', 'sent as application/pdf, but it is HTML'],
    ['/i', 'failed', 'unreadable', 'PDF: the PDF is damaged'],
    ['/k', 'skipped', 'no-content', 'PDF: the document holds no text'],
    ['/n', 'skipped', 'not-html', 'image/png'],
  ])('end alone where they cannot be read: %s is %s as %s', (path, state, code, message) => {
    expect(events.get(path)).toMatchObject({ state, code, message: expect.stringContaining(message) });
    expect(events.get('/o')).toMatchObject({ state: 'done', title: 'The last page' });
  });

  it('say how many pages were read, and on which the evidence is', async () => {
    const { reading, judgement } = events.get('/a')!;
    expect(reading).toMatchObject({ pages: { of: 3, read: 3 } });
    expect(judgement?.accepted).toBe(true);
    const { stdout } = await sfwc(['explain', out, 'http://bees.example/a']);
    expect(stdout).toContain('read from PDF, 3 pages');
    expect(stdout).toMatch(/^\s+honey .* p\. 2\s/m);
    expect(stdout).toMatch(/^\s+queen .* p\. 1, 2\s/m);
  });
});
