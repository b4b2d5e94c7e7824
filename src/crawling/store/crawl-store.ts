import Database from 'libsql';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { LinkPriority, QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { fact, lookInto, openCrawlDatabase, type CrawlDatabase } from './crawl-database.js';
import { openCrawlActions, openCrawlMemory } from './crawl-memory.js';
import { openReadingMarks, type ReadingMarks } from './reading-marks.js';
import { InputError, shellWord } from '../../model/errors.js';
import {
  activitySchema,
  crawlStateSchema,
  failing,
  frontierFiguresSchema,
  keptPlanSchema,
  observationSchema,
  storedValue,
} from './stored-value.js';
import { isInUse } from '../../support/files/cannot-write.js';
import { lockFile } from '../../support/files/database-file.js';
import { piecesOf } from '../../support/text/cut-text.js';
import { without } from '../../support/without.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { CrawlState, Observation } from '../engine/crawl-types.js';
import type { HostStanding } from '../politeness/politeness.js';
import { shownUrlOf, openFrontier } from '../frontier/frontier.js';
import { DATABASE } from '../../support/crawl-folder.js';

const LOCK = 'frontier.lock';
/** The file with the marks of the pages that are being read. */
const READING = 'reading.txt';
/** Endings of the files that belong to a database. */
const ENDINGS = ['', '-wal', '-shm', '-journal'] as const;

const ACTIVITY_FACT = 'activity';
/** The fact with the hosts that may not be contacted; milliseconds between two of them, and hosts in each. */
export const HOSTS_FACT = 'hosts';
const [HOSTS_EVERY, MAX_HOSTS] = [1000, 2000];

/** State that a crawl keeps in its folder in addition to its results, so that it can be resumed after any end. */
export type CrawlStore = ReturnType<typeof storeOf> & {
  /** Absent where several workers share the crawl. */
  readonly marks?: ReadingMarks;
  close(): void;
};

/** Opens the store of a crawl for writing. @throws InputError when another process writes to it */
export function openCrawlStore(folder: string, priority?: LinkPriority): CrawlStore {
  const unlock = lockCrawlFolder(folder);
  try {
    const database = openCrawlDatabase(join(folder, DATABASE));
    const store = storeOf(database, priority);
    const marks = openReadingMarks(join(folder, READING));
    const close = (): void => {
      marks.close();
      database.close();
      unlock();
    };
    return { ...store, marks, close };
  } catch (thrown) {
    unlock();
    throw thrown;
  }
}

/** State of a crawl that may be running. */
export interface CrawlStanding {
  readonly running: boolean;
  /** Undefined before the first event. */
  readonly state: CrawlState | undefined;
  readonly plan: unknown;
  /** URLs that wait, those under way included. */
  readonly queued: number;
  readonly hosts: number;
  readonly hostsWaiting: number;
  /** Current work, as of a second before at most; absent if it requests pages, or is not running. */
  readonly activity?: CrawlActivity;
}

/** Looks at the store of a crawl. @throws InputError where there is none */
export function readStanding(folder: string): CrawlStanding {
  return lookInto(folder, (database) => {
    type Figures = Readonly<Record<'queued' | 'hosts' | 'waiting', number>>;
    const figures = fact(database, 'frontier', frontierFiguresSchema) as Figures | undefined;
    const running = isCrawlRunning(folder);
    const activity = fact(database, ACTIVITY_FACT, activitySchema) as CrawlActivity | null | undefined;
    return {
      ...{ running, queued: figures?.queued ?? 0, hosts: figures?.hosts ?? 0 },
      hostsWaiting: figures?.waiting ?? 0,
      activity: running ? (activity ?? undefined) : undefined,
      state: fact(database, 'crawl', crawlStateSchema) as CrawlState | undefined,
      plan: fact(database, 'plan', keptPlanSchema),
    };
  });
}

/** True if the store of a crawl says what it was begun with; false where it cannot be read. */
export function hasBegun(folder: string): boolean {
  try {
    return readStanding(folder).plan !== undefined;
  } catch {
    return false;
  }
}

/** A URL that waits in the queue of a crawl, and how many are to be requested before it. */
export type WaitingUrl = Readonly<{ entry: QueuedUrl; better: number }>;

const BETTER =
  "SELECT count(*) FROM urls WHERE state = 'queued' AND value >= ?1 AND (value > ?1 OR place < ?2)";

/** Looks for a URL in the queue of a crawl; undefined where it is not there, or the crawl has none. @throws InputError */
export function readWaiting(folder: string, url: string): WaitingUrl | undefined {
  if (!existsSync(join(folder, DATABASE))) return undefined;
  return lookInto(folder, (database) => {
    const found = database
      .prepare("SELECT entry, value, place FROM urls WHERE url = ? AND state = 'queued'")
      .first(url);
    if (found === undefined) return undefined;
    const [entry, value = null, place = null] = found;
    const before = database.prepare(BETTER).first(value, place);
    return { entry: shownUrlOf(database.path, entry, value), better: Number(before?.[0] ?? 0) };
  });
}

/** Removes the store of an earlier crawl. @throws InputError when a process writes to it */
export function removeCrawlStore(folder: string): void {
  lockCrawlFolder(folder)();
  for (const name of [DATABASE, LOCK, READING])
    for (const ending of ENDINGS) rmSync(join(folder, `${name}${ending}`), { force: true });
}

function storeOf(database: CrawlDatabase, priority?: LinkPriority) {
  const setFact = database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)');
  const outbox = database.prepare('INSERT INTO outbox (sequence, event) VALUES (?, ?)');
  const events = database.prepare('SELECT event FROM outbox WHERE sequence > ? ORDER BY sequence');
  const dropEvents = database.prepare('DELETE FROM outbox WHERE sequence <= ?');
  const observe = priority?.snapshot === undefined ? () => undefined : openStrategyMemory(database, priority);
  const memory = openCrawlMemory(database);
  const set = (name: string, value: unknown): void => void setFact.run(name, JSON.stringify(value));
  const keep = (name: string, value: unknown): void => {
    set(name, value);
    database.commit();
  };
  let standing: ((most: number) => HostStanding) | undefined;
  let hostsAt = Number.NEGATIVE_INFINITY;

  return {
    ...{ memory, frontier: openFrontier(database) as Frontier },
    /** Actions of people on the crawl. */
    actions: openCrawlActions(memory),
    /** Observations are kept until the next snapshot, where the strategy takes snapshots. */
    note: (observation: Observation, state: CrawlState): void =>
      database.transaction(() => {
        outbox.run(observation.event.sequence, JSON.stringify(observation.event));
        observe(observation);
        set('crawl', state);
        if (standing === undefined || state.time - hostsAt < HOSTS_EVERY) return;
        set(HOSTS_FACT, standing(MAX_HOSTS));
        hostsAt = state.time;
      }),
    /** The strategy's last snapshot, what belongs to it, by URL, and what it observed after it, in order. */
    snapshot: (): unknown => readSnapshot(database),
    kept: (): Iterable<readonly [url: string, kept: unknown]> => readKept(database),
    observations: (): Iterable<Observation> => readObservations(database),
    /** Keeps what the crawl is occupied with, for those who watch it; undefined: it requests pages. */
    occupied: (activity: CrawlActivity | undefined): void => keep(ACTIVITY_FACT, activity ?? null),
    /** Writes which hosts are resting, for people who watch the crawl: with an event, at most once a second. */
    watchHosts: (watched: (most: number) => HostStanding): void => void (standing = watched),
    /** Keeps the plan that the crawl was begun with. */
    keepPlan: (plan: unknown): void => keep('plan', plan),
    /** The lines of events after this one, as `events.jsonl` has to have them. */
    eventsAfter: (sequence: number): readonly string[] =>
      events.all(sequence).map(([event]) => String(event)),
    /** Events up to this one are safely in `events.jsonl`. */
    forgetEvents: (sequence: number): void => void dropEvents.run(sequence),
  };
}

