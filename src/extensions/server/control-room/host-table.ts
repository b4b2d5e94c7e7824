import type { HostRow, HostTable } from '../../../model/crawl-tables.js';

export type { HostRow };

/** Hosts that are counted one by one. */
export const MAX_HOSTS = 5000;
const OTHERS = 'other hosts';

type Counts = { -readonly [Name in keyof HostRow]: HostRow[Name] };

/** A table without rows. */
export function createHostTable(): HostTable {
  const rows = new Map<string, Counts>();
  return {
    add(host, { fetched, time, code }, verdict, before) {
      const name = rows.has(host) || rows.size < MAX_HOSTS ? host : OTHERS;
      const row = rows.get(name) ?? {
        host: name,
        fetched: 0,
        accepted: 0,
        rejected: 0,
        skipped: 0,
        failed: 0,
      };
      rows.set(name, row);
      row[verdict] += 1;
      if (before !== undefined) row[before] -= 1;
      if (verdict === 'failed' && code !== undefined) row.lastFailure = code;
      if (!fetched) return;
      row.fetched += 1;
      row.lastAt = time;
    },
    rows: () => [...rows.values()],
  };
}
