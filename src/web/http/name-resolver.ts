import { lookup, promises, type LookupAddress } from 'node:dns';
import CacheableLookup, { type Options } from 'cacheable-lookup';
import type { Resolve } from './address-guard.js';

/** Services that know the addresses of names; replaced in tests. */
export interface NameSources {
  /** Asks the name servers of the machine. */
  readonly resolver: NonNullable<Options['resolver']>;
  /** The system's lookup. */
  readonly system: typeof lookup;
}

const THIS_MACHINE: NameSources = {
  resolver: new promises.Resolver({ timeout: 2000, tries: 2 }),
  system: lookup,
};

/** Seconds for which an answer is believed at most, and for which it is believed that a name does not resolve. */
const BELIEVED = { maxTtl: 60, errorTtl: 10 };

/** Top-level domains outside of the public DNS, whose names a network may give in ways of its own. */
const SPECIAL =
  /\.(?:local|localhost|localdomain|lan|home|corp|mail|intranet|private|internal|arpa|onion|alt)$/;

/**
 * Resolves names by asking the name servers of the machine directly, as many at once as are wanted, and remembers the
 * answers for a minute. The system's lookup occupies a thread for each name, of which there are two by default, for ten
 * seconds where a server does not answer: names of dead hosts would keep those of living ones waiting.
 *
 * The system's lookup finds names without a dot and special ones, and those that the name servers do not know, or for which
 * they do not answer. For a name that stands in the hosts file and in the DNS, the DNS counts.
 */
export function createNameResolver({ resolver, system }: NameSources = THIS_MACHINE): Resolve {
  const servers = new CacheableLookup({ resolver, lookup: system, ...BELIEVED });
  return (hostname, options, callback) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name.endsWith('.invalid')) {
      // RFC 6761, section 6.4: never the name of anything.
      callback(failure('ENOTFOUND', hostname), []);
    } else if (!name.includes('.') || SPECIAL.test(name)) {
      system(hostname, options, callback);
    } else {
      servers.lookupAsync(name, { all: true }).then(
        (found) => callback(null, found.map(plainAddress)),
        (error: unknown) => {
          const { code } = error as NodeJS.ErrnoException;
          if (code === 'ENOTFOUND') callback(failure('ENOTFOUND', hostname), []);
          // The name servers answer that they cannot find out; a later attempt may succeed.
          else if (code === 'ESERVFAIL') callback(failure('EAI_AGAIN', hostname), []);
          else system(hostname, options, callback);
        },
      );
    }
  };
}

function plainAddress({ address, family }: LookupAddress): LookupAddress {
  return { address, family };
}

/** An error as that of the system's lookup. */
function failure(code: 'ENOTFOUND' | 'EAI_AGAIN', hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), {
    code,
    syscall: 'getaddrinfo',
    hostname,
  });
}
