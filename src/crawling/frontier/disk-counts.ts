import { fact, type CrawlDatabase } from '../store/crawl-database.js';
import { frontierCountsSchema } from '../store/stored-value.js';

/** Numbers that the database of a frontier keeps, so that nothing has to be counted. */
export interface DiskCounts {
  done: number;
  skipped: number;
  failed: number;
  /** The next place in the order of discovery. */
  next: number;
}

/** What those may read who look at the database while a crawl is running. */
export interface FrontierFigures {
  /** URLs queued, those under way included. */
  readonly queued: number;
  /** Hosts with queued URLs, and how many of them may not be contacted yet. */
  readonly hosts: number;
  readonly waiting: number;
}

const NOTHING: DiskCounts = { done: 0, skipped: 0, failed: 0, next: 0 };

/** The counts as the last commit left them, with the figures of that moment. */
export function readDiskCounts(database: CrawlDatabase): DiskCounts & Partial<FrontierFigures> {
  return (
    (fact(database, 'frontier', frontierCountsSchema) as (DiskCounts & FrontierFigures) | undefined) ??
    NOTHING
  );
}

/**
 * Reads the counts. They are written at each commit that changed them; what a step changed that failed is taken back.
 */
export function openDiskCounts(database: CrawlDatabase, figures: () => FrontierFigures): DiskCounts {
  const write = database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('frontier', ?)", {
    apart: true,
  });
  const read = (): DiskCounts => {
    const { done, skipped, failed, next } = readDiskCounts(database);
    return { done, skipped, failed, next };
  };
  const counts = read();
  let before = { ...counts };
  let written = '';
  database.onStep(() => (before = { ...counts }));
  database.onCommit(() => {
    const now = JSON.stringify({ ...counts, ...figures() });
    if (now !== written) write.run(now);
    written = now;
  });
  database.onUndone((everything) => Object.assign(counts, everything ? read() : before));
  return counts;
}
