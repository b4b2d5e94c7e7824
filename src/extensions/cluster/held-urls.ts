import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { createHostQueues, type QueueEntry } from '../../crawling/frontier/host-queues.js';
import { createKnownUrls, ENDED } from '../../crawling/frontier/disk-known.js';
import { inBatches } from '../../support/batches.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { shortKey, urlKey } from './keys.js';

/** A queued URL with its place in the order of discovery. */
export interface PlacedUrl {
  readonly queued: QueuedUrl;
  readonly place: number;
}

/** What a worker has in memory of the hosts that it holds. */
export interface HeldUrls extends Pick<
  Frontier,
  'lease' | 'waitFor' | 'valueAt' | 'waits' | 'waiting' | 'requeue' | 'hostCount' | 'heldHosts' | 'queued'
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
  /** Gives up a leased URL, which another worker may have by now. @throws Error where it is not leased */
  discard(url: string): void;
  /** Ends a lease. @throws Error where there is none */
  end(url: string): void;
  /** How many URLs of a host are queued, and how many are leased. */
  queuedOf(host: string): number;
  leasedOf(host: string): number;
  /** Forgets the queued URLs of a host. Those that are leased stay, and so does what is known to have ended. */
  drop(host: string): void;
  readonly queuedCount: number;
  readonly leasedCount: number;
}

/** The URLs of a host that are on their way. */
interface HostUrls {
  readonly queued: Set<string>;
  readonly leased: Set<string>;
}

/** URLs in one batch of those that are queued. */
const QUEUED_BATCH = 1000;

/** What {@link createHeldUrls} is made of. */
interface Table {
  readonly queues: ReturnType<typeof createHostQueues>;
  readonly queued: Map<string, QueueEntry>;
  readonly leased: Map<string, QueueEntry>;
  readonly hosts: Map<string, HostUrls>;
  readonly ended: ReturnType<typeof createKnownUrls>;
}

/** URLs of hosts, ordered as in every frontier. Of those that ended a number each is kept. */
export function createHeldUrls(): HeldUrls {
  const table: Table = {
    ...{ queues: createHostQueues(), queued: new Map(), leased: new Map(), hosts: new Map() },
    ended: createKnownUrls(),
  };
  const { queues, queued, leased, hosts, ended } = table;
  const knows = (url: string): boolean =>
    queued.has(url) || leased.has(url) || ended.get(shortKey(urlKey(url))) !== undefined;
  return {
    knows,
    add({ queued: entry, place }) {
      if (knows(entry.url)) return false;
      put({ queued: entry, host: hostOf(entry.url), order: place }, table);
      return true;
    },
    markEnded: (key) => ended.set(shortKey(key), ENDED),
    forget: (url) => ended.delete(shortKey(urlKey(url))),
    waits: (url) => queued.has(url),
    waiting: (url) => queued.get(url)?.queued,
    isLeased: (url) => leased.has(url),
    requeue: (changed) => requeue(changed, table),
    lease(times, atLeast = Number.NEGATIVE_INFINITY) {
      const entry = queues.take(times, atLeast);
      if (entry !== undefined) lease(entry, table);
      return entry?.queued;
    },
    waitFor: (times, atLeast = Number.NEGATIVE_INFINITY) => queues.waitFor(times, atLeast),
    valueAt: (rank) => queues.valueAt(rank),
    release: (url) => put(leave(url, table), table),
    discard: (url) => void leave(url, table),
    end(url) {
      leave(url, table);
      ended.set(shortKey(urlKey(url)), ENDED);
    },
    queuedOf: (host) => hosts.get(host)?.queued.size ?? 0,
    leasedOf: (host) => hosts.get(host)?.leased.size ?? 0,
    drop: (host) => drop(host, table),
    *queued() {
      const entries = [...queued.values()].sort((a, b) => a.order - b.order);
      for (const batch of inBatches(entries, QUEUED_BATCH)) yield batch.map((entry) => entry.queued);
    },
    hostCount: () => queues.hosts,
    heldHosts: () => queues.held,
    get queuedCount() {
      return queued.size;
    },
    get leasedCount() {
      return leased.size;
    },
  };
}

function urlsOf(host: string, { hosts }: Table): HostUrls {
  const known = hosts.get(host) ?? { queued: new Set(), leased: new Set() };
  hosts.set(host, known);
  return known;
}

function put(entry: QueueEntry, table: Table): void {
  table.queues.add(entry);
  table.queued.set(entry.queued.url, entry);
  urlsOf(entry.host, table).queued.add(entry.queued.url);
}

function lease(entry: QueueEntry, table: Table): void {
  const { url } = entry.queued;
  table.queued.delete(url);
  table.leased.set(url, entry);
  const urls = urlsOf(entry.host, table);
  urls.queued.delete(url);
  urls.leased.add(url);
}

function leave(url: string, table: Table): QueueEntry {
  const entry = table.leased.get(url);
  if (entry === undefined) throw new Error(`${url} is not leased`);
  table.leased.delete(url);
  const urls = urlsOf(entry.host, table);
  urls.leased.delete(url);
  if (urls.leased.size + urls.queued.size === 0) table.hosts.delete(entry.host);
  return entry;
}

function requeue(changed: QueuedUrl, { queued, queues }: Table): boolean {
  const earlier = queued.get(changed.url);
  if (earlier === undefined) return false;
  const entry = { ...earlier, queued: changed };
  queued.set(changed.url, entry);
  queues.replace(earlier, entry);
  return true;
}

function drop(host: string, { hosts, queued, queues }: Table): void {
  const urls = hosts.get(host);
  if (urls === undefined) return;
  for (const url of urls.queued) queued.delete(url);
  urls.queued.clear();
  if (urls.leased.size === 0) hosts.delete(host);
  queues.drop(host);
}
