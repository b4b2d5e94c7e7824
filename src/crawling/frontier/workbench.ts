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

export function createWorkbench(): Workbench {
  const resting = new TinyQueue<Resting>([], (a, b) => a.readyAt - b.readyAt);
  const asked = new Set<string>();
  const held = new Set<string>();

  /** Where the host belongs by now; true when it may be contacted. */
  function place(host: string, hosts: HostTimes): boolean {
    const readyAt = hosts.readyAt(host);
    asked.delete(host);
    if (readyAt === undefined) asked.add(host);
    else if (readyAt > hosts.now) resting.push({ host, readyAt });
    else return true;
    return false;
  }

  /**
   * Looks again at those that were being contacted, and at those whose time has come; returns who may be contacted now.
   */
  function settle(hosts: HostTimes): string[] {
    const ready = [...asked].filter((host) => place(host, hosts));
    for (
      let first = resting.peek();
      first !== undefined && first.readyAt <= hosts.now;
      first = resting.peek()
    ) {
      resting.pop();
      if (place(first.host, hosts)) ready.push(first.host);
    }
    return ready;
  }

  function drop(host: string): void {
    asked.delete(host);
    held.delete(host);
  }

  return {
    hold(host, hosts) {
      if (held.has(host)) return;
      held.add(host);
      if (place(host, hosts)) asked.add(host);
    },
    holds: (host) => held.has(host),
    wake(hosts) {
      const ready = settle(hosts);
      for (const host of ready) held.delete(host);
      return ready;
    },
    waitFor(hosts, wanted) {
      for (const host of [...asked]) {
        if (!wanted(host)) drop(host);
        else if (hosts.readyAt(host) !== undefined && place(host, hosts)) {
          asked.add(host);
          return 0;
        }
      }
      for (let first = resting.peek(); first !== undefined; first = resting.peek()) {
        if (wanted(first.host)) return Math.max(0, first.readyAt - hosts.now);
        resting.pop();
        drop(first.host);
      }
      return undefined;
    },
    get size() {
      return held.size;
    },
  };
}
