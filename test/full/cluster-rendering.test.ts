import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { sfwc, start } from '../cli/run.js';
import { collected } from '../support/collected.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { BROWSER, whyNoBrowser } from './browser.js';
import { earlyRequests, type LoggedRequest } from './cluster-web.js';
import { describeUnless } from './data.js';
import { postgresMissing, startPostgres, type Postgres } from './postgres-server.js';
import { withSettings } from '../support/with-settings.js';
import { storedPages } from '../support/stored-pages.js';

const NAME = 'shells';
/** Hosts with one shell each: those that scripts fill, and those that stay empty. */
const [FILLED, EMPTY] = [6, 24];
/** Seconds between two requests to a host. */
const DELAY = 0.2;
/** All hosts have their scripts from here. */
const SHARED = 'http://scripts.example';
const SCRIPTS: Readonly<Record<string, string>> = {
  '/fill.js': `fetch('/data').then((answer) => answer.text()).then((text) => {
    document.querySelector('astro-island').textContent = text;
  });`,
  '/fail.js': 'throw new Error();',
};

function bodyAt(host: string, pathname: string): string | undefined {
  if (`http://${host}` === SHARED) return SCRIPTS[pathname];
  if (pathname === '/data') return `${host} tells how bees build combs of wax in a hive. `.repeat(20);
  const isFilled = host.startsWith('filled');
  const inner = isFilled
    ? `<astro-island client=only></astro-island><script src=${SHARED}/fill.js></script>`
    : `<div id=root></div><script src=${SHARED}/fail.js></script>`;
  return pathname === '/' ? `<!doctype html><title>${host}</title><body>${inner}` : undefined;
}

describeUnless(whyNoBrowser() ?? postgresMissing(), 'rendering in a crawl of two workers', () => {
  const root = temporaryFolder();
  const folders = [1, 2].map((number) => path.join(root, `w${number}`));
  const all = path.join(root, 'all');
  const log: LoggedRequest[] = [];
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const logged = { host, path: request.url ?? '/', from: performance.now(), until: Infinity };
    log.push(logged);
    response.on('close', () => (logged.until = performance.now()));
    const body = bodyAt(host, logged.path);
    const type = logged.path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  const workers: ChildProcess[] = [];
  let said = '';
  let database: Postgres;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    database = await startPostgres();
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await database.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const fine = withSettings({ keepDuplicates: true });
  function run(args: readonly string[]): Promise<number | null> {
    // Of each machine's own.
    const environment = {
      SFWC_BROWSER: BROWSER ?? '',
      SFWC_NO_BROWSER_SANDBOX: String(process.getuid?.() === 0),
    };
    const child = start([...args, '--set', `frontier=${database.url}`, '--concurrency', '1'], {
      environment,
    });
    workers.push(child);
    child.stderr?.on('data', (data: Buffer) => (said += data.toString()));
    return new Promise((resolve) => child.once('exit', resolve));
  }

  it('renders what each worker finds, by what both have learned, and requests scripts politely', async () => {
    const seeds = path.join(root, 'seeds.txt');
    const hosts = ['filled', 'empty'].flatMap((kind) =>
      Array.from({ length: kind === 'filled' ? FILLED : EMPTY }, (_, at) => `http://${kind}${at}.example/`),
    );
    await writeFile(seeds, hosts.join('\n'));
    const { port } = server.address() as AddressInfo;
    const pace = ['--delay', String(DELAY), '--set', 'workers=1', ...fine];
    const web = ['--set', `connectTo=*=127.0.0.1:${port}`];
    const [first = '', second = ''] = folders;
    const begun = run([
      'crawl',
      '--seeds',
      seeds,
      '--set',
      `crawlName=${NAME}`,
      '--out',
      first,
      ...pace,
      ...web,
    ]);
    while (!existsSync(path.join(first, 'events.jsonl')) && workers[0]?.exitCode === null) await sleep(50);
    expect([await run(['shared', 'join', NAME, '--out', second]), await begun]).toEqual([0, 0]);
    expect(said).not.toContain('error');

    const { code } = await sfwc([
      'shared',
      'collect',
      NAME,
      ...folders,
      '--frontier',
      database.url,
      '--out',
      all,
    ]);
    expect(code).toBe(0);
    const events = await collected(readEvents(all));
    const readings = new Map(events.map((event) => [event.url, event.reading]));
    const isRendered = ({ reading }: CrawlEvent): boolean => reading?.requests !== undefined;
    for (const url of hosts.slice(0, FILLED)) {
      expect(readings.get(url)).toMatchObject({ from: 'rendered' });
      expect((await storedPages(all)).get(url)?.text).toContain('build combs of wax');
    }
    for (const folder of folders)
      expect((await collected(readEvents(folder))).filter(isRendered).length).toBeGreaterThan(0);
    const inVain = events.filter((event) => isRendered(event) && event.url.includes('empty'));
    console.log({ rendered: events.filter(isRendered).length, inVain: inVain.length, pages: events.length });
    // A sign is given up after eight pages in vain: twice as many if each worker had to learn that for itself.
    expect(inVain.length).toBeLessThan(14);
    expect(earlyRequests(log, 1000 * DELAY - 20)).toEqual([]);
  }, 180_000);
});
