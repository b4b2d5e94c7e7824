import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { QueuedUrl } from '../../model/crawl-event.js';
import { DATABASE, DESCRIPTION } from '../../support/crawl-folder.js';
import { shownUrlOf } from '../frontier/frontier.js';
import type { BusyHost } from '../politeness/busy-hosts.js';
import type { HostStanding } from '../politeness/politeness.js';
import { fact, lookInto, type CrawlDatabase } from './crawl-database.js';
import { openCrawlMemory } from './crawl-memory.js';
import { HOSTS_FACT, isCrawlRunning } from './crawl-store.js';
import { hostStandingSchema } from './stored-value.js';

/** All hosts of a frontier as it was last committed, and when they may be contacted, as of a second before at most. */
export type HostsView = Readonly<ReturnType<typeof readHosts>>;

/** Read from the index of the best URLs alone. */
const HOSTS =
  "SELECT host, count(*), max(value) FROM urls WHERE state = 'queued' GROUP BY host ORDER BY max(value) DESC";
const HEAD = "SELECT entry, value FROM urls WHERE state = 'queued' ORDER BY value DESC, place LIMIT ?";

/** The best URLs that wait, in their order, without disturbing the crawl; of a shared crawl none. @throws InputError */
export function readBestUrls(folder: string, most: number): readonly QueuedUrl[] {
  return look(folder, [], (database) => {
    const rows = database.prepare(HEAD).all(most);
    return rows.map(([entry, value]) => shownUrlOf(database.path, entry, value));
  });
}

/** Reads all hosts of a crawl without disturbing it; of a shared crawl none. @throws InputError as {@link readBestUrls} */
export function readHosts(folder: string) {
  const { contacted, resting } = readHostStanding(folder);
  const busy = look(folder, [], (database) => [...openCrawlMemory(database).all('busy-host')]);
  const queues = look(folder, [], (database) => database.prepare(HOSTS).all());
  return {
    /** Those with queued URLs, or URLs under way, with their ports, and the priority of the best URL of each. */
    queues: queues.map(([host, queued, best]) => {
      return { host: String(host), queued: Number(queued), best: Number(best) };
    }),
    contacted: new Set(isCrawlRunning(folder) ? contacted : []),
    /** Times from which hosts may be contacted that have to wait, in milliseconds of the crawl's clock. */
    resting: new Map(resting),
    /** Hosts that answered 429 or 503 and were not well since. */
    busy: new Map(busy as readonly (readonly [host: string, BusyHost])[]),
  };
}

/** Hosts that are contacted, and those that rest; none of a shared crawl. @throws InputError as {@link readBestUrls} */
export function readHostStanding(folder: string): HostStanding {
  const none: HostStanding = { contacted: [], resting: [] };
  const read = (database: CrawlDatabase) => fact(database, HOSTS_FACT, hostStandingSchema);
  return (look(folder, undefined, read) as HostStanding | undefined) ?? none;
}

function look<T>(folder: string, none: T, read: (database: CrawlDatabase) => T): T {
  return isElsewhere(folder) ? none : lookInto(folder, read);
}

/** True if a folder holds results whose frontier is in the database of a shared crawl. */
export function isElsewhere(folder: string): boolean {
  return existsSync(join(folder, DESCRIPTION)) && !existsSync(join(folder, DATABASE));
}
