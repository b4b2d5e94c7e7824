import type { Clock } from '../../support/time/clock.js';

interface HostState {
  busy: boolean;
  /** Time at which the host may be contacted again, in milliseconds of the clock. */
  readyAt: number;
  /** The host's own delay in milliseconds, from its robots.txt. */
  ownDelay: number;
  /** Those who wait to be handed the host (targets of redirects), in order. */
  readonly waiting: (() => void)[];
}

/**
 * Times at which hosts may be contacted: one request to a host at a time, and a pause between the end of one and the start of
 * the next. Hosts are named with their port.
 */
export interface Politeness {
  /** Takes a host that {@link waitFor} gives no time to wait for. */
  begin(host: string): void;
  /** Takes the host as soon as it may be contacted, or when the signal is aborted. */
  acquire(host: string, signal?: AbortSignal): Promise<void>;
  /**
   * Gives the host back.
   * @param took milliseconds that a request took, so that the pause begins now; undefined when none was sent
   */
  end(host: string, took: number | undefined): void;
  /** Does not contact the host for so many milliseconds from now on, or longer where it has to wait longer already. */
  putOff(host: string, milliseconds: number): void;
  /** The longest pause that may follow a request to the host, in milliseconds. */
  longestPause(host: string): number;
  /** From now on the pauses are other ones. Those under way stay as they are. */
  setPause(pause: Pause): void;
  /** A host's own wish (Crawl-delay), in seconds: it can lengthen the pause, not shorten it. */
  setOwnDelay(host: string, seconds: number): void;
  /**
   * Milliseconds until the first of these hosts may be contacted; 0 when one may be contacted now; undefined when all
   * of them are being contacted (then wait for one to end) or there are none.
   */
  waitFor(hosts: Iterable<string>): number | undefined;
  /** The hosts that may not be contacted now, for those who watch; so many of them at most. */
  standing(most: number): HostStanding;
}

/** Hosts that may not be contacted at a moment. JSON. */
export interface HostStanding {
  /** Those that are being contacted. */
  readonly contacted: readonly string[];
  /** Those that rest, with the time from which they may be contacted, in milliseconds of the clock. */
  readonly resting: readonly (readonly [host: string, until: number])[];
}

/** Pause as it follows from the answers of a host. */
export interface Pause {
  /** Between two requests to one host, at least. 0: there is none, however slow the host is. */
  readonly seconds: number;
  /** The pause is at least so many times as long as the answer took. */
  readonly factor: number;
  /** No answer lengthens the pause beyond that. */
  readonly maxSeconds: number;
}

/** More hosts than that are not remembered when nothing is known of them except that they may be contacted. */
const MANY_HOSTS = 10_000;

/** State of the hosts of a crawl. */
interface Hosts {
  readonly clock: Clock;
  readonly states: Map<string, HostState>;
  pause: Pause;
  /** So many hosts are known when those are forgotten that may be contacted. */
  sweepAt: number;
}

/**
 * The pause adapts to the host, as Heritrix's `delayFactor` does: max(seconds, min(factor · time of the answer,
 * maxSeconds)), so that a server under load gets fewer requests.
 */
export function createPoliteness(clock: Clock, initial: Pause): Politeness {
  const states = new Map<string, HostState>();
  const hosts: Hosts = { clock, states, pause: initial, sweepAt: MANY_HOSTS };
  return {
    begin(host) {
      stateOf(host, hosts).busy = true;
    },
    acquire: (host, signal) => acquire(stateOf(host, hosts), clock, signal),
    end: (host, took) => end(stateOf(host, hosts), took, hosts),
    putOff(host, milliseconds) {
      const state = stateOf(host, hosts);
      state.readyAt = Math.max(state.readyAt, clock.now() + milliseconds);
    },
    longestPause: (host) => Math.max(pauseAfter(Infinity, hosts), states.get(host)?.ownDelay ?? 0),
    setPause(other) {
      hosts.pause = other;
    },
    setOwnDelay(host, ownSeconds) {
      stateOf(host, hosts).ownDelay = ownSeconds * 1000;
    },
    waitFor: (named) => shortestWait(named, hosts),
    standing: (most) => standingOf(states, clock.now(), most),
  };
}

function stateOf(host: string, hosts: Hosts): HostState {
  const known = hosts.states.get(host);
  if (known !== undefined) return known;
  if (hosts.states.size >= hosts.sweepAt) sweep(hosts);
  const state: HostState = { busy: false, readyAt: Number.NEGATIVE_INFINITY, ownDelay: 0, waiting: [] };
  hosts.states.set(host, state);
  return state;
}

/** Forgets hosts that may be contacted, so that memory does not grow with the hosts of a long crawl. */
function sweep(hosts: Hosts): void {
  const { states, clock } = hosts;
  for (const [host, { busy, readyAt, ownDelay }] of states)
    if (!busy && ownDelay === 0 && readyAt <= clock.now()) states.delete(host);
  hosts.sweepAt = Math.max(MANY_HOSTS, 2 * states.size);
}

async function acquire(state: HostState, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  // A busy host is handed over by end(), still marked busy, so that nobody gets in between.
  if (state.busy) await new Promise<void>((resolve) => state.waiting.push(resolve));
  state.busy = true;
  const wait = state.readyAt - clock.now();
  if (wait > 0) await clock.sleep(wait, signal);
}

function end(state: HostState, took: number | undefined, hosts: Hosts): void {
  if (took !== undefined) {
    const pauseEnds = hosts.clock.now() + Math.max(pauseAfter(took, hosts), state.ownDelay);
    state.readyAt = Math.max(state.readyAt, pauseEnds);
  }
  const next = state.waiting.shift();
  if (next === undefined) state.busy = false;
  else next();
}

function pauseAfter(took: number, { pause: { seconds, factor, maxSeconds } }: Hosts): number {
  const adapted = seconds === 0 || factor === 0 ? 0 : Math.min(factor * took, maxSeconds * 1000);
  return Math.max(seconds * 1000, adapted);
}

function shortestWait(named: Iterable<string>, { states, clock }: Hosts): number | undefined {
  let shortest: number | undefined;
  for (const host of named) {
    const state = states.get(host);
    if (state?.busy === true) continue;
    const wait = Math.max(0, (state?.readyAt ?? Number.NEGATIVE_INFINITY) - clock.now());
    if (shortest === undefined || wait < shortest) shortest = wait;
    if (shortest === 0) break;
  }
  return shortest;
}

function standingOf(states: ReadonlyMap<string, HostState>, now: number, most: number): HostStanding {
  const contacted: string[] = [];
  const resting: (readonly [string, number])[] = [];
  for (const [host, { busy, readyAt }] of states) {
    if (contacted.length + resting.length >= most) break;
    if (busy) contacted.push(host);
    else if (readyAt > now) resting.push([host, readyAt]);
  }
  return { contacted, resting };
}
