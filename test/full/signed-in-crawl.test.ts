import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { writeState } from '../../src/extensions/sign-in/browser-state.js';
import { login } from '../../src/extensions/sign-in/login.js';
import { findBrowser } from '../../src/extensions/rendering/find-browser.js';
import { start } from '../cli/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { withSettings } from '../support/with-settings.js';
import { describeUnless } from './data.js';

const [FIRST, SECOND] = ['first-secret-value', 'second-secret-value'];
const keep = withSettings({ keepDuplicates: true });
const PAGES = 12;
/** Requests of pages after which the first session ends. */
const ENDS_AFTER = 5;
const root = temporaryFolder();

/** A host whose pages only members see, which links to another host. */
function members() {
  const asked: string[] = [];
  const cookies: { readonly host: string; readonly cookie: string | undefined }[] = [];
  let [valid, served] = [FIRST, 0];
  const answer = ({ url = '/', headers }: IncomingMessage, response: ServerResponse): void => {
    const { host = '', cookie } = headers;
    asked.push(url);
    cookies.push({ host, cookie });
    response.setHeader('content-type', 'text/html');
    if (url === '/robots.txt') return void response.writeHead(404).end();
    if (!host.startsWith('members.')) return void response.end('<title>Shop</title><p>Bees for sale.');
    const [, id] = /\bsid=([^;]*)/.exec(cookie ?? '') ?? [];
    if (id !== valid)
      return void response.end('<title>Enter</title><form><input type="password" name="p"></form>');
    served += 1;
    if (served === ENDS_AFTER) valid = SECOND;
    response.setHeader('set-cookie', [`seen=${url.slice(1)}-secret-value; Path=/`]);
    const links = Array.from({ length: PAGES }, (_, page) => `<a href="/${page}">page ${page}</a>`);
    response.end(
      `<title>Members ${url}</title><a href="/logout">Log out</a><p>Page ${url} of the members. ${links.join(' ')} <a href="http://shop.example/">shop</a>`,
    );
  };
  return { server: createServer(answer), cookies, asked };
}

const cookieOf = (value: string) => ({
  ...{ name: 'sid', value, domain: 'members.example', path: '/', expires: -1 },
  ...{ httpOnly: true, secure: false, sameSite: 'Lax' as const },
});

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

describeUnless(undefined, 'a crawl of a person who has signed in', () => {
  const site = members();
  const [state, out] = [join(root, 'state.json'), join(root, 'out')];
  let said = '';
  let connect = '';
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    mkdirSync(root, { recursive: true });
    await new Promise<void>((done) => site.server.listen(0, '127.0.0.1', done));
    connect = `*.example=127.0.0.1:${(site.server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    child?.kill('SIGKILL');
    site.server.close();
    site.server.closeAllConnections();
  });

  it('waits for a new session when the first one ends, and gives neither away', async () => {
    await writeState(state, { hosts: ['members.example'], cookies: [cookieOf(FIRST)], origins: [] });
    const options = [
      '--seeds',
      'http://members.example/',
      '--scope',
      'any',
      '--connect-to',
      connect,
      '--delay',
      '0',
    ];
    const session = ['--browser-state', state];
    child = start([
      'crawl',
      ...options,
      ...session,
      ...keep,
      '--warc',
      'all',
      '--render',
      'never',
      '--out',
      out,
    ]);
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (/asks to sign in again/.test(said))
        void writeState(state, { hosts: ['members.example'], cookies: [cookieOf(SECOND)], origins: [] });
    });
    child.stdout?.on('data', (piece: Buffer) => (said += piece.toString()));
    const code = await new Promise((done) => child?.once('exit', done));
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toContain(`sfwc login members.example --browser-state ${state}`);
    const titles: string[] = [];
    for await (const { url, title = '' } of readEvents(out))
      titles.push(url.includes('members') ? title : 'elsewhere');
    expect(titles.filter((title) => title.startsWith('Members'))).toHaveLength(PAGES + 1);
    expect(site.asked).not.toContain('/logout');
    expect(titles).not.toContain('Enter');
    expect(titles).toContain('elsewhere');
    const elsewhere = site.cookies.filter(({ host }) => !host.startsWith('members.'));
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(elsewhere.every(({ cookie }) => cookie === undefined)).toBe(true);
    expect(site.cookies.some(({ cookie }) => cookie?.includes('seen=') === true)).toBe(true);
    const results = `${everythingIn(out)}\n${said}`;
    expect(results).toContain('of the members');
    expect(results).not.toMatch(/secret-value/);
  }, 120_000);
});

describeUnless((await findBrowser()) === undefined ? 'there is no Chromium' : undefined, 'sfwc login', () => {
  it('saves what the host has stored in the browser, and keeps what the file has of others', async () => {
    const server = createServer((_, response) => {
      response.setHeader('set-cookie', ['sid=1; HttpOnly', 'theme=dark']);
      response
        .setHeader('content-type', 'text/html')
        .end('<script>localStorage.setItem("token", "2"); document.title = "stored";</script>');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const file = join(root, 'login.json');
      await writeState(file, { hosts: ['members.example'], cookies: [cookieOf(FIRST)], origins: [] });
      const settings = {
        browserState: file,
        address: `http://${host}/`,
        browser: undefined,
        noBrowserSandbox: true,
      };
      const done = new Promise<void>((resolve) => setTimeout(resolve, 5_000));
      const report = await login(host, settings, {
        done,
        signal: new AbortController().signal,
        headless: true,
      });
      expect(report).toEqual({ file, host, cookies: 2, entries: 1 });
      const saved = JSON.parse(readFileSync(file, 'utf8')) as {
        hosts: string[];
        cookies: { name: string }[];
        origins: unknown[];
      };
      expect(saved.cookies.map(({ name }) => name).sort()).toEqual(['sid', 'sid', 'theme']);
      expect(saved.hosts).toEqual(['members.example', host]);
      expect(saved.origins).toEqual([
        { origin: `http://${host}`, localStorage: [{ name: 'token', value: '2' }] },
      ]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }, 120_000);
});
