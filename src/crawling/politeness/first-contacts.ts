import { createRecent } from '../../support/remember.js';
import type { Clock } from '../../support/time/clock.js';
import { registeredDomain } from '../urls/urls.js';

/** Hosts that are remembered as having answered. One that is forgotten is contacted for the first time again. */
const REMEMBERED = 50_000;
/** Hosts of one registered domain whose names do not resolve, and none that answered: then its other hosts rest. */
const DEAD_HOSTS = 3;
/** For how long they rest, in milliseconds. */
const REST = 60 * 60 * 1000;

/**
 * The hosts of a crawl that have answered, and those that it tries to reach. A host that does not exist keeps a visit waiting
 * for a name server or a connection; such visits must not keep the hosts that answer from theirs.
 */
export interface FirstContacts {
  /** A visit to the host begins; to be called when it ends. */
  enter(host: string): () => void;
  /** The host has answered. */
  reached(host: string): void;
  /** The name of the host does not resolve. */
  unknown(host: string): void;
  isMet(host: string): boolean;
  /** From when on the host may be contacted, by the clock: later where names of its domain do not resolve. */
  restsUntil(host: string): number;
  /** Visits under way to hosts that have not answered, and to others. */
  readonly trying: number;
  readonly visiting: number;
}

interface DomainState {
  readonly dead: ReadonlySet<string>;
  readonly restsUntil: number;
}

const domainOf = (host: string): string => registeredDomain(`http://${host}/`);

/** A domain after the name of one of its hosts did not resolve. */
function withDead(host: string, known: DomainState | undefined, clock: Pick<Clock, 'now'>): DomainState {
  const dead = new Set(known?.dead).add(host);
  if (dead.size >= DEAD_HOSTS) return { dead: new Set(), restsUntil: clock.now() + REST };
  return { dead, restsUntil: known?.restsUntil ?? Number.NEGATIVE_INFINITY };
}

export function createFirstContacts(clock: Pick<Clock, 'now'>): FirstContacts {
  const met = createRecent<string, true>(REMEMBERED / 2);
  const domains = createRecent<string, DomainState>(REMEMBERED / 5);
  /** Visits under way, by host. */
  const underWay = new Map<string, number>();
  const isMet = (host: string): boolean => met.get(host) === true;
  const count = (isWanted: (host: string) => boolean): number =>
    [...underWay].reduce((sum, [host, visits]) => sum + (isWanted(host) ? visits : 0), 0);
  return {
    enter(host) {
      underWay.set(host, (underWay.get(host) ?? 0) + 1);
      return () => {
        const left = (underWay.get(host) ?? 1) - 1;
        if (left > 0) underWay.set(host, left);
        else underWay.delete(host);
      };
    },
    reached(host) {
      met.set(host, true);
      domains.set(domainOf(host), { dead: new Set(), restsUntil: Number.NEGATIVE_INFINITY });
    },
    unknown(host) {
      const domain = domainOf(host);
      domains.set(domain, withDead(host, domains.get(domain), clock));
    },
    isMet,
    restsUntil: (host) =>
      isMet(host)
        ? Number.NEGATIVE_INFINITY
        : (domains.get(domainOf(host))?.restsUntil ?? Number.NEGATIVE_INFINITY),
    get trying() {
      return count((host) => !isMet(host));
    },
    get visiting() {
      return count(isMet);
    },
  };
}
