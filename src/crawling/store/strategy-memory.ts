import { z } from 'zod';
import type { LinkPriority } from '../../model/crawl-event.js';
import { piecesOf } from '../../support/text/cut-text.js';
import { without } from '../../support/without.js';
import type { Observation } from '../engine/crawl-types.js';
import type { CrawlDatabase } from './crawl-database.js';
import { observationSchema, storedValue } from './stored-value.js';

/** A snapshot is taken after that many events at least, and after that many at most. */
const [MIN_HEARD, MAX_HEARD] = [50, 1000];
/** Bytes of observations per byte of a snapshot before the next one: it costs less than they do. */
const HEARD_PER_SNAPSHOT = 2;
/**
 * Code units of a snapshot that are written at once. Snapshots grow with the crawl to several megabytes. Written whole, each
 * would need a copy a little larger than the last. Where something else lies behind the heap, so that glibc cannot extend it,
 * no such copy fits where the last one was: memory grew by 10 MB for every 1,000 pages.
 */
const PIECE = 100_000;
/** URLs of which what is kept is read at a time. */
const KEPT_BATCH = 1000;

const NEXT_HEARD = 'SELECT sequence, record, body FROM heard WHERE sequence > ? ORDER BY sequence LIMIT 1';
const HEARD_SO_FAR = 'SELECT count(*), ifnull(sum(length(record) + ifnull(length(body), 0)), 0) FROM heard';
const NEXT_PIECE = 'SELECT piece, json FROM snapshot WHERE piece > ? ORDER BY piece LIMIT 1';
const SNAPSHOT_LENGTH = 'SELECT ifnull(sum(length(json)), 0) FROM snapshot';
const KEEP =
  'INSERT INTO kept (url, value) VALUES (?, ?) ON CONFLICT (url) DO UPDATE SET value = excluded.value';
const NEXT_KEPT = 'SELECT place, url, value FROM kept WHERE place > ? ORDER BY place LIMIT ?';

/** State that a strategy needs to continue where it was. */
export interface RememberedStrategy {
  /** The strategy's last snapshot, what belongs to it, by URL, and what it observed after it, in order. */
  readonly snapshot: () => unknown;
  readonly kept: () => Iterable<readonly [url: string, kept: unknown]>;
  readonly heard: () => Iterable<Observation>;
}

/** The memory of a strategy in the database of a crawl. */
export interface StrategyMemory {
  /** Keeps what the strategy observed until its next snapshot, and takes that where it is due. */
  readonly hear: (heard: Observation) => void;
  readonly remembered: RememberedStrategy;
}

/** @param priority what takes snapshots; where it takes none, or is left out, nothing is kept */
export function openStrategyMemory(
  database: CrawlDatabase,
  priority: LinkPriority | undefined,
): StrategyMemory {
  const addHeard = database.prepare('INSERT INTO heard (sequence, record, body) VALUES (?, ?, ?)');
  const dropHeard = database.prepare('DELETE FROM heard');
  const dropPieces = database.prepare('DELETE FROM snapshot');
  const addPiece = database.prepare('INSERT INTO snapshot (json) VALUES (?)');
  const keep = database.prepare(KEEP);
  const dropKept = database.prepare('DELETE FROM kept WHERE url = ?');
  const [count, bytes] = database.prepare(HEARD_SO_FAR).first() as [number, number];
  const since = { count, bytes, snapshot: Number(database.prepare(SNAPSHOT_LENGTH).first()?.[0]) };

  /** Returns the length of what was written. */
  function takeSnapshot(from: LinkPriority): number {
    const snapshot = JSON.stringify(from.snapshot?.());
    let written = snapshot.length;
    dropPieces.run();
    for (const piece of piecesOf(snapshot, PIECE)) addPiece.run(piece);
    for (const [url, value] of from.changes?.() ?? []) {
      const json = value === undefined ? '' : JSON.stringify(value);
      if (value === undefined) dropKept.run(url);
      else keep.run(url, json);
      written += json.length;
    }
    dropHeard.run();
    return written;
  }

  return {
    hear({ body, ...heard }) {
      if (priority?.snapshot === undefined) return;
      const text = JSON.stringify(without(heard, 'page'));
      addHeard.run(heard.event.sequence, text, body ?? null);
      since.count += 1;
      since.bytes += text.length + (body?.length ?? 0);
      const due = since.count >= MIN_HEARD && since.bytes >= HEARD_PER_SNAPSHOT * since.snapshot;
      if (!due && since.count < MAX_HEARD) return;
      Object.assign(since, { count: 0, bytes: 0, snapshot: takeSnapshot(priority) });
    },
    remembered: {
      snapshot: () => readSnapshot(database),
      kept: () => readKept(database),
      heard: () => readHeard(database),
    },
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

function* readHeard(database: CrawlDatabase): Generator<Observation> {
  const next = database.prepare(NEXT_HEARD);
  for (let row = next.first(0); row !== undefined; row = next.first(row[0] ?? 0)) {
    const [, record, body] = row as [number, string, Uint8Array | ArrayBuffer | null];
    const heard = storedValue(database.path, 'an observation', record, observationSchema) as Observation;
    yield body === null ? heard : { ...heard, body: new Uint8Array(body) };
  }
}
