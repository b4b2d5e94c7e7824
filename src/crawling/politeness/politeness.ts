import type { Clock } from '../../support/time/clock.js';
import { createRecent } from '../../support/remember.js';

interface HostState {
  busy: boolean;
  /** Time at which the host may be contacted again, in milliseconds of the clock. */
  readyAt: number;
  /** The host's own delay in milliseconds, from its robots.txt. */
  ownDelay: number;
  /** Those who wait to be handed the host (targets of redirects), in order. */
  readonly waiting: (() => void)[];
}

/** Times at which hosts (with port) may be contacted: one request at a time, and a pause between the end of one and the next. */
export type Politeness = ReturnType<typeof createPoliteness>;

/** Hosts that are being contacted at a moment, and those that rest, with the time of the clock at which that ends. JSON. */
export interface HostStanding {
  readonly contacted: readonly string[];
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

/** The pause adapts to the host, as Heritrix's `delayFactor` does: max(seconds, min(factor · time of the answer, maxSeconds)). */
export function createPoliteness(clock: Clock, initial: Pause) {
  const states = new Map<string, HostState>();
  let pause = initial;
  let sweepAt = MANY_HOSTS;

  /** Forgets hosts that may be contacted, so that memory does not grow with the hosts of a long crawl. */
  function sweep(): void {
    for (const [host, { busy, readyAt, ownDelay }] of states)
      if (!busy && ownDelay === 0 && readyAt <= clock.now()) states.delete(host);
    sweepAt = Math.max(MANY_HOSTS, 2 * states.size);
  }
  function stateOf(host: string): HostState {
    const known = states.get(host);
    if (known !== undefined) return known;
    if (states.size >= sweepAt) sweep();
    const state: HostState = { busy: false, readyAt: -Infinity, ownDelay: 0, waiting: [] };
    states.set(host, state);
    return state;
  }
  function pauseAfter(took: number): number {
    const { seconds, factor, maxSeconds } = pause;
    const adapted = seconds === 0 || factor === 0 ? 0 : Math.min(factor * took, maxSeconds * 1000);
    return Math.max(seconds * 1000, adapted);
  }

  return {
    /** Takes a host that {@link waitFor} gives no time to wait for. */
    begin: (host: string) => void (stateOf(host).busy = true),
    /** Takes the host as soon as it may be contacted, or when the signal is aborted. */
    async acquire(host: string, signal?: AbortSignal): Promise<void> {
      const state = stateOf(host);
      // A busy host is handed over by end(), still marked busy, so that nobody gets in between.
      if (state.busy) await new Promise<void>((resolve) => state.waiting.push(resolve));
      state.busy = true;
      const wait = state.readyAt - clock.now();
      if (wait > 0) await clock.sleep(wait, signal);
    },
    /** Gives the host back. @param took milliseconds that a request took; undefined when none was sent, and no pause begins */
    end(host: string, took: number | undefined): void {
      const state = stateOf(host);
      if (took !== undefined)
        state.readyAt = Math.max(state.readyAt, clock.now() + Math.max(pauseAfter(took), state.ownDelay));
      const next = state.waiting.shift();
      if (next === undefined) state.busy = false;
      else next();
    },
    /** Does not contact the host for so many milliseconds from now on, or longer where it has to wait longer already. */
    putOff(host: string, milliseconds: number): void {
      const state = stateOf(host);
      state.readyAt = Math.max(state.readyAt, clock.now() + milliseconds);
    },
    /** The longest pause that may follow a request to the host, in milliseconds. */
    longestPause: (host: string) => Math.max(pauseAfter(Infinity), states.get(host)?.ownDelay ?? 0),
    /** From now on the pauses are other ones. Those under way stay as they are. */
    setPause: (other: Pause) => void (pause = other),
    /** A host's own wish (Crawl-delay), in seconds: it can lengthen the pause, not shorten it. */
    setOwnDelay: (host: string, seconds: number) => void (stateOf(host).ownDelay = seconds * 1000),
    /** Milliseconds until the host may be contacted; undefined while it is being contacted. */
    waitFor(host: string): number | undefined {
      const { busy, readyAt } = states.get(host) ?? { busy: false, readyAt: -Infinity };
      return busy ? undefined : Math.max(0, readyAt - clock.now());
    },
    /** The hosts that may not be contacted now, for those who watch; so many of them at most. */
    standing(most: number): HostStanding {
      const contacted: string[] = [];
      const resting: (readonly [string, number])[] = [];
      for (const [host, { busy, readyAt }] of states) {
        if (contacted.length + resting.length >= most) break;
        if (busy) contacted.push(host);
        else if (readyAt > clock.now()) resting.push([host, readyAt]);
      }
      return { contacted, resting };
    },
  };
}

/** Hosts that are remembered. One that is forgotten is contacted for the first time again. */
const HOSTS = 25_000;

/** The hosts of a crawl that have answered, and those that it tries to reach: they must not keep the others from their visits. */
export type FirstContacts = ReturnType<typeof createFirstContacts>;

export function createFirstContacts() {
  const met = createRecent<string, true>(HOSTS);
  /** The hosts of visits under way. */
  const underWay: string[] = [];
  const isMet = (host: string): boolean => met.get(host) === true;
  return {
    /** A visit to the host begins, or ends. */
    enter: (host: string) => void underWay.push(host),
    leave: (host: string) => void underWay.splice(underWay.indexOf(host), 1),
    /** The host has answered. */
    reached: (host: string) => met.set(host, true),
    isMet,
    /** Number of visits under way to hosts that have answered, or to those that have not. */
    visits: (toMet: boolean) => underWay.filter((host) => isMet(host) === toMet).length,
  };
}
