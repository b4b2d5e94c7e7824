import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { QueuedUrl } from '../../model/crawl-event.js';
import { DATABASE, DESCRIPTION } from '../../support/crawl-folder.js';
import { shownUrlOf } from '../frontier/frontier.js';
import type { BusyHost } from '../politeness/busy-hosts.js';
import type { HostStanding } from '../politeness/politeness.js';
import { fact, lookInto, type CrawlDatabase } from './crawl-database.js';
import { HOSTS_FACT, isCrawlRunning } from './crawl-store.js';
import { hostStandingSchema, MEMORY_SCHEMAS, storedValue } from './stored-value.js';

/** A host with queued URLs. */
interface QueuedHost {
  /** With its port. */
  readonly host: string;
  readonly queued: number;
  /** The priority of its best URL. */
  readonly best: number;
}

/** The best of a frontier as it was last committed, with what is being fetched. */
export interface FrontierView {
  /** Those with the best URLs, the best first. */
  readonly hosts: readonly QueuedHost[];
  /** The best URLs of all, in the order in which they would be requested if no host had to rest. */
  readonly head: readonly QueuedUrl[];
  /** Hosts that answered that they are busy, and how often in a row. */
  readonly busy: Readonly<Record<string, unknown>>;
}

/** All hosts of a frontier as it was last committed, and when they may be contacted, as of a second before at most. */
export interface HostsView {
  /** Those with queued URLs, or URLs under way. */
  readonly queues: readonly QueuedHost[];
  readonly contacted: ReadonlySet<string>;
  /** Times from which hosts may be contacted that have to wait, in milliseconds of the crawl's clock. */
  readonly resting: ReadonlyMap<string, number>;
  /** Hosts that answered 429 or 503 and were not well since. */
  readonly busy: ReadonlyMap<string, BusyHost>;
}

/** Read from the index of the best URLs alone. A negative limit is none. */
const HOSTS =
  "SELECT host, count(*), max(value) AS best FROM urls WHERE state = 'queued' GROUP BY host ORDER BY best DESC LIMIT ?";
const HEAD = "SELECT entry, value FROM urls WHERE state = 'queued' ORDER BY value DESC, place LIMIT ?";
const BUSY = "SELECT name, value FROM memory WHERE kind = 'busy-host' ORDER BY at DESC LIMIT ?";
const ALL = -1;

/**
 * Looks at the frontier of a crawl without disturbing it. That of a shared crawl is in a database, and not shown here.
 * @param most hosts and URLs of each
 * @throws InputError when the folder is not of a crawl
 */
export function readFrontier(folder: string, most: number): FrontierView {
  return look(folder, { hosts: [], head: [], busy: {} }, (database) => ({
    hosts: hostsIn(database, most),
    head: database
      .prepare(HEAD)
      .all(most)
      .map(([entry, value]) => shownUrlOf(database.path, entry, value)),
    busy: Object.fromEntries(busyIn(database, most)),
  }));
}

/** Reads all hosts of a crawl without disturbing it; of a shared crawl none. @throws InputError as {@link readFrontier} */
export function readHosts(folder: string): HostsView {
  const none: HostsView = { queues: [], contacted: new Set(), resting: new Map(), busy: new Map() };
  return look(folder, none, (database) => {
    const { contacted, resting } = standingIn(database);
    return {
      queues: hostsIn(database, ALL),
      contacted: new Set(isCrawlRunning(folder) ? contacted : []),
      resting: new Map(resting),
      busy: new Map(busyIn(database, ALL)),
    };
  });
}

/** Hosts that are contacted, and those that rest; none of a shared crawl. @throws InputError as {@link readFrontier} */
export function readHostStanding(folder: string): HostStanding {
  return look(folder, { contacted: [], resting: [] }, standingIn);
}

function look<T>(folder: string, none: T, read: (database: CrawlDatabase) => T): T {
  return isElsewhere(folder) ? none : lookInto(folder, read);
}

function hostsIn(database: CrawlDatabase, most: number): readonly QueuedHost[] {
  return database
    .prepare(HOSTS)
    .all(most)
    .map(([host, queued, best]) => ({ host: String(host), queued: Number(queued), best: Number(best) }));
}

function standingIn(database: CrawlDatabase): HostStanding {
  return fact<HostStanding>(database, HOSTS_FACT, hostStandingSchema) ?? { contacted: [], resting: [] };
}

function busyIn(database: CrawlDatabase, most: number): readonly (readonly [string, BusyHost])[] {
  const read = (value: unknown): BusyHost =>
    storedValue(database.path, 'a busy host', value, MEMORY_SCHEMAS['busy-host']) as BusyHost;
  return database
    .prepare(BUSY)
    .all(most)
    .map(([name, value]) => [String(name), read(value)]);
}

/** True if a folder holds results whose frontier is in the database of a shared crawl. */
export function isElsewhere(folder: string): boolean {
  return existsSync(join(folder, DESCRIPTION)) && !existsSync(join(folder, DATABASE));
}
