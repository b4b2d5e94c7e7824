import type { CrawlDatabase } from './crawl-database.js';

/** A host of a frontier on disk. */
export interface DiskHost {
  readonly id: number;
  readonly name: string;
  /** Its best queued URL; undefined where none is queued. */
  best: { readonly value: number; readonly place: number } | undefined;
}

/** The hosts of a frontier on disk, with the best URL of each. */
export interface DiskHosts {
  /** The host of that name, made where it is new. */
  named(name: string): DiskHost;
  find(name: string): DiskHost | undefined;
  setBest(host: DiskHost, best: NonNullable<DiskHost['best']>): void;
  /** Finds the best URL of a host anew. */
  refresh(host: DiskHost): void;
  /** Takes a host out of the order of the best, or puts it in again. */
  setHeld(name: string, held: boolean): void;
  /** The host with the best URL of all that are not held. */
  best(): DiskHost | undefined;
  /** Forgets what is remembered; the database was changed behind. */
  forget(): void;
  /** Hosts with queued URLs. */
  queued: number;
}

/** Hosts that are remembered, so that those which are met again and again need not be asked of the database. */
const REMEMBERED = 20_000;

type Row = readonly [id: number, name: string, value: number | null, place: number | null];

function bestOf(row: readonly unknown[] | undefined): DiskHost['best'] {
  const [value, place] = row ?? [];
  return typeof value === 'number' && typeof place === 'number' ? { value, place } : undefined;
}

export function openDiskHosts(database: CrawlDatabase): DiskHosts {
  const columns = 'SELECT id, name, value, place FROM hosts';
  const select = database.prepare(`${columns} WHERE name = ?`);
  const insert = database.prepare('INSERT INTO hosts (name) VALUES (?)');
  const update = database.prepare('UPDATE hosts SET value = ?, place = ? WHERE id = ?');
  const refresh = database.prepare(`UPDATE hosts SET (value, place) =
    (SELECT value, place FROM urls WHERE host = ?1 AND leased = 0 ORDER BY value DESC, place LIMIT 1)
    WHERE id = ?1 RETURNING value, place`);
  const hold = database.prepare('UPDATE hosts SET held = ? WHERE name = ?');
  const first = database.prepare(
    `${columns} WHERE value IS NOT NULL AND held = 0 ORDER BY value DESC, place LIMIT 1`,
  );
  let remembered = new Map<string, DiskHost>();
  let before = new Map<string, DiskHost>();

  /** Two generations: when the younger one is full, the older one is dropped. */
  function remember(host: DiskHost): DiskHost {
    if (remembered.size >= REMEMBERED / 2) {
      before = remembered;
      remembered = new Map();
    }
    remembered.set(host.name, host);
    return host;
  }

  function recall(name: string): DiskHost | undefined {
    const host = remembered.get(name);
    if (host !== undefined) return host;
    const older = before.get(name);
    return older === undefined ? undefined : remember(older);
  }

  function fromRow(row: readonly unknown[] | undefined): DiskHost | undefined {
    if (row === undefined) return undefined;
    const [id, name, ...best] = row as unknown as Row;
    return recall(name) ?? remember({ id, name, best: bestOf(best) });
  }

  const find = (name: string): DiskHost | undefined => recall(name) ?? fromRow(select.first(name));
  const hosts: DiskHosts = {
    queued: 0,
    find,
    named(name) {
      const found = find(name);
      if (found !== undefined) return found;
      insert.run(name);
      const made = fromRow(select.first(name));
      if (made === undefined) throw new RangeError(`no host ${name}`);
      return made;
    },
    setBest(host, best) {
      if (host.best === undefined) hosts.queued += 1;
      host.best = best;
      update.run(best.value, best.place, host.id);
    },
    refresh(host) {
      const before = host.best;
      host.best = bestOf(refresh.first(host.id));
      if (before === undefined && host.best !== undefined) hosts.queued += 1;
      if (before !== undefined && host.best === undefined) hosts.queued -= 1;
    },
    setHeld: (name, held) => void hold.run(held ? 1 : 0, name),
    best: () => fromRow(first.first()),
    forget() {
      remembered.clear();
      before.clear();
    },
  };
  return hosts;
}