/** Keeps other processes out of the folder until the function that it returns is called, or the process ends. @throws InputError */
export function lockCrawlFolder(folder: string): () => void {
  return lockFile(join(folder, LOCK), heldText(folder), heldHint(folder));
}

/** Refuses a folder that another process holds, without taking it. @throws InputError */
export function refuseRunningCrawl(folder: string): void {
  if (isCrawlRunning(folder)) throw new InputError(heldText(folder), { hint: heldHint(folder) });
}

const heldText = (folder: string): string => `another process is crawling into ${folder}`;
const heldHint = (folder: string): string => `see: sfwc explain ${shellWord(folder)}`;

/** True if a process holds the lock. Nothing is written, so that a full disk does not look like one. */
export function isCrawlRunning(folder: string): boolean {
  const path = join(folder, LOCK);
  if (!existsSync(path)) return false;
  const file = failing(path, () => new Database(path));
  try {
    file.prepare('SELECT count(*) FROM sqlite_master').raw().get();
    return false;
  } catch (thrown) {
    return isInUse(thrown);
  } finally {
    file.close();
  }
}

/** A snapshot is taken after that many events at least, and after that many at most. */
const [MIN_OBSERVATIONS, MAX_OBSERVATIONS] = [50, 1000];
/** Bytes of observations per byte of a snapshot before the next one: it costs less than they do. */
const OBSERVED_PER_SNAPSHOT = 2;
/**
 * Code units of a snapshot that are written at once. Written whole, each needs a copy a little larger than the last, which fits
 * nowhere where the last one was: memory grew by 10 MB for every 1,000 pages.
 */
