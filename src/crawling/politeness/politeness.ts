import type { Clock } from '../../support/time/clock.js';

interface HostState {
  busy: boolean;
  /** When the host may be contacted again, in milliseconds of the clock. */
  readyAt: number;
  /** The host's own delay in milliseconds, from its robots.txt. */
  ownDelay: number;
  /** Those who wait to be handed the host (targets of redirects), in order. */
  readonly waiting: (() => void)[];
}

/**
 * When may a host be contacted? One request to a host at a time, and a pause between the end of one and the start of
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

/** How the pause follows from how a host answers. */
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

/**
 * The pause adapts to the host, as Heritrix's `delayFactor` does: max(seconds, min(factor · time of the answer,
 * maxSeconds)), so that a server under load gets fewer requests.
 */
export function createPoliteness(clock: Clock, initial: Pause): Politeness {
  let pause = initial;
  const states = new Map<string, HostState>();

  let sweepAt = MANY_HOSTS;

  /** Forgets hosts that may be contacted, so that memory does not grow with the hosts of a long crawl. */
  function sweep(): void {
    for (const [host, { busy, readyAt, ownDelay }] of states)
      if (!busy && ownDelay === 0 && readyAt <= clock.now()) states.delete(host);
    sweepAt = Math.max(MANY_HOSTS, 2 * states.size);
  }

  function pauseAfter(took: number): number {
    const { seconds, factor, maxSeconds } = pause;
    const adapted = seconds === 0 || factor === 0 ? 0 : Math.min(factor * took, maxSeconds * 1000);
    return Math.max(seconds * 1000, adapted);
  }

  function stateOf(host: string): HostState {
    const known = states.get(host);
    if (known !== undefined) return known;
    if (states.size >= sweepAt) sweep();
    const state: HostState = { busy: false, readyAt: Number.NEGATIVE_INFINITY, ownDelay: 0, waiting: [] };
    states.set(host, state);
    return state;
  }

  return {
    begin(host) {
      stateOf(host).busy = true;
    },
    async acquire(host, signal) {
      const state = stateOf(host);
      // A busy host is handed over by end(), still marked busy, so that nobody gets in between.
      if (state.busy) await new Promise<void>((resolve) => state.waiting.push(resolve));
      state.busy = true;
      const wait = state.readyAt - clock.now();
      if (wait > 0) await clock.sleep(wait, signal);
    },
    end(host, took) {
      const state = stateOf(host);
      if (took !== undefined) {
        const pauseEnds = clock.now() + Math.max(pauseAfter(took), state.ownDelay);
        state.readyAt = Math.max(state.readyAt, pauseEnds);
      }
      const next = state.waiting.shift();
      if (next === undefined) state.busy = false;
      else next();
    },
    putOff(host, milliseconds) {
      const state = stateOf(host);
      state.readyAt = Math.max(state.readyAt, clock.now() + milliseconds);
    },
    longestPause: (host) => Math.max(pauseAfter(Infinity), states.get(host)?.ownDelay ?? 0),
    setPause(other) {
      pause = other;
    },
    setOwnDelay(host, ownSeconds) {
      stateOf(host).ownDelay = ownSeconds * 1000;
    },
    waitFor(hosts) {
      let shortest: number | undefined;
      for (const host of hosts) {
        const state = states.get(host);
        if (state?.busy === true) continue;
        const wait = Math.max(0, (state?.readyAt ?? Number.NEGATIVE_INFINITY) - clock.now());
        if (shortest === undefined || wait < shortest) shortest = wait;
        if (shortest === 0) break;
      }
      return shortest;
    },
    standing: (most) => standingOf(states, clock.now(), most),
  };
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
