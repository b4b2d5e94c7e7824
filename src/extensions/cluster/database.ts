import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError, messageOf, OutputError, SfwcError } from '../../model/errors.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { parseUrl } from '../../support/parse-url.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { systemClock, type Clock } from '../../support/time/clock.js';

/** A row, by the names of its columns. Numbers of 64 bits come as strings. */
export type Row = Readonly<Record<string, unknown>>;
/** Runs one statement. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A connection to PostgreSQL that comes back when it was lost. One piece of work at a time. */
export interface Database {
  /** As it may be shown: without name and password. */
  readonly shown: string;
  /**
   * Runs statements in one transaction. Where the connection is lost or the database restarts, waits for it and does the
   * work again; so the work has to tell by itself whether it was committed before.
   * @throws OutputError when the database stays away; InputError for what a person has to mend
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Options of reaching a database: seconds that it may be away, by default 600. */
interface DatabaseOptions {
  readonly logger?: Logger;
  readonly patience?: number;
}

/** Milliseconds before the second try, and between tries at most. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [50, 2000];
/** Milliseconds that a connection has to end, and that connecting may take. */
const [LAST_WORD, CONNECT_TIMEOUT] = [1000, 10_000];

/** A connection, and what it needs to come back. */
interface Connection {
  readonly url: string;
  readonly options: DatabaseOptions;
  client: pg.Client | undefined;
  isClosed: boolean;
}

/**
 * Connects to a database. The password may be in the URL, in `PGPASSWORD` or in a passfile (`PGPASSFILE`, `~/.pgpass`);
 * TLS is as the URL's `sslmode` says: `require` encrypts, `verify-ca` and `verify-full` check the certificate as well.
 * @param url `postgres://…` or `postgresql://…`
 * @throws InputError naming what is wrong, where the first connection fails
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const client = await connect(url).catch((thrown: unknown) => {
    throw connectionError(thrown, url);
  });
  const connection: Connection = { url, options, client, isClosed: false };
  let turn: Promise<unknown> = Promise.resolve();
  return {
    shown: shownDatabase(url),
    transaction(work) {
      const mine = turn.then(() => persistently(() => once(work, connection), connection));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      connection.isClosed = true;
      await turn;
      await drop(connection);
    },
  };
}

/** Tries until it succeeds, fails for good, or the patience is over. */
async function persistently<T>(attempt: () => Promise<T>, connection: Connection): Promise<T> {
  const { url } = connection;
  const { logger = silentLogger, patience = 600 } = connection.options;
  const until = Date.now() + 1000 * patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await attempt();
    } catch (cause) {
      const isLost = isLostConnection(cause);
      if (isLost) await drop(connection);
      if (connection.isClosed || (!isLost && !isDeadlock(cause))) throw connectionError(cause, url);
      if (Date.now() > until)
        throw new OutputError(`${shownDatabase(url)} has not answered for ${patience} seconds`, {
          hint: 'the crawl is in the database; continue with sfwc shared join when it is back',
          cause,
        });
      if (isLost && pause === FIRST_PAUSE)
        logger.warn(`${shownDatabase(url)} does not answer; waiting for it`);
      await sleep(pause);
    }
  }
}

async function once<T>(work: (query: Query) => Promise<T>, connection: Connection): Promise<T> {
  connection.client ??= await connect(connection.url);
  const query: Query = async (text, values = []) => {
    if (connection.client === undefined) throw new Error('Connection terminated');
    const { rows } = await connection.client.query<Row>({ name: nameOf(text), text, values: [...values] });
    return rows;
  };
  await query('BEGIN');
  try {
    const result = await work(query);
    await query('COMMIT');
    return result;
  } catch (thrown) {
    if (!isLostConnection(thrown)) await query('ROLLBACK').catch(() => undefined);
    throw thrown;
  }
}

