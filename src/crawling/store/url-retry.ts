import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../support/crawl-folder.js';
import type { BusyHost } from '../politeness/busy-hosts.js';
import { hostOf, originOf } from '../urls/urls.js';
import { openCrawlDatabase, type CrawlDatabase } from './crawl-database.js';
import type { MemoryKind } from './crawl-memory.js';
import { MEMORY_SCHEMAS, storedValue } from './stored-value.js';

/** What a queued URL waits for besides its turn. JSON. */
export interface UrlRetry {
  /** busy: the URL itself, or (host-busy) others of its host were answered with 429 or 503; robots: no robots.txt came. */
  readonly waitsFor: 'busy' | 'host-busy' | 'robots';
  /** Such answers: to requests for the URL; of the host, or its robots.txt, in a row. */
  readonly tries: number;
  /** When its host may be requested again, ISO 8601, UTC, by the clock of the crawl. */
  readonly from: string;
}

/** As the memory of a crawl keeps what is known of a robots.txt; of it what tells of a retry. */
interface KeptRobots {
  readonly until: number;
  readonly failures: number;
  readonly again: boolean;
}

/** What a queued URL waits for; undefined where it only waits for its turn. @throws InputError for a damaged database */
export function readRetry(folder: string, url: string): UrlRetry | undefined {
  if (!existsSync(join(folder, DATABASE))) return undefined;
  const database = openCrawlDatabase(join(folder, DATABASE), { readOnly: true });
  try {
    return retryOf(database, url);
  } finally {
    database.close();
  }
}

function retryOf(database: CrawlDatabase, url: string): UrlRetry | undefined {
  const host = remembered(database, 'busy-host', hostOf(url)) as BusyHost | undefined;
  const at = (time: number): string => new Date(time).toISOString();
  if (host !== undefined && host.failures > 0) {
    const own = remembered(database, 'busy-page', url) as number | undefined;
    const [waitsFor, tries] =
      own === undefined ? (['host-busy', host.failures] as const) : (['busy', own] as const);
    return { waitsFor, tries, from: at(host.readyAt) };
  }
  const robots = remembered(database, 'robots', originOf(url)) as KeptRobots | undefined;
  if (robots?.again !== true) return undefined;
  return { waitsFor: 'robots', tries: robots.failures, from: at(robots.until) };
}

function remembered(database: CrawlDatabase, kind: MemoryKind, name: string): unknown {
  const row = database.prepare('SELECT value FROM memory WHERE kind = ? AND name = ?').first(kind, name);
  return row === undefined ? undefined : storedValue(database.path, kind, row[0], MEMORY_SCHEMAS[kind]);
}
