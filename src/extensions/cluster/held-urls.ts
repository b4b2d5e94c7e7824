import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { createFrontier, type LocalFrontier } from '../../crawling/frontier/frontier.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { shortKey, urlKey } from './keys.js';

/** A queued URL with its place in the order of discovery. */
export interface PlacedUrl {
  readonly queued: QueuedUrl;
  readonly place: number;
}

/** URLs of the hosts that a worker holds, in memory. */
export interface HeldUrls extends Pick<
  Frontier,
  'lease' | 'waitFor' | 'valueAt' | 'valueOf' | 'waiting' | 'requeue' | 'counts' | 'queued' | 'commit'
> {
  /** Queues a URL unless it is known. Returns whether it was new. */
  add(url: PlacedUrl): boolean;
  /** True for a URL that is on its way or of which it is known that it ended. */
  knows(url: string): boolean;
  /** Marks a URL as ended by its {@link urlKey}, unless it is on its way. */
  markEnded(key: string): void;
  /** Takes back that a URL ended. */
  forget(url: string): void;
  isLeased(url: string): boolean;
  /** Queues a leased URL again, at its place. @throws Error where it is not leased */
  release(url: string): void;
  /** Gives up a leased URL, which another worker may have by now. */
  discard(url: string): void;
  /** Ends a lease. @throws Error where there is none */
  end(url: string): void;
  /** Numbers of URLs of a host that are queued, and that are leased. */
  queuedOf(host: string): number;
  leasedOf(host: string): number;
  /** Forgets the queued URLs of a host. Those that are leased stay, and so does what is known to have ended. */
  drop(host: string): void;
}

/** The URLs of a host that are on their way. */
interface HostUrls {
  readonly queued: Set<string>;
  readonly leased: Set<string>;
}

/** URLs of hosts that are on their way, by host. */
interface HostTable {
  of(host: string): HostUrls | undefined;
  queue(url: string): void;
  lease(url: string): void;
  leave(url: string): void;
}

function createHostTable(): HostTable {
  const hosts = new Map<string, HostUrls>();
  const leave = (url: string): void => {
    const host = hostOf(url);
    const urls = hosts.get(host);
    urls?.queued.delete(url);
    urls?.leased.delete(url);
    if (urls?.queued.size === 0 && urls.leased.size === 0) hosts.delete(host);
  };
  const put = (url: string, state: keyof HostUrls): void => {
    leave(url);
    const host = hostOf(url);
    const urls = hosts.get(host) ?? { queued: new Set(), leased: new Set() };
    hosts.set(host, urls);
    urls[state].add(url);
  };
  return {
    of: (host) => hosts.get(host),
    queue: (url) => put(url, 'queued'),
    lease: (url) => put(url, 'leased'),
    leave,
  };
}

/** URLs of hosts, ordered as in every frontier. Of those that ended before a number each is kept. */
export function createHeldUrls(): HeldUrls {
  const frontier = createFrontier();
  const hosts = createHostTable();
  const ended = new Set<number>();
  const knows = (url: string): boolean => frontier.knows(url) || ended.has(shortKey(urlKey(url)));
  return {
    ...frontier,
    ...leases(frontier, hosts),
    knows,
    add({ queued: entry, place }) {
      if (knows(entry.url)) return false;
      hosts.queue(entry.url);
      return frontier.enqueue(entry, place);
    },
    markEnded: (key) => void ended.add(shortKey(key)),
    forget: (url) => void ended.delete(shortKey(urlKey(url))),
    queuedOf: (host) => hosts.of(host)?.queued.size ?? 0,
    leasedOf: (host) => hosts.of(host)?.leased.size ?? 0,
    drop(host) {
      for (const url of hosts.of(host)?.queued ?? []) {
        hosts.leave(url);
        frontier.forget(url);
      }
    },
  };
}

function leases(
  frontier: LocalFrontier,
  hosts: HostTable,
): Pick<HeldUrls, 'lease' | 'isLeased' | 'release' | 'discard' | 'end'> {
  return {
    lease(times, atLeast) {
      const entry = frontier.lease(times, atLeast);
      if (entry !== undefined) hosts.lease(entry.url);
      return entry;
    },
    isLeased: (url) => hosts.of(hostOf(url))?.leased.has(url) === true,
    release(url) {
      frontier.release(url);
      hosts.queue(url);
    },
    discard(url) {
      hosts.leave(url);
      frontier.forget(url);
    },
    end(url) {
      frontier.end(url, 'done');
      hosts.leave(url);
    },
  };
}
