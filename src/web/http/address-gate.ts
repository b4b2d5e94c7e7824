import type { Resolve } from './address-guard.js';

/** Lets one request at a time through to each IP address, however many hosts live there. */
export interface AddressGate {
  /**
   * Waits until no other request is under way to where the host lives, by the first address of its name. What it gives
   * has to be called when the request is over. A name that cannot be resolved is let through: the request will say why.
   */
  enter(hostname: string): Promise<() => void>;
}

/** @param resolve remembers its answers, so that the connection leads where the request waited */
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
