import type { CrawlDatabase } from '../store/crawl-database.js';

/** Rows that are read at a time. */
const ROWS = 10_000;

/**
 * The URLs that a crawl knows, all of them in memory up to a bound, so that a page whose links are known costs no query.
 * Those beyond it are looked up in the database; their index is made when the first of them comes.
 *
 * @param bound URLs in memory at most, some 20 bytes each
 */
export function openKnownUrls(database: CrawlDatabase, bound: number): Omit<KnownUrls, 'size'> {
  const queued = database.prepare('SELECT hash, place FROM urls WHERE place > ? ORDER BY place LIMIT ?');
  const ended = database.prepare('SELECT hash, rowid FROM ended WHERE rowid > ? ORDER BY rowid LIMIT ?');
  /** Undefined while all are in memory. */
  let lookUp: ((hash: number) => number | undefined) | undefined;
  let memory = read();
  database.onUndone(() => (memory = read()));

  function read(): KnownUrls {
    const known = createKnownUrls();
    lookUp = undefined;
    for (const [select, placeOf] of [
      [queued, (place: number) => place],
      [ended, () => ENDED],
    ] as const)
      for (let rows = select.all(-1, ROWS); rows.length > 0; rows = select.all(rows.at(-1)?.[1] ?? 0, ROWS))
        for (const [hash, at] of rows) add(known, Number(hash), placeOf(Number(at)));
    return known;
  }

  function add(known: KnownUrls, hash: number, place: number): void {
    if (known.size < bound || known.get(hash) !== undefined) known.set(hash, place);
    else lookUp ??= lookUpIn(database);
  }

  return {
    get: (hash) => memory.get(hash) ?? lookUp?.(hash),
    set: (hash, place) => add(memory, hash, place),
    delete: (hash) => memory.delete(hash),
  };
}

function lookUpIn(database: CrawlDatabase): (hash: number) => number | undefined {
  database.prepare('CREATE INDEX IF NOT EXISTS urls_by_hash ON urls (hash)').run();
  database.prepare('CREATE INDEX IF NOT EXISTS ended_by_hash ON ended (hash)').run();
  const find = database.prepare(
    `SELECT place FROM urls WHERE hash = ?1 UNION ALL SELECT ${ENDED} FROM ended WHERE hash = ?1 LIMIT 1`,
  );
  return (hash) => {
    const row = find.first(hash);
    return row === undefined ? undefined : Number(row[0]);
  };
}

/** What stands for the place of a URL that has come to its end. */
export const ENDED = 0xffff_ffff;

/** Slots at first, a power of two. */
const FIRST_SIZE = 1 << 12;
/** Share of the slots that are taken at most. */
const FULL = 0.75;

/** Which URLs a crawl knows: the hash of each, with its place while it is on its way. */
export interface KnownUrls {
  /** Place of a URL that is on its way, {@link ENDED} for one that has come to its end; undefined where it is not known. */
  get(hash: number): number | undefined;
  set(hash: number, place: number): void;
  delete(hash: number): void;
  readonly size: number;
}

/** Slots, each with a hash and a place; the hash is 0 where a slot is free. */
interface Slots {
  hashes: Float64Array;
  places: Uint32Array;
  taken: number;
}

/**
 * A hash table in typed arrays with linear probing, of 12 bytes a slot: some 20 bytes a URL, without objects that the
 * garbage collector would have to visit.
 */
export function createKnownUrls(): KnownUrls {
  const slots = { hashes: new Float64Array(FIRST_SIZE), places: new Uint32Array(FIRST_SIZE), taken: 0 };
  return {
    get(hash) {
      const slot = slotOf(hash, slots);
      return slots.hashes[slot] === 0 ? undefined : slots.places[slot];
    },
    set(hash, place) {
      let slot = slotOf(hash, slots);
      if (slots.hashes[slot] === 0) {
        if (slots.taken >= FULL * slots.hashes.length) {
          grow(slots);
          slot = slotOf(hash, slots);
        }
        slots.taken += 1;
      }
      put(slot, hash, place, slots);
    },
    delete(hash) {
      const slot = slotOf(hash, slots);
      if (slots.hashes[slot] === 0) return;
      slots.taken -= 1;
      close(slot, slots);
    },
    get size() {
      return slots.taken;
    },
  };
}

/** The slot that holds a hash, or the free one where it belongs. */
function slotOf(hash: number, { hashes }: Slots): number {
  const mask = hashes.length - 1;
  let slot = hash & mask;
  for (let held = hashes[slot]; held !== 0 && held !== hash; held = hashes[slot]) slot = (slot + 1) & mask;
  return slot;
}

function grow(slots: Slots): void {
  const { hashes, places } = slots;
  slots.hashes = new Float64Array(2 * hashes.length);
  slots.places = new Uint32Array(2 * hashes.length);
  for (const [slot, hash] of hashes.entries())
    if (hash !== 0) put(slotOf(hash, slots), hash, places[slot] ?? 0, slots);
}

function put(slot: number, hash: number, place: number, { hashes, places }: Slots): void {
  hashes[slot] = hash;
  places[slot] = place;
}

/** Moves what follows a slot that became free to where it would be found (Knuth, section 6.4, algorithm R). */
function close(free: number, slots: Slots): void {
  const { hashes, places } = slots;
  const mask = hashes.length - 1;
  for (let slot = (free + 1) & mask; ; slot = (slot + 1) & mask) {
    const hash = hashes[slot] ?? 0;
    if (hash === 0) break;
    const fromHome = (slot - (hash & mask)) & mask;
    if (fromHome < ((slot - free) & mask)) continue;
    put(free, hash, places[slot] ?? 0, slots);
    free = slot;
  }
  hashes[free] = 0;
}
