import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { sfwc } from '../cli/run.js';
import { listen, type Listening } from '../support/listen.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { withSettings } from '../support/with-settings.js';
import { describeUnless } from './data.js';

const SECRET = 'first-secret-value';
const keep = withSettings({ keepDuplicates: true });
const PAGES = 12;
const root = temporaryFolder();

/** A host whose pages only members see, which links to another host. */
function members() {
  const asked: string[] = [];
  const cookies: { readonly host: string; readonly cookie: string | undefined }[] = [];
  const answer = ({ url = '/', headers }: IncomingMessage, response: ServerResponse): void => {
    const { host = '', cookie } = headers;
    asked.push(url);
    cookies.push({ host, cookie });
    response.setHeader('content-type', 'text/html');
    if (url === '/robots.txt') return void response.writeHead(404).end();
    if (!host.startsWith('members.')) return void response.end('<title>Shop</title><p>Bees for sale.');
    const [, id] = /\bsid=([^;]*)/.exec(cookie ?? '') ?? [];
    if (id !== SECRET)
      return void response.end('<title>Enter</title><form><input type="password" name="p"></form>');
    response.setHeader('set-cookie', [`seen=${url.slice(1)}-secret-value; Path=/`]);
    const links = Array.from({ length: PAGES }, (_, page) => `<a href="/${page}">page ${page}</a>`);
    response.end(
      `<title>Members ${url}</title><p>Page ${url} of the members. ${links.join(' ')} <a href="http://shop.example/">shop</a>`,
    );
  };
  return { answer, cookies, asked };
}

/** The content of all files below a folder, unpacked. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => {
      const bytes = readFileSync(file);
      return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1');
    })
    .join('\n');
}

describeUnless(undefined, 'a crawl with cookies', () => {
  const site = members();
  const [file, out] = [join(root, 'cookies.txt'), join(root, 'out')];
  let server: Listening;

  beforeAll(async () => {
    server = await listen(site.answer);
  });
  afterAll(() => server.close());

  it('sends them to their host alone, and gives them away nowhere', async () => {
    writeFileSync(file, `members.example\tFALSE\t/\tFALSE\t0\tsid\t${SECRET}\n`);
    const { code, stdout, stderr } = await sfwc([
      ...[
        'crawl',
        '--seeds',
        'http://members.example/',
        '--scope',
        'any',
        '--set',
        `connectTo=*.example=127.0.0.1:${server.port}`,
      ],
      ...['--delay', '0', '--cookies', file, ...keep, '--warc', 'all', '--render', 'never', '--out', out],
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const titles: string[] = [];
    for await (const { url, title = '' } of readEvents(out))
      titles.push(url.includes('members') ? title : 'elsewhere');
    expect(titles.filter((title) => title.startsWith('Members'))).toHaveLength(PAGES + 1);
    expect(titles).toContain('elsewhere');
    const elsewhere = site.cookies.filter(({ host }) => !host.startsWith('members.'));
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(elsewhere.every(({ cookie }) => cookie === undefined)).toBe(true);
    expect(site.cookies.some(({ cookie }) => cookie?.includes('seen=') === true)).toBe(true);
    const results = `${everythingIn(out)}\n${stdout}${stderr}`;
    expect(results).toContain('of the members');
    expect(results).not.toMatch(/secret-value/);
  }, 120_000);
});
