import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { withValue } from '../../crawling/frontier/frontier.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { urlKey } from './catalog.js';
import { URLS_A_HOST } from './hosts.js';
import type { FoundUrl, HeldHost, Step, WorkerState } from './worker-state.js';

/** URLs of one host in memory at most; what is found beyond waits in the database. */
const MAX_IN_MEMORY = 5 * URLS_A_HOST;
/** Milliseconds after which a worker without URLs looks again whether there are any. */
const LOOK_AGAIN = 200;

/** Steps of a worker: runs what belongs to one step, and adds to the step that is under way, or makes one. */
function createSteps(state: WorkerState) {
  let current: Step | undefined;
  function transaction<T>(steps: () => T): T {
    if (current !== undefined) return steps();
    current = { found: [], claimed: [] };
    try {
      const result = steps();
      state.steps.push(current);
      return result;
    } finally {
      current = undefined;
    }
  }
  const note = (add: (step: Step) => void): void =>
    transaction(() => {
      if (current !== undefined) add(current);
    });
  return { transaction, note };
}

/** Parts of a shared frontier. */
interface Parts extends ReturnType<typeof createSteps> {
  readonly state: WorkerState;
  /** Targets of redirects by the leased URL that led there. */
  readonly claims: Map<string, string[]>;
  readonly counts: { done: number; skipped: number; failed: number };
}

/**
 * The frontier of a worker that shares its crawl: in memory for the hosts that it holds. Everything that is done is noted
 * in steps, which `commit` writes to the database; URLs of other hosts go there, for the worker that holds the host. Entries whose
 * priority alone has changed are not written.
 * @param round writes all steps so far
 * @returns the frontier, and `note`, which adds to the step that is under way
 */
export function createSharedFrontier(state: WorkerState, round: () => Promise<void>) {
  const { held, parked } = state;
  const { transaction, note } = createSteps(state);
  const counts = { done: 0, skipped: 0, failed: 0 };
  const parts: Parts = { state, transaction, note, claims: new Map(), counts };
  /** The last round that was begun. */
  let writing: Promise<void> | undefined;
  const waiting = (url: string): QueuedUrl | undefined => held.waiting(url) ?? parkedEntry(url, state);
  const frontier: Frontier = {
    enqueue: (entry) => enqueue(entry, parts),
    requeue: (entry) => requeue(entry, parts),
    knows: (url) => knows(url, state),
    waiting,
    valueOf: (url) => waiting(url)?.priority.value,
    revalue(url, value) {
      const entry = waiting(url);
      return entry !== undefined && requeue(withValue(entry, value), parts);
    },
    claim: (url, by) => claim(url, by, parts),
    lease(times, atLeast) {
      const entry = held.lease(times, atLeast);
      if (entry !== undefined) noteShortage(hostOf(entry.url), state);
      return entry;
    },
    waitFor(times, atLeast) {
      const wait = held.waitFor(times, atLeast);
      const isElse = state.view.others > 0 || state.view.urls > 0 || parked.size > 0;
      return isElse ? Math.min(wait ?? LOOK_AGAIN, LOOK_AGAIN) : wait;
    },
    valueAt: (rank) => held.valueAt(rank),
    release: (url) => release(url, parts),
    end: (url, how) => end(url, how, parts),
    counts() {
      const { queued, ...others } = held.counts();
      return { ...others, ...counts, queued: queued + parked.size + state.view.urls };
    },
    *queued() {
      yield* held.queued();
      yield [...parked.keys()].flatMap((url) => parkedEntry(url, state) ?? []);
    },
    transaction,
    commit() {
      void held.commit();
      if (state.steps.length > 0) writing = round();
      return writing;
    },
  };
  return { note, frontier };
}

/** True for a URL that is known here, also one of a host that is not held. */
function knows(url: string, { held, holdings, sent }: WorkerState): boolean {
  return held.knows(url) || (!holdings.has(hostOf(url)) && sent.get(url) !== undefined);
}

