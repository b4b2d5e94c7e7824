import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputError } from '../../model/errors.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { connectionError, isDeadlock, isLostConnection, shownDatabase } from './database-errors.js';

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

/** Options of reaching a database. */
export interface DatabaseOptions {
  readonly logger?: Logger;
  /** Seconds that a database may be away. Default 600. */
  readonly patience?: number;
}

/** Milliseconds before the second try, and between tries at most. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;
const PATIENCE = 600;
/** Milliseconds that a connection has to end. */
const LAST_WORD = 1000;
/** Milliseconds that connecting may take. */
const CONNECT_TIMEOUT = 10_000;

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

/** Connects once to a database of shared crawls. @returns its address without passwords @throws where it does not answer */
export async function checkDatabase(url: string): Promise<string> {
  const database = await openDatabase(url, { patience: 0 });
  await database.close();
  return database.shown;
}

/** Tries until it succeeds, fails for good, or the patience is over. */
async function persistently<T>(attempt: () => Promise<T>, connection: Connection): Promise<T> {
  const { url } = connection;
  const { logger = silentLogger, patience = PATIENCE } = connection.options;
  const until = Date.now() + 1000 * patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await attempt();
    } catch (thrown) {
      const isLost = isLostConnection(thrown);
      if (isLost) await drop(connection);
      if (connection.isClosed || (!isLost && !isDeadlock(thrown))) throw connectionError(thrown, url);
      if (Date.now() > until) throw stayedAway(url, patience, thrown);
      if (isLost && pause === FIRST_PAUSE)
        logger.warn(`${shownDatabase(url)} does not answer; waiting for it`);
      await sleep(pause);
    }
  }
}

async function once<T>(work: (query: Query) => Promise<T>, connection: Connection): Promise<T> {
  connection.client ??= await connect(connection.url);
  const query: Query = (sql, values = []) => run(sql, values, connection);
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

async function run(sql: string, values: readonly unknown[], { client }: Connection): Promise<readonly Row[]> {
  const { rows } = await (client ?? missing()).query<Row>({
    name: nameOf(sql),
    text: sql,
    values: [...values],
  });
  return rows;
}

async function drop(connection: Connection): Promise<void> {
  const lost = connection.client;
  connection.client = undefined;
  // A connection that was cut may never say that it has ended.
  await Promise.race([lost?.end().catch(() => undefined), sleep(LAST_WORD, undefined, { ref: false })]);
}

function stayedAway(url: string, patience: number, cause: unknown): OutputError {
  return new OutputError(`${shownDatabase(url)} has not answered for ${patience} seconds`, {
    hint: 'the crawl is in the database; continue with sfwc shared join when it is back',
    cause,
  });
}

function missing(): never {
  throw new Error('Connection terminated');
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
