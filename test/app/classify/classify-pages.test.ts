import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { classifyPages, type ClassifiedPage } from '../../../src/app/classify/classify-pages.js';
import type { ClassifyOptions } from '../../../src/app/settings/settings.js';
import { Interrupted } from '../../../src/model/errors.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { FOREIGN_TEXTS } from '../../support/foreign-texts.js';
import { writeArchive } from '../../support/write-archive.js';
import { BEE_HTML, BEE_TEXTS, MARKET_HTML, writeFiles } from '../../support/small-corpus.js';

const { root } = beeTopic();
const BEES = Object.values(BEE_TEXTS).slice(0, 4).join('\n\n');
let server: WebServer;
beforeAll(async () => {
  await writeFiles(join(root, 'pages'), {
    'a.html': BEE_HTML,
    'b/market.htm': MARKET_HTML,
    'b/bees.txt': `# All about bees\n\n${BEES}`,
    'c.html': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
    'd.jsonl': `${JSON.stringify({ id: 'one', title: 'Bees', text: BEES })}\nno JSON\n`,
    'german.txt': FOREIGN_TEXTS.de,
    'picture.png': 'PNG',
  });
  server = await serveWeb(await openSmallWeb(root));
});
afterAll(() => server.close());

interface CommandDeps {
  readonly stdin?: string;
  readonly signal?: AbortSignal;
}

function judging(
  what: readonly string[],
  more: Partial<ClassifyOptions> = {},
  { stdin = '', signal }: CommandDeps = {},
) {
  const options = {
    kb: join(root, 'kb'),
    topic: 'bees',
    workers: 1,
    delay: 0,
    connectTo: [`*.example=${server.address}:${server.port}`],
    ...more,
  };
  const deps = { readStdin: async () => Buffer.from(stdin), ...(signal && { signal }) };
  return classifyPages(what, options, deps);
}

/** Where each page is from, its title, and whether it was accepted; or the error. */
function outline(page: ClassifiedPage): readonly unknown[] {
  const { file = '', url = '', id = '' } = page;
  const where = `${file.slice(file.startsWith(root) ? root.length + 1 : 0)} ${id || url}`.trim();
  return 'error' in page ? [where, page.error] : [where, page.title, page.judgement.accepted];
}

async function outlines(...given: Parameters<typeof judging>): Promise<(readonly unknown[])[]> {
  const found = [];
  for await (const page of judging(...given)) found.push(outline(page));
  return found;
}

const FOLDER = [
  ['pages/a.html', 'Bees', true],
  ['pages/b/bees.txt', 'All about bees', true],
  ['pages/b/market.htm', 'Markets', false],
  ['pages/c.html', 'it cannot be read: c.html is not text'],
  ['pages/d.jsonl one', 'Bees', true],
  ['pages/d.jsonl', expect.stringMatching(/d\.jsonl:2: not valid JSON/)],
  ['pages/german.txt', 'german.txt', false],
];

describe('pages in files', () => {
  it('judges folders, files, records and standard input in their order, and goes on after errors', async () => {
    const missing = join(root, 'missing.html');
    expect(await outlines([join(root, 'pages'), missing, '-'], {}, { stdin: BEE_HTML })).toEqual([
      ...FOLDER,
      ['missing.html', expect.stringMatching(/^it cannot be read: ENOENT/)],
      ['-', 'Bees', true],
    ]);
  });
});

describe('pages in archives', () => {
  const responses = [
    { url: 'http://a.example/', body: MARKET_HTML },
    { url: 'http://a.example/robots.txt', body: 'User-agent: *', headers: { 'Content-Type': 'text/plain' } },
    { url: 'http://a.example/gone', body: 'gone', statusline: 'HTTP/1.1 410 Gone' },
    { url: 'http://a.example/text', body: BEES, headers: { 'Content-Type': 'text/plain' } },
    { url: 'http://a.example/', body: BEE_HTML, date: '2024-02-01T00:00:00Z' },
  ];
  const found = (file: string) => [
    [`${file} http://a.example/`, 'Bees', true],
    [`${file} http://a.example/text`, 'Apiary', true],
  ];

  it.each(['a.warc', 'a.warc.gz'])('judges the pages of %s', async (name) => {
    const file = await writeArchive(join(root, name), responses, name.endsWith('.gz'));
    expect(await outlines([file])).toEqual(found(name));
  });
});

describe('pages at addresses', () => {
  const list = [
    '# a list',
    '',
    'http://BEES.example/hive#top',
    'http://bees.example/markets',
    'http://bees.example/hidden/secret',
    'http://bees.example/missing',
    'http://bees.example/old',
    'http://news.example/honey',
    'http://news.example/private',
    'http://bees.example/picture.png',
    'no address',
    'http://bees.example/markets',
  ].join('\r\n');

  it('judges a list, and obeys robots.txt', async () => {
    const pages = await outlines(['http://bees.example/queen%7B1%7D'], { urls: '-' }, { stdin: list });
    expect(pages.sort()).toEqual(
      [
        ['http://bees.example/queen%7B1%7D', 'The queen', true],
        ['http://BEES.example/hive#top', 'The hive', true],
        ['http://bees.example/markets', 'Markets', false],
        ['http://bees.example/hidden/secret', expect.stringMatching(/^robots\.txt forbids it: .*line 2$/)],
        ['http://bees.example/missing', 'the server answered with an error status: HTTP status 404'],
        // A page asked not to be indexed, and one to which another address of the list redirects.
        ['http://bees.example/old', 'Honey news', true],
        ['http://news.example/honey', 'Honey news', true],
        ['http://news.example/private', 'Private', true],
        ['http://bees.example/picture.png', expect.stringMatching(/^neither HTML nor .*image\/png$/)],
        ['no address', 'this is not a web address'],
      ].sort(),
    );
  });

  it('ends with the requests under way when it is left or interrupted', async () => {
    const stop = new AbortController();
    const adaptsNot = { urls: '-', accept: '0.5' };
    const stopped = judging([], adaptsNot, { stdin: list, signal: stop.signal });
    await stopped.next();
    stop.abort(new Interrupted());
    const rest = (async () => {
      while ((await stopped.next()).done !== true);
    })();
    await expect(rest).rejects.toBeInstanceOf(Interrupted);
    const left = judging([], adaptsNot, { stdin: list });
    expect((await left.next()).done).toBe(false);
    expect((await left.return()).done).toBe(true);
  });
});
