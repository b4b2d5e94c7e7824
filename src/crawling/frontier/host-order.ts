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

/** An order of no hosts. Finding the first of them takes O(log n). */
export function createHostOrder(): HostOrder {
  const bests = new Map<string, BestUrl>();
  /** Hosts that may not be contacted, with the time when they may; undefined while they are being contacted. */
  const held = new Map<string, number | undefined>();
  let queue = new TinyQueue<BestUrl>([], compare);

  function add(best: BestUrl | undefined): void {
    if (best === undefined || held.has(best.host)) return;
    queue.push(best);
    if (queue.length > 2 * bests.size + MAX_OLD)
      queue = new TinyQueue(
        [...bests.values()].filter(({ host }) => !held.has(host)),
        compare,
      );
  }

  function wake(hosts: HostTimes): void {
    for (const [host, before] of held) {
      if (before !== undefined && before > hosts.now) continue;
      const ready = hosts.readyAt(host);
      held.set(host, ready);
      if (ready === undefined || ready > hosts.now) continue;
      held.delete(host);
      add(bests.get(host));
    }
  }

  return {
    set(host, best) {
      const before = bests.get(host);
      if (best === undefined) bests.delete(host);
      else if (before?.value !== best.value || before.place !== best.place) {
        bests.set(host, best);
        add(best);
      }
    },
    valueOf: (host) => bests.get(host)?.value,
    first(hosts, atLeast) {
      wake(hosts);
      for (let best = queue.peek(); best !== undefined; best = queue.peek()) {
        if (bests.get(best.host) === best && !held.has(best.host)) {
          if (best.value < atLeast) return undefined;
          const ready = hosts.readyAt(best.host);
          if (ready !== undefined && ready <= hosts.now) return best;
          held.set(best.host, ready);
        }
        queue.pop();
      }
      return undefined;
    },
    waitFor(hosts, atLeast) {
      let first = Infinity;
      for (const [host, before] of held) {
        const { value } = bests.get(host) ?? {};
        if (value === undefined) held.delete(host);
        else if (value >= atLeast) {
          const ready = before ?? hosts.readyAt(host);
          held.set(host, ready);
          first = Math.min(first, ready ?? Infinity);
        }
      }
      return first === Infinity ? undefined : Math.max(0, first - hosts.now);
    },
    get size() {
      return bests.size;
    },
    get held() {
      return held.size;
    },
  };
}
