/**
 * A frontier of your own, in a JSON file in the crawl's folder. It suits small crawls: each commit writes the whole file.
 *
 *     sfwc crawl --seeds … --out out --plugin ./frontier.js
 *
 * `isDurable` says that the crawl can be resumed: what was committed is in the file.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { definePlugin, type HostTimes, type OwnFrontier, type QueuedUrl } from 'sfwc/parts';

/** What is in the file: URLs that wait, in the order of discovery, and those that have ended. */
interface Kept {
  readonly waiting: readonly QueuedUrl[];
  readonly ended: readonly string[];
  readonly counts: Readonly<Record<'done' | 'skipped' | 'failed', number>>;
}

const EMPTY: Kept = { waiting: [], ended: [], counts: { done: 0, skipped: 0, failed: 0 } };
const hostOf = ({ url }: QueuedUrl): string => new URL(url).host;

function jsonFrontier(file: string, kept: Kept): OwnFrontier {
  /** What waits, and what is leased: it keeps its place. */
  const waiting = new Map(kept.waiting.map((entry) => [entry.url, entry]));
  const ended = new Set(kept.ended);
  const counts = { ...kept.counts };
  /** What was claimed for each lease. */
  const leases = new Map<string, string[]>();
  let held = 0;

  const knows = (url: string): boolean =>
    waiting.has(url) || ended.has(url) || [...leases.values()].some((claimed) => claimed.includes(url));
  const queued = (): QueuedUrl[] => [...waiting.values()].filter(({ url }) => !leases.has(url));
  const find = (url: string): QueuedUrl | undefined => (leases.has(url) ? undefined : waiting.get(url));
  const worth = (atLeast = -Infinity): QueuedUrl[] =>
    queued()
      .filter(({ priority }) => priority.value >= atLeast)
      .sort((a, b) => b.priority.value - a.priority.value);
  const isReady = (entry: QueuedUrl, hosts: HostTimes): boolean =>
    (hosts.readyAt(hostOf(entry)) ?? Infinity) <= hosts.now;

  function enqueue(entry: QueuedUrl): boolean {
    if (knows(entry.url)) return false;
    waiting.set(entry.url, entry);
    return true;
  }

  function requeue(entry: QueuedUrl): boolean {
    const isQueued = find(entry.url) !== undefined;
    if (isQueued) waiting.set(entry.url, entry);
    return isQueued;
  }

  function endLease(url: string): string[] {
    const claimed = leases.get(url);
    if (claimed === undefined) throw new Error(`${url} is not leased`);
    leases.delete(url);
    return claimed;
  }

  return {
    enqueue,
    enqueueAll: (entries) => entries.map(enqueue),
    knows,
    claim(url, by) {
      if (knows(url)) return false;
      const claimed = leases.get(by);
      if (claimed === undefined) ended.add(url);
      else claimed.push(url);
      return true;
    },
    lease(hosts, atLeast) {
      const best = worth(atLeast);
      held = new Set(best.filter((entry) => !isReady(entry, hosts)).map(hostOf)).size;
      const entry = best.find((one) => isReady(one, hosts));
      if (entry !== undefined) leases.set(entry.url, []);
      return entry;
    },
    waitFor(hosts, atLeast) {
      const times = worth(atLeast).flatMap((entry) => hosts.readyAt(hostOf(entry)) ?? []);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - hosts.now);
    },
    release: (url) => void endLease(url),
    acknowledge(url, state) {
      for (const claimed of endLease(url)) ended.add(claimed);
      waiting.delete(url);
      ended.add(url);
      counts[state] += 1;
    },
    // Revaluing: for strategies that learn, and for people who steer.
    waits: (url) => find(url) !== undefined,
    waiting: find,
    requeue,
    queuedValue: (url) => find(url)?.priority.value,
    revalue(url, value) {
      const entry = find(url);
      if (entry === undefined) return false;
      return requeue({ ...entry, priority: { ...entry.priority, value }, revalued: true });
    },
    valueAt: (rank) => worth()[rank - 1]?.priority.value,
    // Countable
    count(state) {
      if (state === 'leased') return leases.size;
      return state === 'queued' ? waiting.size - leases.size : counts[state];
    },
    queued: () => [queued()],
    hostCount: () => new Set(queued().map(hostOf)).size,
    heldHosts: () => held,
    // Transactional: a step that fails ends the crawl, and the file stays as it was at the last commit.
    together: (steps) => steps(),
    commit() {
      const now: Kept = { waiting: [...waiting.values()], ended: [...ended], counts };
      writeFileSync(`${file}.new`, JSON.stringify(now));
      renameSync(`${file}.new`, file);
    },
  };
}

export default definePlugin({
  frontiers: {
    json: {
      isDurable: true,
      open({ out, isResumed }) {
        const file = path.join(out, 'my-frontier.json');
        return jsonFrontier(file, isResumed ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : EMPTY);
      },
    },
  },
});
