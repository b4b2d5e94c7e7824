import type { CrawlDatabase } from '../store/crawl-database.js';

/** Numbers that the database of a frontier keeps, so that nothing has to be counted. */
export interface DiskCounts {
  queued: number;
  done: number;
  skipped: number;
  failed: number;
  /** Hosts with queued URLs. */
  hosts: number;
  /** The next place in the order of discovery. */
  next: number;
}

/** Reads the counts; they are written at the end of each transaction that changed them. */
export function openDiskCounts(database: CrawlDatabase): DiskCounts {
  const select = database.prepare("SELECT value FROM facts WHERE name = 'frontier'");
  const write = database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('frontier', ?)");
  let written = '';
  const read = (): DiskCounts => {
    written = String(select.first()?.[0] ?? '');
    return written === ''
      ? { queued: 0, done: 0, skipped: 0, failed: 0, hosts: 0, next: 0 }
      : (JSON.parse(written) as DiskCounts);
  };
  const counts = read();
  database.onCommit(() => {
    const now = JSON.stringify(counts);
    if (now !== written) write.run(now);
    written = now;
  });
  database.onUndone(() => Object.assign(counts, read()));
  return counts;
}
