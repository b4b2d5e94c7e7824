import type { QueuedUrl } from '../../model/crawl-event.js';
import type { HostTimes } from '../../model/frontier.js';
import { createFrontier } from '../../crawling/frontier/frontier.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { urlKey } from './catalog.js';

/** A queued URL with its place in the order of discovery. */
export interface PlacedUrl {
  readonly queued: QueuedUrl;
  readonly place: number;
}

/** The URLs of a host that are on their way. */
export interface HostUrls {
  readonly queued: ReadonlySet<string>;
  readonly leased: ReadonlySet<string>;
}

const NONE: HostUrls = { queued: new Set(), leased: new Set() };

/** URLs of the hosts that a worker holds, in memory, ordered as in every frontier. Of URLs that ended a number each is kept. */
export function createHeldUrls() {
  const frontier = createFrontier();
  const hosts = new Map<string, { readonly queued: Set<string>; readonly leased: Set<string> }>();
  const ended = new Set<number>();
  const move = (url: string, to?: keyof HostUrls): void => {
    const host = hostOf(url);
    const urls = hosts.get(host) ?? { queued: new Set<string>(), leased: new Set<string>() };
    urls.queued.delete(url);
    urls.leased.delete(url);
    if (to !== undefined) urls[to].add(url);
    if (urls.queued.size + urls.leased.size > 0) hosts.set(host, urls);
    else hosts.delete(host);
  };
  /** Gives up a leased URL, which another worker may have by now. */
  const discard = (url: string): void => {
    move(url);
    frontier.forget(url);
  };
  /** True for a URL that is on its way or of which it is known that it ended. */
  const knows = (url: string): boolean => frontier.knows(url) || ended.has(shortKey(urlKey(url)));
  return {
    ...frontier,
    ...{ knows, discard },
    /** Queues a URL unless it is known. Returns whether it was new. */
    add({ queued, place }: PlacedUrl): boolean {
      if (knows(queued.url)) return false;
      move(queued.url, 'queued');
      return frontier.enqueue(queued, place);
    },
    /** Marks a URL as ended by its {@link urlKey}, unless it is on its way. */
    markEnded: (key: string) => void ended.add(shortKey(key)),
    /** Takes back that a URL ended. */
    forget: (url: string) => void ended.delete(shortKey(urlKey(url))),
    lease(times: HostTimes, atLeast?: number): QueuedUrl | undefined {
      const entry = frontier.lease(times, atLeast);
      if (entry !== undefined) move(entry.url, 'leased');
      return entry;
    },
    isLeased: (url: string) => hosts.get(hostOf(url))?.leased.has(url) === true,
    /** Queues a leased URL again, at its place. @throws Error where it is not leased */
    release(url: string): void {
      frontier.release(url);
      move(url, 'queued');
    },
    /** Ends a lease. @throws Error where there is none */
    end(url: string): void {
      frontier.end(url, 'done');
      move(url);
    },
    /** URLs of a host on their way. */
    of: (host: string): HostUrls => hosts.get(host) ?? NONE,
    /** Forgets the queued URLs of a host. Those that are leased stay, and so does what is known to have ended. */
    drop(host: string): void {
      for (const url of [...(hosts.get(host)?.queued ?? [])]) discard(url);
    },
  };
}

/** 52 bits of a {@link urlKey}, which a number holds exactly; not 0. */
function shortKey(key: string): number {
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13) + key.slice(14, 15), 16) || 1;
}
