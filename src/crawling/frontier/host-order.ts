import TinyQueue from 'tinyqueue';
import type { HostTimes } from '../../model/frontier.js';

/** The best queued URL of a host. */
export interface BestUrl {
  /** With port. */
  readonly host: string;
  readonly value: number;
  /** In the order of discovery. */
  readonly place: number;
}

/**
 * The hosts with queued URLs, by the best URL of each. A host that may not be contacted is held, so that nobody looks at
 * its URLs until it may: after the workbench of BUbiNG (Boldi, Marino, Santini and Vigna 2018, "BUbiNG: massive crawling
 * for the masses", section 4.3).
 */
export interface HostOrder {
  /** Sets the best queued URL of a host; undefined: it has none. */
  set(host: string, best: BestUrl | undefined): void;
  /** The value of the best queued URL of a host. */
  valueOf(host: string): number | undefined;
  /** The best URL of that value whose host may be contacted now. Hosts before it that may not are held. */
  first(hosts: HostTimes, atLeast: number): BestUrl | undefined;
  /** As `Frontier.waitFor`. */
  waitFor(hosts: HostTimes, atLeast: number): number | undefined;
  /** Hosts with queued URLs. */
  readonly size: number;
  readonly held: number;
}

/** Entries of the queue that no longer stand for the best URL of a host, in addition to as many as there are hosts. */
const MAX_OLD = 1000;

/** Larger value first, then first come first served. */
function compare(a: BestUrl, b: BestUrl): number {
  return b.value - a.value || a.place - b.place;
}

interface Resting {
  readonly host: string;
  readonly readyAt: number;
}

/** Hosts that may not be contacted: each either rests or is being contacted. */
interface HeldHosts {
  readonly all: Set<string>;
  readonly contacted: Set<string>;
  readonly resting: TinyQueue<Resting>;
}

/** An order of no hosts. Finding the first of them takes O(log n), and looks at each host that is being contacted. */
export function createHostOrder(): HostOrder {
  const bests = new Map<string, BestUrl>();
  const resting = new TinyQueue<Resting>([], (a, b) => a.readyAt - b.readyAt);
  const held: HeldHosts = { all: new Set(), contacted: new Set(), resting };
  let queue = new TinyQueue<BestUrl>([], compare);

  function add(host: string): void {
    const best = bests.get(host);
    if (best === undefined || held.all.has(host)) return;
    queue.push(best);
    if (queue.length <= 2 * bests.size + MAX_OLD) return;
    const free = [...bests.values()].filter((one) => !held.all.has(one.host));
    queue = new TinyQueue(free, compare);
  }

  return {
    set(host, best) {
      const before = bests.get(host);
      if (best === undefined) bests.delete(host);
      else if (before?.value !== best.value || before.place !== best.place) {
        bests.set(host, best);
        add(host);
      }
    },
    valueOf: (host) => bests.get(host)?.value,
    first(hosts, atLeast) {
      for (const host of due(hosts, held)) if (bests.has(host) && !isHeld(host, hosts, held)) add(host);
      for (let best = queue.peek(); best !== undefined; best = queue.peek()) {
        if (bests.get(best.host) === best && !held.all.has(best.host)) {
          if (best.value < atLeast) return undefined;
          if (!isHeld(best.host, hosts, held)) return best;
        }
        queue.pop();
      }
      return undefined;
    },
    waitFor(hosts, atLeast) {
      const isWorth = (host: string): boolean => (bests.get(host)?.value ?? Number.NaN) >= atLeast;
      const ready = [...held.contacted].filter(isWorth).map((host) => hosts.readyAt(host) ?? Infinity);
      for (let next = resting.peek(); next !== undefined && !isWorth(next.host); next = resting.peek()) {
        resting.pop();
        held.all.delete(next.host);
        add(next.host);
      }
      const first = Math.min(...ready, resting.peek()?.readyAt ?? Infinity);
      return first === Infinity ? undefined : Math.max(0, first - hosts.now);
    },
    get size() {
      return bests.size;
    },
    get held() {
      return held.all.size;
    },
  };
}

/** Holds a host if it may not be contacted. */
function isHeld(host: string, hosts: HostTimes, { all, contacted, resting }: HeldHosts): boolean {
  const readyAt = hosts.readyAt(host);
  if (readyAt !== undefined && readyAt <= hosts.now) return false;
  all.add(host);
  if (readyAt === undefined) contacted.add(host);
  else resting.push({ host, readyAt });
  return true;
}

/** Releases hosts that were being contacted, and hosts whose time has come. */
function due({ now }: HostTimes, { all, contacted, resting }: HeldHosts): readonly string[] {
  const hosts = [...contacted];
  contacted.clear();
  for (let next = resting.peek(); next !== undefined && next.readyAt <= now; next = resting.peek()) {
    hosts.push(next.host);
    resting.pop();
  }
  for (const host of hosts) all.delete(host);
  return hosts;
}
