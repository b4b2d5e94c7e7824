import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Frontier } from '../../model/frontier.js';
import { withValue } from '../../crawling/frontier/frontier.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { newStep, type FoundUrl, type Step } from './journal.js';
import { URLS_A_HOST } from './holdings.js';
import { urlKey } from './keys.js';
import type { HeldHost, Places, Unwritten, UrlsElsewhere, WorkerHosts, WorkerState } from './worker-state.js';

/** URLs of one host in memory at most; what is found beyond waits in the database. */
const MAX_IN_MEMORY = 5 * URLS_A_HOST;
/** Milliseconds after which a worker without URLs looks again whether there are any. */
const LOOK_AGAIN = 200;

/** The frontier of one worker, and what it notes in the step that is under way. */
export interface SharedFrontier {
  readonly frontier: Frontier;
  /** Adds to the step that is under way, or makes one. */
  readonly note: (add: (step: Step) => void) => void;
}

/** The steps of a worker: what is under way, and how it is added to. */
interface Steps extends Pick<SharedFrontier, 'note'> {
  readonly transaction: <T>(steps: () => T) => T;
}

function createSteps(unwritten: Unwritten): Steps {
  let current: Step | undefined;
  function transaction<T>(steps: () => T): T {
    if (current !== undefined) return steps();
    current = newStep();
    try {
      const result = steps();
      unwritten.steps.push(current);
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
interface Parts extends Steps {
  readonly state: WorkerState;
  /** Targets of redirects by the leased URL that led there. */
  readonly claims: Map<string, string[]>;
  readonly counts: { done: number; skipped: number; failed: number };
}

/**
 * The frontier of a worker that shares its crawl: in memory for the hosts that it holds. Everything that is done is noted
 * in steps, which `commit` writes to the database; URLs of other hosts go there, for the worker that holds the host. Entries whose
 * priority alone has changed are not written: the worker that takes the host values them again.
 * @param round writes all steps so far
 */
export function createSharedFrontier(state: WorkerState, round: () => Promise<void>): SharedFrontier {
  const { hosts, elsewhere, unwritten, crew } = state;
  const { held } = hosts;
  const { parked } = elsewhere;
  const { transaction, note } = createSteps(unwritten);
  const parts: Parts = {
    state,
    transaction,
    note,
    claims: new Map(),
    counts: { done: 0, skipped: 0, failed: 0 },
  };
  /** The last round that was begun. */
  let writing: Promise<void> | undefined;
  const waiting = (url: string): QueuedUrl | undefined => held.waiting(url) ?? parkedEntry(url, elsewhere);
  return {
    note,
    frontier: {
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
        if (entry !== undefined) noteShortage(hostOf(entry.url), hosts);
        return entry;
      },
      waitFor(times, atLeast) {
        const wait = held.waitFor(times, atLeast);
        const isElse = crew.view.others > 0 || crew.view.urls > 0 || parked.size > 0;
        return isElse ? Math.min(wait ?? LOOK_AGAIN, LOOK_AGAIN) : wait;
      },
      valueAt: (rank) => held.valueAt(rank),
      release: (url) => release(url, parts),
      end: (url, how) => end(url, how, parts),
      counts() {
        const { queued, ...counts } = held.counts();
        return { ...counts, ...parts.counts, queued: queued + parked.size + crew.view.urls };
      },
      *queued() {
        yield* held.queued();
        yield [...parked.keys()].flatMap((url) => parkedEntry(url, elsewhere) ?? []);
      },
      transaction,
      commit() {
        void held.commit();
        if (unwritten.steps.length > 0) writing = round();
        return writing;
      },
    },
  };
}

/** State of URLs here. */
type Known = Pick<WorkerState, 'hosts' | 'elsewhere'>;

function knows(url: string, known: Known): boolean {
  return known.hosts.held.knows(url) || isElsewhere(url, known);
}

function enqueue(queued: QueuedUrl, parts: Parts): boolean {
  const host = hostOf(queued.url);
  const holding = parts.state.hosts.holdings.get(host);
  return holding === undefined ? enqueueElsewhere(queued, host, parts) : enqueueHeld(queued, holding, parts);
}

function enqueueHeld(queued: QueuedUrl, holding: HeldHost, { state, note }: Parts): boolean {
  const { held } = state.hosts;
  const { host, isComplete } = holding;
  if (held.knows(queued.url)) return false;
  const found = rowOf(queued, host, state.places);
  if (isComplete && held.queuedOf(host) < MAX_IN_MEMORY) held.add({ queued, place: found.place });
  else holding.hasMore = true;
  note((step) => step.found.push(found));
  return true;
}

function enqueueElsewhere(queued: QueuedUrl, host: string, { state, note }: Parts): boolean {
  const { hosts, elsewhere, places } = state;
  const { url, priority } = queued;
  if (hosts.held.knows(url)) return false;
  const before = elsewhere.sent.get(url);
  if (before !== undefined && before >= priority.value) return false;
  elsewhere.sent.set(url, priority.value);
  hosts.isShort = true;
  const found = rowOf(queued, host, places);
  note((step) => {
    step.found.push(found);
    if (before === undefined) elsewhere.parked.set(url, { found, step });
  });
  return before === undefined;
}

function requeue(entry: QueuedUrl, { state, note }: Parts): boolean {
  const { held } = state.hosts;
  const { parked } = state.elsewhere;
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
    note((step) => step.found.push(rowOf(entry, hostOf(entry.url), state.places)));
  return true;
}

function claim(url: string, by: string, { state, claims }: Parts): boolean {
  const { held } = state.hosts;
  if (knows(url, state)) return false;
  held.markEnded(urlKey(url));
  if (!held.isLeased(by)) return true;
  claims.set(by, [...(claims.get(by) ?? []), url]);
  countClaim(url, 1, state.hosts);
  return true;
}

/** A host has run out of URLs in memory, and the database has more. */
function noteShortage(host: string, hosts: WorkerHosts): void {
  if (hosts.held.queuedOf(host) === 0 && hosts.holdings.get(host)?.hasMore === true) hosts.isShort = true;
}

function release(url: string, { state: { hosts }, claims }: Parts): void {
  for (const claimed of claims.get(url) ?? []) giveUpClaim(claimed, hosts);
  claims.delete(url);
  if (hosts.holdings.has(hostOf(url))) hosts.held.release(url);
  else hosts.held.discard(url);
}

function end(
  url: string,
  how: 'done' | 'skipped' | 'failed',
  { state: { hosts }, claims, counts, note }: Parts,
): void {
  hosts.held.end(url);
  const claimed = (claims.get(url) ?? []).map((target) => ({ host: hostOf(target), url: target }));
  claims.delete(url);
  for (const target of claimed) countClaim(target.url, -1, hosts);
  counts[how] += 1;
  note((step) => {
    step.ended = { host: hostOf(url), url, fetched: false };
    step.claimed.push(...claimed);
  });
}

/** Row of a queued URL. */
function rowOf(queued: QueuedUrl, host: string, places: Places): FoundUrl {
  return {
    host,
    url: queued.url,
    value: queued.priority.value,
    place: places.next++,
    entry: JSON.stringify(queued),
  };
}

/** True if a URL of a host that is not held was found here before. */
function isElsewhere(url: string, { hosts, elsewhere }: Known): boolean {
  return !hosts.holdings.has(hostOf(url)) && elsewhere.sent.get(url) !== undefined;
}

function parkedEntry(url: string, { parked }: UrlsElsewhere): QueuedUrl | undefined {
  const found = parked.get(url)?.found;
  return found === undefined ? undefined : (JSON.parse(found.entry) as QueuedUrl);
}

function countClaim(url: string, change: 1 | -1, { holdings }: WorkerHosts): void {
  const holding = holdings.get(hostOf(url));
  if (holding !== undefined) holding.claims += change;
}

/** A claim is given up; others may have queued the URL meanwhile, so that the database is queried again. */
function giveUpClaim(url: string, hosts: WorkerHosts): void {
  const { held, holdings } = hosts;
  held.forget(url);
  countClaim(url, -1, hosts);
  const holding = holdings.get(hostOf(url));
  if (holding !== undefined) holding.hasMore = true;
}
