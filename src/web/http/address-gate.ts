import type { LookupAddress } from 'node:dns';
import type { Resolve } from './address-guard.js';
import { createNameResolver } from './name-resolver.js';

/** How long an answer of the name servers is believed, in milliseconds. */
const BELIEVED = 60_000;
/** How long it is believed that a name does not resolve: a request asks for the host first, and then for the connection. */
const UNKNOWN_BELIEVED = 10_000;
/** Answers kept. */
const MAX_ANSWERS = 10_000;

type Callback = Parameters<Resolve>[2];

/** A resolver whose answers are remembered for a minute, and for ten seconds that there is no such name; several who ask at once are answered together. */
export function rememberingResolve(
  resolve: Resolve = createNameResolver(),
  now: () => number = () => performance.now(),
): Resolve {
  interface Answer {
    readonly until: number;
    readonly error: NodeJS.ErrnoException | null;
    readonly addresses: LookupAddress[];
  }
  const known = new Map<string, Answer>();
  const asked = new Map<string, Callback[]>();
  return (hostname, options, callback) => {
    const answer = known.get(hostname);
    if (answer !== undefined && now() < answer.until) {
      callback(answer.error, answer.addresses);
      return;
    }
    const others = asked.get(hostname);
    if (others !== undefined) {
      others.push(callback);
      return;
    }
    const waiting = [callback];
    asked.set(hostname, waiting);
    resolve(hostname, options, (error, addresses) => {
      asked.delete(hostname);
      if (error === null || error.code === 'ENOTFOUND') {
        if (known.size >= MAX_ANSWERS) known.clear();
        known.set(hostname, {
          until: now() + (error === null ? BELIEVED : UNKNOWN_BELIEVED),
          error,
          addresses,
        });
      }
      for (const tell of waiting) tell(error, addresses);
    });
  };
}

/** Lets one request at a time through to each IP address, however many hosts live there. */
export interface AddressGate {
  /**
   * Waits until no other request is under way to where the host lives, by the first address of its name. What it gives
   * has to be called when the request is over. A name that cannot be resolved is let through: the request will say why.
   */
  enter(hostname: string): Promise<() => void>;
}

/** @param resolve is to remember its answers, for the connection is to lead where was waited for */
export function createAddressGate(resolve: Resolve): AddressGate {
  const queues = new Map<string, (() => void)[]>();

  function leave(address: string): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = queues.get(address)?.shift();
      if (next === undefined) queues.delete(address);
      else next();
    };
  }

  return {
    async enter(hostname) {
      const address = await firstAddress(hostname, resolve);
      if (address === undefined) return () => undefined;
      const queue = queues.get(address);
      if (queue === undefined) queues.set(address, []);
      else await new Promise<void>((resolve) => queue.push(resolve));
      return leave(address);
    },
  };
}

function firstAddress(hostname: string, resolve: Resolve): Promise<string | undefined> {
  return new Promise((found) => {
    resolve(hostname, { all: true }, (error, addresses) =>
      found(error === null ? addresses[0]?.address : undefined),
    );
  });
}
