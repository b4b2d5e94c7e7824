import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { QueuedUrl } from '../../model/crawl-event.js';
import { hostStandingSchema, MEMORY_SCHEMAS, storedValue } from './stored-value.js';
import { shownUrlOf } from '../frontier/queued-urls.js';
import { lookInto, type CrawlDatabase } from './crawl-database.js';
import type { BusyHost } from '../politeness/busy-hosts.js';
import type { HostStanding } from '../politeness/politeness.js';
import { HOSTS_FACT, isCrawlRunning } from './crawl-store.js';
import { DATABASE, DESCRIPTION } from '../../support/crawl-folder.js';

/** A host with queued URLs. */
export interface QueuedHost {
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

/** Bytes of the database that are kept in memory. */
const CACHE = 4_000_000;
/** Read from the index of the best URLs alone. */
const QUEUES = "SELECT host, count(*), max(value) AS best FROM urls WHERE state = 'queued' GROUP BY host";
const HOSTS = `${QUEUES} ORDER BY best DESC LIMIT ?`;
const HEAD = "SELECT entry, value FROM urls WHERE state = 'queued' ORDER BY value DESC, place LIMIT ?";
const STANDING = 'SELECT value FROM facts WHERE name = ?';
const ALL_BUSY = "SELECT name, value FROM memory WHERE kind = 'busy-host'";
const BUSY = "SELECT name, value FROM memory WHERE kind = 'busy-host' ORDER BY at DESC LIMIT ?";

/**
 * Looks at the frontier of a crawl without disturbing it. That of a shared crawl is in a database, and not shown here.
 * @param most hosts and URLs of each
 * @throws InputError when the folder is not of a crawl
 */
export function readFrontier(folder: string, most: number): FrontierView {
  if (isElsewhere(folder)) return { hosts: [], head: [], busy: {} };
  return lookInto(
    folder,
    (database) => {
      const hosts = database.prepare(HOSTS).all(most);
      const head = database.prepare(HEAD).all(most);
      return {
        hosts: hosts.map(queuedHostOf),
        head: head.map(([entry, value]) => shownUrlOf(database.path, entry, value)),
        busy: Object.fromEntries(
          database
            .prepare(BUSY)
            .all(most)
            .map(([name, value]) => [String(name), busyHostOf(database, value)]),
        ),
      };
    },
    CACHE,
  );
}

/** Reads all hosts of a crawl without disturbing it; of a shared crawl none. @throws InputError as {@link readFrontier} */
export function readHosts(folder: string): HostsView {
  if (isElsewhere(folder)) return { queues: [], contacted: new Set(), resting: new Map(), busy: new Map() };
  return lookInto(
    folder,
    (database) => {
      const { contacted, resting } = standingIn(database);
      const queues = database.prepare(QUEUES).all();
      return {
        queues: queues.map(queuedHostOf),
        contacted: new Set(isCrawlRunning(folder) ? contacted : []),
        resting: new Map(resting),
        busy: new Map(
          database
            .prepare(ALL_BUSY)
            .all()
            .map(([name, value]) => [String(name), busyHostOf(database, value)]),
        ),
      };
    },
    CACHE,
  );
}

function queuedHostOf([host, queued, best]: readonly unknown[]): QueuedHost {
  return { host: String(host), queued: Number(queued), best: Number(best) };
}

/** Hosts that are contacted, and those that rest; none of a shared crawl. @throws InputError as {@link readFrontier} */
export function readHostStanding(folder: string): HostStanding {
  return isElsewhere(folder) ? { contacted: [], resting: [] } : lookInto(folder, standingIn, CACHE);
}

function standingIn(database: CrawlDatabase): HostStanding {
  const [kept] = database.prepare(STANDING).first(HOSTS_FACT) ?? [];
  if (kept === undefined) return { contacted: [], resting: [] };
  return storedValue(database.path, 'hosts', kept, hostStandingSchema) as HostStanding;
}

function busyHostOf({ path }: CrawlDatabase, value: unknown): BusyHost {
  return storedValue(path, 'a busy host', value, MEMORY_SCHEMAS['busy-host']) as BusyHost;
}

/** True if a folder holds results whose frontier is in the database of a shared crawl. */
export function isElsewhere(folder: string): boolean {
  return existsSync(join(folder, DESCRIPTION)) && !existsSync(join(folder, DATABASE));
}