function enqueue(queued: QueuedUrl, parts: Parts): boolean {
  const { held, holdings } = parts.state;
  if (held.knows(queued.url)) return false;
  const holding = holdings.get(hostOf(queued.url));
  return holding === undefined ? enqueueElsewhere(queued, parts) : enqueueHeld(queued, holding, parts);
}

function enqueueHeld(queued: QueuedUrl, holding: HeldHost, { state, note }: Parts): boolean {
  const { held } = state;
  const found = rowOf(queued, state);
  if (holding.isComplete && held.of(holding.host).queued.size < MAX_IN_MEMORY)
    held.add({ queued, place: found.place });
  else holding.hasMore = true;
  note((step) => step.found.push(found));
  return true;
}

function enqueueElsewhere(queued: QueuedUrl, { state, note }: Parts): boolean {
  const { url, priority } = queued;
  const before = state.sent.get(url);
  if (before !== undefined && before >= priority.value) return false;
  state.sent.set(url, priority.value);
  state.isShort = true;
  const found = rowOf(queued, state);
  note((step) => {
    step.found.push(found);
    if (before === undefined) state.parked.set(url, { found, step });
  });
  return before === undefined;
}

function requeue(entry: QueuedUrl, { state, note }: Parts): boolean {
  const { held, parked } = state;
  const waits = parked.get(entry.url);
  if (waits !== undefined) {
    const { found, step } = waits;
    const changed = { ...found, value: entry.priority.value, entry: JSON.stringify(entry) };
    step.found.splice(step.found.indexOf(found), 1, changed);
    parked.set(entry.url, { found: changed, step });
    return true;
  }
  const before = held.waiting(entry.url);
  if (before === undefined) return false;
  held.requeue(entry);
  if (before.referrer !== entry.referrer && entry.priority.value > before.priority.value)
    note((step) => step.found.push(rowOf(entry, state)));
  return true;
}

function claim(url: string, by: string, { state, claims }: Parts): boolean {
  if (knows(url, state)) return false;
  state.held.markEnded(urlKey(url));
  if (!state.held.isLeased(by)) return true;
  claims.set(by, [...(claims.get(by) ?? []), url]);
  countClaim(url, 1, state);
  return true;
}

/** A host has run out of URLs in memory, and the database has more. */
function noteShortage(host: string, state: WorkerState): void {
  if (state.held.of(host).queued.size === 0 && state.holdings.get(host)?.hasMore === true)
    state.isShort = true;
}

function release(url: string, { state, claims }: Parts): void {
  const { held, holdings } = state;
  for (const claimed of claims.get(url) ?? []) {
    held.forget(claimed);
    countClaim(claimed, -1, state);
    // Others may have queued the URL meanwhile, so that the database is queried again.
    const holding = holdings.get(hostOf(claimed));
    if (holding !== undefined) holding.hasMore = true;
  }
  claims.delete(url);
  if (holdings.has(hostOf(url))) held.release(url);
  else held.discard(url);
}

function end(url: string, how: 'done' | 'skipped' | 'failed', { state, claims, counts, note }: Parts): void {
  state.held.end(url);
  const claimed = (claims.get(url) ?? []).map((target) => ({ host: hostOf(target), url: target }));
  claims.delete(url);
  for (const target of claimed) countClaim(target.url, -1, state);
  counts[how] += 1;
  note((step) => {
    step.ended = { host: hostOf(url), url, fetched: false };
    step.claimed.push(...claimed);
  });
}

/** Row of a queued URL. */
function rowOf(queued: QueuedUrl, state: WorkerState): FoundUrl {
  const place = state.nextPlace;
  state.nextPlace += 1;
  const { url, priority } = queued;
  return { host: hostOf(url), url, value: priority.value, place, entry: JSON.stringify(queued) };
}

function parkedEntry(url: string, { parked }: WorkerState): QueuedUrl | undefined {
  const found = parked.get(url)?.found;
  return found === undefined ? undefined : (JSON.parse(found.entry) as QueuedUrl);
}

function countClaim(url: string, change: 1 | -1, { holdings }: WorkerState): void {
  const holding = holdings.get(hostOf(url));
  if (holding !== undefined) holding.claims += change;
}
