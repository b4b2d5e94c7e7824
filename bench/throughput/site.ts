import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

/** A folder of pages, served by an nginx of its own on loopback. */
export interface Site {
  /** What all its addresses begin with. */
  readonly prefix: string;
  /** The page to begin at. */
  readonly first: string;
  /** Requests that were answered so far, whoever asked. */
  requests(): Promise<number>;
  close(): void;
}

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
/** Pages that lead to the others, the first that is there. */
const FIRST_PAGES = ['index.html', 'module-summary.html', 'overview-summary.html'];

/**
 * Serves a folder. Its files lie one level below the root, so that links out of the folder lead nowhere.
 * @param scratch folder for nginx's own files
 * @throws Error where nginx is not installed or does not start
 */
export async function serveSite(folder: string, scratch: string): Promise<Site> {
  const nginx = NGINX.find((file) => existsSync(file));
  if (nginx === undefined) throw new Error('nginx is not installed: apt-get install nginx-light');
  const name = FIRST_PAGES.find((page) => existsSync(path.join(folder, page)));
  if (name === undefined) throw new Error(`${folder} has none of ${FIRST_PAGES.join(', ')} to begin at`);
  const port = await freePort();
  const configuration = path.join(scratch, 'nginx.conf');
  writeFileSync(configuration, configurationOf(folder, scratch, port));
  const server = spawn(nginx, ['-e', path.join(scratch, 'error.log'), '-p', scratch, '-c', configuration], {
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  const prefix = `${origin}/site/`;
  try {
    await answers(`${origin}/requests`, server);
  } catch (thrown) {
    server.kill('SIGKILL');
    throw thrown;
  }
  let asked = 0;
  return {
    prefix,
    first: `${prefix}${name}`,
    async requests() {
      const text = await (await fetch(`${origin}/requests`)).text();
      asked += 1;
      // "server accepts handled requests", and below it the three numbers.
      return Number(/requests\s+\d+ \d+ (\d+)/.exec(text)?.[1]) - asked;
    },
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
    listen 127.0.0.1:${port};
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
