import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import { openSampleWeb, type SampleWeb } from '../../../src/extensions/archives/open-web.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import type { Fetcher } from '../../../src/model/crawl-event.js';
import { InputError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const MANIFEST = {
  hosts: ['a.example', 'b.example'],
  seeds: { topic: ['http://a.example/'] },
  redirects: [{ from: 'http://a.example/old', to: 'http://b.example/page?x=1', status: 301 }],
  pages: [
    {
      url: 'http://a.example/',
      file: 'a.example/index.html',
      kind: 'index',
      topics: [],
      contentType: 'text/html',
    },
    {
      url: 'http://b.example/page?x=1',
      file: 'b.example/page.html',
      kind: 'article',
      topics: ['topic'],
      contentType: 'text/html; charset=iso-8859-1',
    },
  ],
};
const FILES: Readonly<Record<string, string>> = {
  'manifest.json': JSON.stringify(MANIFEST),
  'secret.txt': 'not served',
  'a.example/index.html': '<title>A</title>',
  'a.example/robots.txt': 'User-agent: *\nDisallow: /no',
  'a.example/img/x.png': 'PNG',
  'b.example/page.html': '<title>B</title>',
};

const folder = temporaryFolder();
let web: SampleWeb;
let server: WebServer;
let overHttp: HttpFetcher;

beforeAll(async () => {
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  web = await openSampleWeb(folder);
  server = await serveWeb(web);
  const connectTo = [{ host: '*.example', to: { address: server.address, port: server.port } }];
  overHttp = createHttpFetcher({ userAgent: 'sfwc/0', connectTo });
});

afterAll(async () => {
  overHttp.close();
  await server.close();
});

const ways: readonly [string, () => Fetcher][] = [
  ['over HTTP', () => overHttp],
  ['in process', () => createWebFetcher(web)],
];

describe.each(ways)('a sample web %s', (_name, fetcher) => {
  async function answer(url: string): Promise<[number, string | undefined, string]> {
    const { status, headers, body } = await fetcher().fetch(url);
    return [status, headers['content-type'], new TextDecoder().decode(body)];
  }

  it('answers with its pages, by host', async () => {
    expect(await answer('http://a.example/')).toEqual([200, 'text/html', '<title>A</title>']);
    expect(await answer('http://b.example/page?x=1')).toEqual([
      200,
      'text/html; charset=iso-8859-1',
      '<title>B</title>',
    ]);
  });

  it.each([
    'http://a.example/missing',
    'http://b.example/page',
    'http://a.example/index.html',
    'http://a.example/..%2fsecret.txt',
    'http://a.example/%00',
    'http://a.example/%ff',
  ])('has no page %s', async (url) => {
    expect(await answer(url)).toEqual([
      404,
      'text/html; charset=utf-8',
      expect.stringContaining('There is no page'),
    ]);
  });

  it('redirects, asking first', async () => {
    const targets: string[] = [];
    const response = await fetcher().fetch('http://a.example/old', {
      onRedirect: (url) => void targets.push(url),
    });
    expect(response.url).toBe('http://b.example/page?x=1');
    expect(targets).toEqual(['http://b.example/page?x=1']);
  });
});

describe('openSampleWeb', () => {
  it('fails for hosts it does not have, in process', async () => {
    await expect(createWebFetcher(web).fetch('http://c.example/')).rejects.toMatchObject({
      failure: 'network',
    });
  });

  it('says what is wrong with a manifest', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sfwc-web-'));
    await expect(openSampleWeb(other)).rejects.toBeInstanceOf(InputError);
    await writeFile(join(other, 'manifest.json'), JSON.stringify({ ...MANIFEST, hosts: [1] }));
    await expect(openSampleWeb(other)).rejects.toThrow(/manifest\.json: hosts\.0: /);
    await rm(other, { recursive: true });
  });
});
