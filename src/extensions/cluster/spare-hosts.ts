import { hostsOf } from './journal.js';
import { isUsedUp, mayBeGrantedMore } from './page-budget.js';
import type { HeldHost, WorkerState } from './worker-state.js';

/** Hosts that a worker holds at most. */
const MAX_HELD = 10_000;

/** Hosts that may be given back: nothing of theirs is under way, or on its way into the database. */
export function idleHosts({
  hosts: { holdings, held },
  unwritten: { steps, rests },
}: Pick<WorkerState, 'hosts' | 'unwritten'>): readonly HeldHost[] {
  const now = performance.now();
  const written = hostsOf(steps);
  return [...holdings.values()].filter(
    ({ host, claims, busyUntil }) =>
      claims <= 0 && busyUntil <= now && held.leasedOf(host) === 0 && !rests.has(host) && !written.has(host),
  );
}

/**
 * Hosts to give back: those without URLs, where others are there or nothing else is left; and of the others every second,
 * while this worker has more than its share.
 */
export function surplusOf(
  state: Pick<WorkerState, 'hosts' | 'unwritten' | 'progress' | 'crew'>,
): readonly HeldHost[] {
  const { held } = state.hosts;
  const isAlone = state.crew.view.others === 0;
  const idle = idleHosts(state);
  // Others have pages left to request, and may have nothing to request.
  if (!isAlone && isUsedUp(state) && mayBeGrantedMore(state)) return idle;
  const empty = idle.filter(({ host, hasMore }) => !hasMore && held.queuedOf(host) === 0);
  const full = idle.filter((holding) => !empty.includes(holding));
  const over = full.length - shareOf(state);
  const many = isAlone || over <= 1 ? [] : full.filter((_, place) => place % 2 === 1).slice(0, over);
  return [...(isAlone && held.counts().queued > 0 ? [] : empty), ...many];
}

/** Hosts with URLs that are this worker's part. */
export function shareOf({
  hosts: { holdings, held },
  crew: { view },
}: Pick<WorkerState, 'hosts' | 'crew'>): number {
  const mine = [...holdings.keys()].filter((host) => held.queuedOf(host) > 0).length;
  const share = Math.ceil((mine + view.hosts) / (view.others + 1));
  return Math.min(MAX_HELD, Math.max(1, view.others === 0 ? MAX_HELD : share));
}