async function drop(connection: Connection): Promise<void> {
  const lost = connection.client;
  connection.client = undefined;
  // A connection that was cut may never say that it has ended.
  await Promise.race([lost?.end().catch(() => undefined), sleep(LAST_WORD, undefined, { ref: false })]);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: withModesOfLibpq(url),
    application_name: 'sfwc',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
  });
  // A connection that is lost between two statements is noticed at the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (thrown) {
    client.end().catch(() => undefined);
    throw isLostConnection(thrown) ? thrown : connectionError(thrown, url);
  }
}

/** `sslmode` means what the documentation of PostgreSQL says, and not what it means to pg 8 alone. */
function withModesOfLibpq(url: string): string {
  const isSaid = /[?&]sslmode=/i.test(url) && !/[?&]uselibpqcompat=/i.test(url);
  return isSaid ? `${url}&uselibpqcompat=true` : url;
}

const names = new Map<string, string>();

/** Statements have names, so that the database plans them once for each connection. */
function nameOf(sql: string): string | undefined {
  if (/^\s*(?:BEGIN|COMMIT|ROLLBACK|CREATE|DROP|ALTER)/.test(sql)) return undefined;
  const name = names.get(sql) ?? `sfwc${names.size}`;
  names.set(sql, name);
  return name;
}

/** The address of a database as it may be shown: without user, password and options. */
export function shownDatabase(url: string): string {
  const parsed = /^postgres(?:ql)?:\/\//i.test(url)
    ? parseUrl(url.replace(/^postgres(?:ql)?:/i, 'http:'))
    : undefined;
  if (parsed === undefined) return 'the database of frontier';
  const host = parsed.host === '' ? 'localhost' : parsed.host;
  return `PostgreSQL at ${parsed.searchParams.get('host') ?? host}${parsed.pathname}`;
}

function codeOf(thrown: unknown): string {
  const { code } = thrown as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * Codes of errors that pass: connections that were cut, servers that stop or start (admin_shutdown, crash_shutdown,
 * cannot_connect_now, too_many_connections).
 */
const PASSING =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|57P0[123]|53300|08.*)$/;

/** True where the connection was lost or the server is not there for the moment. */
export function isLostConnection(thrown: unknown): boolean {
  if (PASSING.test(codeOf(thrown))) return true;
  return /connection terminated|connection ended|client has encountered a connection error|timeout expired|not queryable/i.test(
    messageOf(thrown),
  );
}

/** True where a transaction was undone for the sake of another (deadlock, serialization) and can be done again. */
function isDeadlock(thrown: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(thrown));
}

/** An error of the database for people. The address is shown without user and password. */
export function connectionError(thrown: unknown, url: string): Error {
  if (thrown instanceof SfwcError) return thrown;
  const code = codeOf(thrown);
  const { password = '' } = parseUrl(url.replace(/^postgres(?:ql)?:/i, 'http:')) ?? {};
  const secrets = [password, /[?&]password=([^&#]*)/.exec(url)?.[1] ?? ''];
  // For a host with several addresses, the error has an empty message; its code says what happened.
  const message = secrets
    .flatMap((secret) => [unescapePercent(secret), secret])
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), messageOf(thrown) || code);
  return new InputError(`${shownDatabase(url)}: ${message}`, {
    hint: 'check the address, the password (PGPASSWORD), TLS (sslmode, sslrootcert), and the rights of the user (pg_hba.conf, GRANT CREATE ON DATABASE)',
    cause: code === '' ? undefined : new Error(code),
  });
}

/** The clock of a database, so that all workers of a crawl have one time, whatever their machines say. */
export interface DatabaseClock extends Clock {
  /** Sets the clock. @param now milliseconds since the epoch, by the database */
  set(now: number): void;
}

/** Once it is set, it goes by the monotonic clock of this machine. */
export function createDatabaseClock(): DatabaseClock {
  let offset: number | undefined;
  return {
    now: () => (offset === undefined ? Date.now() : Math.floor(performance.now() + offset)),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
    set: (now) => void (offset = now - performance.now()),
  };
}

/** The time of the database, in milliseconds since the epoch. */
export async function databaseTime(query: Query): Promise<number> {
  const [row] = await query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now');
  return Math.floor(Number(row?.['now']));
}
