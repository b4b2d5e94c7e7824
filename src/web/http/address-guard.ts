import { lookup, promises, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import CacheableLookup, { type Options } from 'cacheable-lookup';
import ipaddr from 'ipaddr.js';
import { once } from '../../support/once.js';
import { parseUrl } from '../../support/parse-url.js';

/** Which addresses requests may lead to. */
export interface AddressPolicy {
  /** True: anywhere. Else only to the public Internet and to `hosts`. */
  readonly allowPrivate?: boolean;
  /** Hosts, with port where it is not the default one, that may lie in a private network: those that the user named. */
  readonly hosts?: readonly string[];
}

/** A connection would lead to an address that is not public. Its code is what the layers above know it by. */
export class PrivateAddressError extends Error {
  readonly code = 'SFWC_PRIVATE_ADDRESS';
  constructor(host: string, address: string) {
    super(
      host === address ? `${address} is not a public address` : `${host} is ${address}, not a public address`,
    );
  }
}

/** Azure's metadata service, the one that hides in a public range. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * True for an IP address of the public Internet: not loopback, private, link-local, carrier-grade NAT, multicast,
 * reserved, for documentation, or a cloud's metadata service. An IPv4 address inside of an IPv6 one (mapped, NAT64,
 * IPv4-compatible) is what counts; tunnels (6to4, Teredo) are not public. False for anything that is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && !METADATA.has(parsed.toString());
  const bytes = parsed.toByteArray();
  const range: string = parsed.range();
  // 64:ff9b::/96 (RFC 6052), and ::a.b.c.d (RFC 4291, section 2.5.5.1), which nothing should use.
  if (range === 'rfc6052' || bytes.slice(0, 12).every((byte) => byte === 0)) {
    return isPublicAddress(bytes.slice(12).join('.'));
  }
  return range === 'unicast';
}

/** True for hosts that are private by their name alone: an IP address that is not public, `localhost`, `x.localhost`. */
export function isPrivateByName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0) return !isPublicAddress(name);
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * The hosts, with their ports, of a crawl of the user's own network: when all addresses that the user named are private by their
 * name alone. As soon as one of them is public there are none: a page of the public Web could lead to them.
 */
export function privateHostsOf(urls: readonly string[]): readonly string[] {
  const hosts = urls.flatMap((url) => {
    const parsed = parseUrl(url);
    return parsed !== undefined && isPrivateByName(parsed.hostname) ? [parsed.host] : [];
  });
  return hosts.length === urls.length ? [...new Set(hosts)] : [];
}

/** Finds the addresses of a host name, all of them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets that gives allowed addresses only, by default public ones. It is called when a connection is made, so
 * that the address that was checked is the one connected to: a name whose answers change (DNS rebinding) gains nothing. It
 * fails with {@link PrivateAddressError} when a name has no such address.
 */
export function guardedLookup(
  resolve: Resolve,
  isAllowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = error === null ? found.filter(({ address }) => isAllowed(address)) : [];
      const [first] = addresses;
      if (error !== null) callback(error, '');
      else if (first === undefined)
        callback(new PrivateAddressError(hostname, found[0]?.address ?? 'no address'), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Seconds for which an answer is believed at most, and for which it is believed that a name does not resolve. */
const BELIEVED = { maxTtl: 60, errorTtl: 10 };

/** Top-level domains outside of the public DNS, whose names a network may give in ways of its own. */
const SPECIAL =
  /\.(?:local|localhost|localdomain|lan|home|corp|mail|intranet|private|internal|arpa|onion|alt)$/;

/**
 * Resolves names by asking the name servers of the machine directly, and remembers the answers for a minute. The system's lookup
 * occupies a thread for each name, so that dead hosts would keep living ones waiting; it finds names without a dot, special
 * ones, and those for which the name servers have no answer.
 */
export function createNameResolver(
  resolver: NonNullable<Options['resolver']> = new promises.Resolver({ timeout: 2000, tries: 2 }),
  system = lookup,
): Resolve {
  const servers = new CacheableLookup({ resolver, lookup: system, ...BELIEVED });
  return (hostname, options, callback) => {
    const fail = (code: string): void =>
      callback(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code }), []);
    const name = hostname.toLowerCase().replace(/\.$/, '');
    // RFC 6761, section 6.4: never the name of anything.
    if (name.endsWith('.invalid')) fail('ENOTFOUND');
    else if (!name.includes('.') || SPECIAL.test(name)) system(hostname, options, callback);
    else
      servers.lookupAsync(name, { all: true }).then(
        (found) => callback(null, [...found]),
        (thrown: unknown) => {
          const { code } = thrown as NodeJS.ErrnoException;
          if (code === 'ENOTFOUND') fail(code);
          // The name servers answer that they cannot find out; a later attempt may succeed.
          else if (code === 'ESERVFAIL') fail('EAI_AGAIN');
          else system(hostname, options, callback);
        },
      );
  };
}

/**
 * Lets one request at a time through to each IP address, by the first one of a name; what the function gives has to be called
 * when the request is over. A name that cannot be resolved is let through: the request will say why.
 * @param resolve remembers its answers, so that the connection leads where the request waited
 */
export function createAddressGate(resolve: Resolve): (hostname: string) => Promise<() => void> {
  const queues = new Map<string, (() => void)[]>();
  return async (hostname) => {
    const address = await new Promise<string | undefined>((found) =>
      resolve(hostname, { all: true }, (error, addresses) =>
        found(error === null ? addresses[0]?.address : undefined),
      ),
    );
    if (address === undefined) return () => undefined;
    const queue = queues.get(address);
    if (queue === undefined) queues.set(address, []);
    else await new Promise<void>((free) => queue.push(free));
    return once(() => {
      const next = queues.get(address)?.shift();
      if (next === undefined) queues.delete(address);
      else next();
    });
  };
}
