import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../src/extensions/cluster/database.js';
import { runProcess, start } from '../cli/run.js';
import { failureOf } from '../support/failure-of.js';
import { withSettings } from '../support/with-settings.js';
import { startClusterWeb, type ClusterWeb } from './cluster-web.js';
import { describeUnless } from './data.js';
import { postgresMissing, startPostgres, type Postgres } from './postgres-server.js';

/** With characters that have to be escaped in addresses, and in passfiles. */
const PASSWORD = 'Kennwort:4711/@bees';
const ESCAPED = encodeURIComponent(PASSWORD);

function opensslMissing(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'openssl is not installed';
  }
}

/** A certificate that only itself vouches for, and its key. */
function selfSigned(
  folder: string,
  name: string,
  host: string,
): { readonly cert: string; readonly key: string } {
  const [cert, key] = [path.join(folder, `${name}.crt`), path.join(folder, `${name}.key`)];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`];
  const names = ['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' });
  return { cert, key };
}

describeUnless(postgresMissing() ?? opensslMissing(), 'a database with passwords and TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-credentials-'));
  const { cert, key } = selfSigned(folder, 'server', 'localhost');
  const stranger = selfSigned(folder, 'stranger', 'localhost');
  const passfile = path.join(folder, 'pgpass');
  let server: Postgres;
  let web: ClusterWeb;
  let port = '';
  beforeAll(async () => {
    [server, web] = [await startPostgres(), await startClusterWeb(4, 10)];
    ({ port } = new URL(server.url.replace('postgres:', 'http:')));
    server.sql(`CREATE ROLE crawler LOGIN PASSWORD '${PASSWORD}'`);
    server.sql('CREATE DATABASE crawls OWNER crawler');
    server.file('server.crt', readFileSync(cert, 'utf8'));
    server.file('server.key', readFileSync(key, 'utf8'));
    server.file(
      'pg_hba.conf',
      'host all sfwc 127.0.0.1/32 trust\nhostssl all crawler 127.0.0.1/32 scram-sha-256\n',
    );
    server.sql('ALTER SYSTEM SET ssl = on');
    await server.restart('fast');
    const escaped = PASSWORD.replace(/[\\:]/g, '\\$&');
    writeFileSync(passfile, `localhost:${port}:crawls:crawler:${escaped}\n`, { mode: 0o600 });
  });
  afterAll(async () => {
    await web.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const address = (options: string, password?: string, host = 'localhost'): string =>
    `postgres://crawler${password === undefined ? '' : `:${password}`}@${host}:${port}/crawls${options}`;
  const opens = async (url: string): Promise<boolean> => {
    const database = await openDatabase(url, { patience: 1 });
    const [row] = await database.transaction((query) =>
      query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'),
    );
    await database.close();
    return row?.['ssl'] === true;
  };

  it('is encrypted by require, and its certificate is checked by verify-full', async () => {
    expect(await opens(address('?sslmode=require', ESCAPED))).toBe(true);
    expect(await opens(address(`?sslmode=verify-full&sslrootcert=${cert}`, ESCAPED))).toBe(true);
    for (const options of ['?sslmode=verify-full', `?sslmode=verify-full&sslrootcert=${stranger.cert}`]) {
      const refused = await failureOf(opens(address(options, ESCAPED)));
      expect(refused.message).toMatch(/certificate/);
      expect(refused).toHaveProperty('hint', expect.stringContaining('sslrootcert'));
    }
  });

  it('lets nobody in with a wrong password, without one, or without TLS, and says so', async () => {
    const wrong = await failureOf(opens(address('?sslmode=require', 'not-it')));
    expect(wrong.message).toContain('password authentication failed');
    expect(wrong).toHaveProperty('hint', expect.stringContaining('PGPASSWORD'));
    expect(JSON.stringify(wrong) + wrong.message).not.toContain('not-it');
    const environment = { PGPASSFILE: path.join(folder, 'none') };
    const none = await runProcess(['shared', 'status', 'c', '--frontier', address('?sslmode=require')], {
      environment,
    });
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('PGPASSWORD')]);
    const plain = await failureOf(opens(address('', ESCAPED)));
    expect(plain).toHaveProperty('hint', expect.stringContaining('pg_hba.conf'));
    expect(JSON.stringify(plain) + plain.message).not.toContain(PASSWORD);
  });

  it.each([
    ['the address', ESCAPED, {}],
    ['a passfile', undefined, { PGPASSFILE: passfile }],
  ])(
    'keeps the password from %s out of results, messages, the database and lists of processes',
    async (how, password, environment) => {
      const name = how.replace(' ', '-');
      const out = path.join(folder, name);
      const url = address(`?sslmode=verify-full&sslrootcert=${cert}`, password);
      const settings = withSettings({ frontier: `${url}&crawl=${name}`, connectTo: web.connect });
      const args = ['--seeds', web.seed, ...settings];
      const child = start(['crawl', ...args, '--max-pages', '12', '--delay', '0.2', '--out', out], {
        environment,
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data: Buffer) => (said += data.toString()));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const listed: string[] = [];
      const list = setInterval(() => {
        // Before the command runs, Node shows the arguments as it was started with.
        if (existsSync(out) && child.exitCode === null)
          listed.push(execFileSync('ps', ['-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' }));
      }, 100);
      const code = await ended;
      clearInterval(list);
      expect([code, said]).toEqual([0, expect.stringContaining('12 pages requested')]);
      const status = await runProcess(['shared', 'status', name, '--frontier', url, '--json'], {
        environment,
      });
      expect(JSON.parse(status.stdout)).toMatchObject({ counts: { fetched: 12 } });
      const all = await runProcess(
        ['shared', 'collect', name, out, '--frontier', url, '--out', `${out}-all`],
        { environment },
      );
      expect(all.code).toBe(0);
      const database = await openDatabase(server.url.replace(/postgres$/, 'crawls'));
      const plans = await database.transaction((query) => query('SELECT plan FROM sfwc.crawls'));
      await database.close();
      const kept = JSON.stringify(plans);
      expect(kept).toContain(web.seed);
      const outputs = [status.stdout, status.stderr, all.stdout, all.stderr];
      const texts = [said, kept, ...outputs, ...listed, ...textsIn(folder, name)];
      expect(listed.length).toBeGreaterThan(0);
      for (const text of texts) {
        expect(text).not.toContain(PASSWORD);
        expect(text).not.toContain(ESCAPED);
      }
    },
    60_000,
  );
});

/** All files below folders whose names begin so. */
function textsIn(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith(name) && statSync(path.join(folder, file)).isFile())
    .map((file) => readFileSync(path.join(folder, file), 'latin1'));
}
