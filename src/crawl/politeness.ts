import type { Clock } from '../support/clock.js';

interface HostState {
  busy: boolean;
  /** When the host may be asked again, in milliseconds of the clock. */
  readyAt: number;
  /** The host's own delay in milliseconds, from its robots.txt. */
  ownDelay: number;
  /** Those who wait to be handed the host (targets of redirects), in order. */
  readonly waiting: (() => void)[];
}

/**
 * When may a host be asked? One request to a host at a time, and a pause between the end of one and the start of the
 * next. Hosts are named with their port.
 */
export interface Politeness {
  /** True when the host may be asked now. */
  mayAsk(host: string): boolean;
  /** Takes a host that {@link mayAsk}. */
  begin(host: string): void;
  /** Takes the host as soon as it may be asked, or when the signal is aborted. */
  acquire(host: string, signal?: AbortSignal): Promise<void>;
  /** Gives the host back. `asked`: whether a request was sent, so that the pause begins now. */
  end(host: string, asked: boolean): void;
  /** A host's own wish (Crawl-delay), in seconds: it can lengthen the pause, not shorten it. */
  setOwnDelay(host: string, seconds: number): void;
  /**
   * Milliseconds until the first of these hosts may be asked; 0 when one may be now; undefined when all of them are
   * being asked (then wait for one to end) or there are none.
   */
  waitFor(hosts: Iterable<string>): number | undefined;
}

/** @param delaySeconds pause between two requests to one host */
export function createPoliteness(clock: Clock, delaySeconds: number): Politeness {
  const states = new Map<string, HostState>();

  function stateOf(host: string): HostState {
    const known = states.get(host);
    if (known !== undefined) return known;
    const state: HostState = { busy: false, readyAt: Number.NEGATIVE_INFINITY, ownDelay: 0, waiting: [] };
    states.set(host, state);
    return state;
  }

  return {
    mayAsk(host) {
      const state = states.get(host);
      return state === undefined || (!state.busy && state.readyAt <= clock.now());
    },
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
    end(host, asked) {
      const state = stateOf(host);
      if (asked) state.readyAt = clock.now() + Math.max(delaySeconds * 1000, state.ownDelay);
      const next = state.waiting.shift();
      if (next === undefined) state.busy = false;
      else next();
    },
    setOwnDelay(host, seconds) {
      stateOf(host).ownDelay = seconds * 1000;
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
  };
}
