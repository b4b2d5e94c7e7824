import type { Frontier, HostTimes } from '../../model/frontier.js';
import type { QueuedUrl } from '../../model/crawl-event.js';
import { NO_MEMORY, rememberedMap, type CrawlMemory } from '../store/crawl-memory.js';
import { hostOf } from '../urls/urls.js';

/** Of so many requests, one explores; of an eighth to a third, crawls find less. */
const EVERY = 16;
/** Hosts that are passed over for one that reveals more or was never asked. */
const MAX_PASSED_OVER = 2000;
/** Latest URLs whose reason is kept: those that are under way, and more. */
const MAX_EXPLORED = 1000;
/** Hosts that are tried, where those that reveal more may not be contacted or have nothing left. */
const TRIED = 5;

/** Pages of a host whose links were read, and hosts that they were the first to name. JSON. */
export interface KnownHost {
  readonly pages: number;
  readonly revealed: number;
}

/** A URL that is requested to find further hosts. */
interface Explored {
  readonly entry: QueuedUrl;
  readonly why: string;
}

/**
 * Looks for further hosts: every 16th request goes in turn to the best URL of a host that was never asked, and to the best URL of the
 * host whose pages name most new hosts. Nothing where all URLs are on one host. @param requests so far
 */
export function createExploration(memory: CrawlMemory = NO_MEMORY, requests = 0) {
  const { known: hosts, set } = rememberedMap<KnownHost>(memory, 'host');
  // The request that a run begins with may be the one that explores.
  let turn = Math.max(0, Math.floor((requests - 1) / EVERY));
  const explored = rememberedMap<string>(memory, 'explored', MAX_EXPLORED);
  /** New hosts that a page of the host is expected to name: a half, before its pages say otherwise. */
  const expected = ({ pages, revealed }: KnownHost): number => (revealed + 1) / (pages + 2);
  /** The best URL of the hosts that are wanted and may be contacted. */
  function lease(frontier: Frontier, times: HostTimes, isWanted: (host: string) => boolean) {
    let passedOver = 0;
    const readyAt = (host: string): number | undefined => {
      if (passedOver < MAX_PASSED_OVER && isWanted(host)) return times.readyAt(host);
      passedOver += 1;
      return undefined;
    };
    return frontier.lease({ now: times.now, readyAt });
  }
  const ways = [
    (frontier: Frontier, times: HostTimes): Explored | undefined => {
      const asked = [...hosts].filter(([, { pages }]) => pages > 0);
      for (const [wanted, known] of asked.sort(([, a], [, b]) => expected(b) - expected(a)).slice(0, TRIED)) {
        const entry = lease(frontier, times, (host) => host === wanted);
        const named = (known.revealed / known.pages).toFixed(1);
        if (entry) return { entry, why: `the pages of this host name ${named} new hosts each` };
      }
      return undefined;
    },
    (frontier: Frontier, times: HostTimes): Explored | undefined => {
      const entry = lease(frontier, times, (host) => (hosts.get(host)?.pages ?? 0) === 0);
      return entry && { entry, why: 'new host' };
    },
  ];
  return {
    /** Counts the hosts that a page is the first to name, among the URLs that it added to the queue. */
    saw(page: string, added: readonly string[]): void {
      const host = hostOf(page);
      const { pages = 0, revealed = 0 } = hosts.get(host) ?? {};
      const named = new Set(added.map(hostOf).filter((one) => one !== host && !hosts.has(one)));
      for (const one of named) set(one, { pages: 0, revealed: 0 });
      set(host, { pages: pages + 1, revealed: revealed + named.size });
    },
    /** Leases the URL to request now where the turn has come; undefined where the best one is to be requested. @param requests so far */
    next(requests: number, frontier: Frontier, times: HostTimes): QueuedUrl | undefined {
      const now = Math.floor(requests / EVERY);
      if (now <= turn || hosts.size < 2) return undefined;
      turn = now;
      for (const place of [turn, turn + 1]) {
        const found = ways[place % ways.length]?.(frontier, times);
        if (found === undefined) continue;
        explored.set(found.entry.url, found.why);
        return found.entry;
      }
      return undefined;
    },
    /** An entry with what it is to explore in its reason, also where a run that ended before had begun to request it. */
    explained(entry: QueuedUrl): QueuedUrl {
      const why = explored.known.get(entry.url);
      if (why === undefined) return entry;
      return { ...entry, priority: { ...entry.priority, reason: `${why}; ${entry.priority.reason}` } };
    },
    hosts,
  };
}
