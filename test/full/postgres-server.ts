import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './local-process.js';

/** A PostgreSQL of the test's own, on loopback, in a temporary folder. */
export interface Postgres {
  /** The address of a database on it; its user may do everything. */
  readonly url: string;
  /** Makes a database, and tells its address. */
  database(name: string): string;
  /** Runs statements in the first database as superuser. */
  sql(statements: string): string;
  /** Writes a file into the server's data folder, which only the server may read; returns its path. */
  file(name: string, content: string): string;
  /** Stops the server as an operator would, or at once as a crash would, and starts it again. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of the server's programs: the newest of Debian's, or the one on the path. */
function programs(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  if (found !== undefined) return found;
  try {
    return execFileSync('which', ['initdb'], { encoding: 'utf8' })
      .trim()
      .replace(/\/initdb$/, '');
  } catch {
    return undefined;
  }
}

/** The numbers of the user that runs the server: it refuses root. Undefined: whoever runs the test. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, user: string): number =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  const name = ['postgres', 'nobody'].find((user) => {
    try {
      return idOf('-u', user) > 0;
    } catch {
      return false;
    }
  });
  if (name === undefined) throw new Error('there is no user to run PostgreSQL as');
  return { uid: idOf('-u', name), gid: idOf('-g', name) };
}

/** Why the tests on PostgreSQL cannot run; undefined when they can. */
export function postgresMissing(): string | undefined {
  return programs() === undefined ? 'PostgreSQL is not installed: apt-get install postgresql' : undefined;
}

/** Starts PostgreSQL. It does not wait for the disk: what a test kills is a process, not the machine. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const bin = programs() ?? '';
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'sfwc-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (user !== undefined) chownSync(data, user.uid, user.gid);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'sfwc', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: data,
    stdio: 'ignore',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const port = await freePort();
  const options = ['fsync=off', 'unix_socket_directories=', 'max_connections=50', ...settings];
  writeFileSync(join(data, 'postgresql.auto.conf'), `listen_addresses = '127.0.0.1'\nport = ${port}\n`);
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((one) => ['-c', one])], {
      ...user,
      cwd: data,
      stdio: 'ignore',
    });
    await isReady(bin, port, started);
    return started;
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode !== null) return;
    child.kill(signal);
    await exited;
  };
  const address = (database: string): string => `postgres://sfwc@127.0.0.1:${port}/${database}`;
  const sql = (statements: string): string =>
    execFileSync(
      join(bin, 'psql'),
      ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-c', statements, address('postgres')],
      { encoding: 'utf8' },
    );
  return {
    url: address('postgres'),
    sql,
    database(name) {
      sql(`CREATE DATABASE ${name}`);
      return address(name);
    },
    file(name, content) {
      const place = join(data, name);
      writeFileSync(place, content, { mode: 0o600 });
      if (user !== undefined) chownSync(place, user.uid, user.gid);
      return place;
    },
    async restart(how) {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      child = await start();
    },
    async stop() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a server takes connections, half a minute at most. */
async function isReady(bin: string, port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt += 1) {
    const asking = spawn(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q']);
    const code = await new Promise((resolve) => asking.once('exit', resolve));
    if (code === 0) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error('postgres did not start');
}
