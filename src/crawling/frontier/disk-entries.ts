import type { QueuedUrl } from '../../model/crawl-event.js';
import { createRecent } from '../../support/recent.js';
import type { CrawlDatabase } from '../store/crawl-database.js';
import type { RowsShape } from '../store/transactions.js';
import { queuedUrlOf, withValue, writtenUrlOf } from './queued-values.js';

/** An entry that is to be written. */
export interface PlacedEntry {
  readonly place: number;
  /** Of its URL. */
  readonly hash: number;
  /** The number of its host. */
  readonly host: number;
  readonly entry: QueuedUrl;
}

/** The entries of queued URLs in the database of a crawl, by place. */
export interface DiskEntries {
  /** The entry at a place, where there is one. */
  at(place: number): QueuedUrl;
  /** The value of that entry, without reading the rest of it where the database alone has it. */
  valueAt(place: number): number;
  /** Writes an entry, new or changed, as it is now: what its strategy would say of it later does not count. */
  write(placed: PlacedEntry): void;
  /** Gives the entry at a place another value. */
  revalue(place: number, value: number): void;
}

/** An entry with its value: as it was written, where nobody has looked at it yet. */
interface KnownEntry {
  readonly value: number;
  readonly entry: QueuedUrl | string;
}

/** Entries that were written or read lately are in memory: twice as many at most. */
const RECENT = 4000;

/** What is written for many URLs at a time. Values are written after entries. */
const ENTRIES: RowsShape = {
  before: 'INSERT INTO urls (place, hash, host, value, entry) VALUES',
  row: '(?, ?, ?, ?, ?)',
  after: 'ON CONFLICT (place) DO UPDATE SET value = excluded.value, entry = excluded.entry',
};
const VALUES: RowsShape = {
  before: 'UPDATE urls SET value = changed.column2 FROM (VALUES',
  row: '(?, ?)',
  after: ') AS changed WHERE place = changed.column1',
};

/** Opens the entries of a crawl; the table is explained in `crawl-database.ts`. */
export function openDiskEntries(database: CrawlDatabase): DiskEntries {
  // Both read what is not written yet from memory.
  const select = database.prepare('SELECT value, entry FROM urls WHERE place = ?', { apart: true });
  const selectValue = database.prepare('SELECT value FROM urls WHERE place = ?', { apart: true });
  const update = database.prepare('UPDATE urls SET value = ? WHERE place = ?');
  const entries = database.defer(ENTRIES);
  const values = database.defer(VALUES);
  let recent = createRecent<number, KnownEntry>(RECENT);
  /** Entries that may not be in the database yet. */
  const unwritten = new Map<number, KnownEntry>();
  /** Places whose entries have other values since, which may not be in the database yet. */
  const revalued = new Map<number, number>();
  database.onUndone(() => {
    recent = createRecent(RECENT);
    unwritten.clear();
    revalued.clear();
  });

  const inMemory = (place: number): KnownEntry | undefined => recent.get(place) ?? unwritten.get(place);

  function readAt(place: number): QueuedUrl {
    const [value, entry] = select.first(place) ?? [];
    return queuedUrlOf(database.path, entry, revalued.get(place) ?? Number(value));
  }

  /** Whether another value of an entry waits to be written. */
  function hasRevalued(place: number): boolean {
    if (values.size === 0) revalued.clear();
    return revalued.has(place);
  }

  return {
    at: (place) => {
      const known = inMemory(place);
      if (typeof known?.entry === 'object') return known.entry;
      const entry = known === undefined ? readAt(place) : writtenUrlOf(known.entry, known.value);
      recent.set(place, { value: entry.priority.value, entry });
      return entry;
    },
    valueAt: (place) => {
      const known = revalued.get(place) ?? inMemory(place)?.value;
      return known ?? Number(selectValue.first(place)?.[0]);
    },
    write: ({ place, hash, host, entry }) => {
      const { value } = entry.priority;
      const known = { value, entry: JSON.stringify(entry) };
      if (entries.size === 0) unwritten.clear();
      entries.add(place, hash, host, value, known.entry);
      unwritten.set(place, known);
      recent.set(place, known);
      if (!hasRevalued(place)) return;
      // Values are written after entries, so that the former one would stay.
      update.run(value, place);
      revalued.delete(place);
    },
    revalue: (place, value) => {
      const known = inMemory(place);
      if (known !== undefined) {
        const { entry } = known;
        const changed = { value, entry: typeof entry === 'string' ? entry : withValue(entry, value) };
        recent.set(place, changed);
        if (unwritten.has(place)) unwritten.set(place, changed);
      }
      // Of two values in one statement either might stay.
      if (hasRevalued(place)) update.run(value, place);
      else values.add(place, value);
      revalued.set(place, value);
    },
  };
}
