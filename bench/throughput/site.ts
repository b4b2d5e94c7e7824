import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { WIKISPEEDIA_HOST } from '../support/wikispeedia-web.js';

/** Pages that are served on loopback. */
export interface Site {
  /** What its addresses begin with, one for each host. */
  readonly prefixes: readonly string[];
  /** The page to begin at. */
  readonly first: string;
  /** Where its host is to be found, for `--connect-to`. */
  readonly connect?: string;
  /** Requests that were answered so far, whoever asked. */
  requests(): Promise<number>;
  close(): void;
}

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
/** Pages that lead to the others, the first that is there. */
const FIRST_PAGES = ['index.html', 'module-summary.html', 'overview-summary.html'];

/**
 * Serves a folder by an nginx of its own. Its files lie one level below the root, so that links out of the folder lead
 * nowhere.
 * @param scratch folder for nginx's own files
 * @param hosts how many addresses (127.0.0.1, 127.0.0.2 …) the pages are spread over: a link to a page leads to the host
 *   that the page's path falls to
 * @throws Error where nginx is not installed or does not start
 */
export async function serveSite(folder: string, scratch: string, hosts = 1): Promise<Site> {
  const nginx = NGINX.find((file) => existsSync(file));
  if (nginx === undefined) throw new Error('nginx is not installed: apt-get install nginx-light');
  const name = FIRST_PAGES.find((page) => existsSync(path.join(folder, page)));
  if (name === undefined) throw new Error(`${folder} has none of ${FIRST_PAGES.join(', ')} to begin at`);
  const port = await freePort();
  const origins = Array.from({ length: hosts }, (_, n) => `http://127.0.0.${n + 1}:${port}`);
  const [origin = ''] = origins;
  const served = hosts === 1 ? folder : spread(folder, path.join(scratch, 'site'), origins);
  const configuration = path.join(scratch, 'nginx.conf');
  writeFileSync(configuration, configurationOf(served, scratch, port));
  const server = spawn(nginx, ['-e', path.join(scratch, 'error.log'), '-p', scratch, '-c', configuration], {
    stdio: 'ignore',
  });
  try {
    await answers(`${origin}/requests`, server);
  } catch (thrown) {
    server.kill('SIGKILL');
    throw thrown;
  }
  let asked = 0;
  return {
    prefixes: origins.map((each) => `${each}/site/`),
    first: `${origin}/site/${name}`,
    async requests() {
      const text = await (await fetch(`${origin}/requests`)).text();
      asked += 1;
      // "server accepts handled requests", and below it the three numbers.
      return Number(/requests\s+\d+ \d+ (\d+)/.exec(text)?.[1]) - asked;
    },
    close: () => void server.kill('SIGKILL'),
  };
}

/** A copy of the pages whose relative links are absolute ones, each to the host of its page. */
function spread(from: string, to: string, origins: readonly string[]): string {
  const hostOf = (page: string): string => {
    const sum = Buffer.from(page).reduce((total, byte) => (31 * total + byte) % 1_000_003, 0);
    return origins[sum % origins.length] ?? '';
  };
  const pages = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  for (const page of pages) {
    const html = readFileSync(path.join(from, page), 'utf8');
    const absolute = html.replace(/(href=")([^"#?:]+\.html)/g, (_, begin: string, link: string) => {
      const target = path.posix.join(path.posix.dirname(page), link);
      return `${begin}${target.startsWith('..') ? link : `${hostOf(target)}/site/${target}`}`;
    });
    mkdirSync(path.join(to, path.dirname(page)), { recursive: true });
    writeFileSync(path.join(to, page), absolute);
  }
  return to;
}

/** Serves linked articles in a process of its own, as the pages of one host. @param main sfwc's file in dist/cli @throws Error where it does not start */
export async function serveArticles(main: string, file: string): Promise<Site> {
  const port = await freePort();
  const serving = pathToFileURL(
    path.resolve(path.dirname(main), '../extensions/archives/web-server.js'),
  ).href;
  const reading = new URL('../support/wikispeedia-web.js', import.meta.url).href;
  const program = `import { serveWeb } from '${serving}';
import { openWikispeediaWeb } from '${reading}';
await serveWeb(await openWikispeediaWeb(${JSON.stringify(file)}), ${port});`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  await answers(`http://127.0.0.1:${port}/`, server);
  return {
    prefixes: [`http://${WIKISPEEDIA_HOST}/`],
    first: `http://${WIKISPEEDIA_HOST}/wiki/Computer_science`,
    connect: `${WIKISPEEDIA_HOST}=127.0.0.1:${port}`,
    requests: () => Promise.resolve(0),
    close: () => void server.kill('SIGKILL'),
  };
}

function configurationOf(folder: string, scratch: string, port: number): string {
  const scratchFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid ${scratch}/nginx.pid;
error_log ${scratch}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  types { text/html html; image/svg+xml svg; }
  ${scratchFolders.map((name) => `${name}_temp_path ${scratch}/${name};`).join('\n  ')}
  server {
    listen ${port};
    location /site/ { alias ${folder.replace(/\/?$/, '/')}; }
    location = /requests { stub_status; }
  }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 50 && server.exitCode === null; attempt += 1) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((wake) => setTimeout(wake, 100));
    }
  }
  throw new Error('nginx does not start; is it built with stub_status?');
}