const PIECE = 100_000;
/** URLs of which what is kept is read at a time. */
const KEPT_BATCH = 1000;

const NEXT_OBSERVATION =
  'SELECT sequence, record, body FROM observed WHERE sequence > ? ORDER BY sequence LIMIT 1';
const OBSERVED_SO_FAR =
  'SELECT count(*), ifnull(sum(length(record) + ifnull(length(body), 0)), 0) FROM observed';
const NEXT_PIECE = 'SELECT piece, json FROM snapshot WHERE piece > ? ORDER BY piece LIMIT 1';
const SNAPSHOT_LENGTH = 'SELECT ifnull(sum(length(json)), 0) FROM snapshot';
const KEEP =
  'INSERT INTO kept (url, value) VALUES (?, ?) ON CONFLICT (url) DO UPDATE SET value = excluded.value';
const NEXT_KEPT = 'SELECT place, url, value FROM kept WHERE place > ? ORDER BY place LIMIT ?';

/** Returns what keeps each observation of the strategy until its next snapshot, and takes that where it is due. */
function openStrategyMemory(database: CrawlDatabase, priority: LinkPriority) {
  const addObservation = database.prepare('INSERT INTO observed (sequence, record, body) VALUES (?, ?, ?)');
  const dropObservations = database.prepare('DELETE FROM observed');
  const dropPieces = database.prepare('DELETE FROM snapshot');
  const addPiece = database.prepare('INSERT INTO snapshot (json) VALUES (?)');
  const keep = database.prepare(KEEP);
  const dropKept = database.prepare('DELETE FROM kept WHERE url = ?');
  const [count, bytes] = database.prepare(OBSERVED_SO_FAR).first() as [number, number];
  const since = { count, bytes, snapshot: Number(database.prepare(SNAPSHOT_LENGTH).first()?.[0]) };

  /** Returns the length of what was written. */
  function takeSnapshot(): number {
    const snapshot = JSON.stringify(priority.snapshot?.());
    let written = snapshot.length;
    dropPieces.run();
    for (const piece of piecesOf(snapshot, PIECE)) addPiece.run(piece);
    for (const [url, value] of priority.changes?.() ?? []) {
      const json = value === undefined ? undefined : JSON.stringify(value);
      if (json === undefined) dropKept.run(url);
      else keep.run(url, json);
      written += json?.length ?? 0;
    }
    dropObservations.run();
    return written;
  }
  return ({ body, ...observation }: Observation): void => {
    const text = JSON.stringify(without(observation, 'page'));
    addObservation.run(observation.event.sequence, text, body ?? null);
    since.count += 1;
    since.bytes += text.length + (body?.length ?? 0);
    const due = since.count >= MIN_OBSERVATIONS && since.bytes >= OBSERVED_PER_SNAPSHOT * since.snapshot;
    // The links of a page that may not be kept cannot be replayed.
    const isLast =
      since.count >= MAX_OBSERVATIONS || (body === undefined && observation.valued !== undefined);
    if (due || isLast) Object.assign(since, { count: 0, bytes: 0, snapshot: takeSnapshot() });
  };
}

function readSnapshot(database: CrawlDatabase): unknown {
  const next = database.prepare(NEXT_PIECE);
  let json = '';
  for (let row = next.first(0); row !== undefined; row = next.first(row[0] ?? 0)) json += String(row[1]);
  const name = 'a snapshot of the strategy';
  return json === '' ? undefined : storedValue(database.path, name, json, z.unknown());
}

function* readKept(database: CrawlDatabase): Generator<readonly [url: string, value: unknown]> {
  const next = database.prepare(NEXT_KEPT);
  let rows = next.all(-1, KEPT_BATCH);
  for (; rows.length > 0; rows = next.all(rows.at(-1)?.[0] ?? 0, KEPT_BATCH))
    for (const [, url, json] of rows)
      yield [String(url), storedValue(database.path, 'what a strategy keeps', json, z.unknown())];
}

function* readObservations(database: CrawlDatabase): Generator<Observation> {
  const next = database.prepare(NEXT_OBSERVATION);
  for (let row = next.first(0); row !== undefined; row = next.first(row[0] ?? 0)) {
    const [, record, body] = row as [number, string, Uint8Array | ArrayBuffer | null];
    const one = storedValue(database.path, 'an observation', record, observationSchema) as Observation;
    yield body === null ? one : { ...one, body: new Uint8Array(body) };
  }
}
