import type { CrawlDatabase } from '../store/crawl-database.js';
import { createRecent, type Recent } from '../../support/recent.js';
import type { DiskCounts } from './disk-counts.js';

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
  /** Recomputes the best URL of a host. */
  refresh(host: DiskHost): void;
  /** Takes a host out of the order of the best, or puts it in again. */
  setHeld(name: string, held: boolean): void;
  /** The host with the best URL of all that are not held. */
  best(): DiskHost | undefined;
}

/** Hosts that are remembered, so that frequent ones need no query. */
const REMEMBERED = 20_000;

type Row = readonly [id: number, name: string, value: number | null, place: number | null];

function bestOf(row: readonly unknown[] | undefined): DiskHost['best'] {
  const [value, place] = row ?? [];
  return typeof value === 'number' && typeof place === 'number' ? { value, place } : undefined;
}

/** @param counts where the hosts with queued URLs are counted */
export function openDiskHosts(database: CrawlDatabase, counts: Pick<DiskCounts, 'hosts'>): DiskHosts {
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
  const fresh = (): Recent<string, DiskHost> => createRecent(REMEMBERED / 2);
  let recent = fresh();
  database.onUndone(() => (recent = fresh()));

  function fromRow(row: readonly unknown[] | undefined): DiskHost | undefined {
    if (row === undefined) return undefined;
    const [id, name, ...best] = row as unknown as Row;
    const known = recent.get(name);
    if (known !== undefined) return known;
    const host: DiskHost = { id, name, best: bestOf(best) };
    recent.set(name, host);
    return host;
  }

  const find = (name: string): DiskHost | undefined => recent.get(name) ?? fromRow(select.first(name));
  return {
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
      if (host.best === undefined) counts.hosts += 1;
      host.best = best;
      update.run(best.value, best.place, host.id);
    },
    refresh(host) {
      const before = host.best;
      host.best = bestOf(refresh.first(host.id));
      if (before === undefined && host.best !== undefined) counts.hosts += 1;
      if (before !== undefined && host.best === undefined) counts.hosts -= 1;
    },
    setHeld: (name, held) => void hold.run(held ? 1 : 0, name),
    best: () => fromRow(first.first()),
  };
}
