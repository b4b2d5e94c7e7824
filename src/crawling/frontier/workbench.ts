import TinyQueue from 'tinyqueue';
import type { HostTimes } from '../../model/frontier.js';

interface Resting {
  readonly host: string;
  readonly readyAt: number;
}

/**
 * The hosts of a frontier that may not be contacted now, so that nobody looks at their URLs until they may: those that
 * rest stand in the order of the moments when they may be contacted again; those that are being contacted are looked at
 * each time, and are as few as the requests under way. After the workbench of BUbiNG (Boldi, Marino, Santini and Vigna
 * 2018, "BUbiNG: massive crawling for the masses", section 4.3), which keeps all its hosts in memory; here only those
 * that wait are.
 */
export interface Workbench {
  /** Puts a host aside that may not be contacted now. */
  hold(host: string, hosts: HostTimes): void;
  holds(host: string): boolean;
  /** Takes off the hosts whose time has come, and hands them out. */
  wake(hosts: HostTimes): readonly string[];
  /**
   * Milliseconds until the first of the held hosts may be asked that are wanted; undefined when all of those are being
   * contacted or there are none.
   * @param wanted false for a host that has no URL queued any more: it is not held any longer
   */
  waitFor(hosts: HostTimes, wanted: (host: string) => boolean): number | undefined;
  /** Hosts that are held. */
  readonly size: number;
}

/** Hosts that are held: those that rest, and those that are being contacted. */
interface Bench {
  readonly resting: TinyQueue<Resting>;
  readonly asked: Set<string>;
  readonly held: Set<string>;
}

export function createWorkbench(): Workbench {
  const resting = new TinyQueue<Resting>([], (a, b) => a.readyAt - b.readyAt);
  const bench: Bench = { resting, asked: new Set(), held: new Set() };
  const { asked, held } = bench;
  return {
    hold(host, hosts) {
      if (held.has(host)) return;
      held.add(host);
      if (place(host, hosts, bench)) asked.add(host);
    },
    holds: (host) => held.has(host),
    wake(hosts) {
      const ready = settle(hosts, bench);
      for (const host of ready) held.delete(host);
      return ready;
    },
    waitFor(hosts, wanted) {
      for (const host of [...asked]) {
        if (!wanted(host)) drop(host, bench);
        else if (hosts.readyAt(host) !== undefined && place(host, hosts, bench)) {
          asked.add(host);
          return 0;
        }
      }
      for (let first = resting.peek(); first !== undefined; first = resting.peek()) {
        if (wanted(first.host)) return Math.max(0, first.readyAt - hosts.now);
        resting.pop();
        drop(first.host, bench);
      }
      return undefined;
    },
    get size() {
      return held.size;
    },
  };
}

/** Where the host belongs by now; true when it may be contacted. */
function place(host: string, hosts: HostTimes, { resting, asked }: Bench): boolean {
  const readyAt = hosts.readyAt(host);
  asked.delete(host);
  if (readyAt === undefined) asked.add(host);
  else if (readyAt > hosts.now) resting.push({ host, readyAt });
  else return true;
  return false;
}

/** Looks again at those that were being contacted, and at those whose time has come; returns who may be contacted now. */
function settle(hosts: HostTimes, bench: Bench): string[] {
  const { resting, asked } = bench;
  const ready = [...asked].filter((host) => place(host, hosts, bench));
  for (
    let first = resting.peek();
    first !== undefined && first.readyAt <= hosts.now;
    first = resting.peek()
  ) {
    resting.pop();
    if (place(first.host, hosts, bench)) ready.push(first.host);
  }
  return ready;
}

function drop(host: string, { asked, held }: Bench): void {
  asked.delete(host);
  held.delete(host);
}
