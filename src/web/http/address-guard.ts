import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
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
 * The hosts of a crawl that may lie in a private network: when all addresses that the user named are private by their
 * name alone, it is the user's own network, and exactly these hosts, with their ports, may be contacted. As soon as one
 * of them is public there are none: a page of the public Web could lead to them.
 */
export function privateHostsOf(urls: readonly string[]): readonly string[] {
  const parsed = urls.map((url) => parseUrl(url));
  const hosts = parsed.flatMap((url) =>
    url !== undefined && isPrivateByName(url.hostname) ? [url.host] : [],
  );
  return hosts.length === urls.length ? [...new Set(hosts)] : [];
}

/** Finds the addresses of a host name, all of them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets that gives public addresses only. It is called when a connection is made, so that the address
 * that was checked is the one connected to: a name whose answers change (DNS rebinding) gains nothing. It fails with
 * {@link PrivateAddressError} when a name has no public address.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return lookupOf(resolve, isPublicAddress);
}

/** A lookup for sockets that gives every address. */
export function anyLookup(resolve: Resolve): LookupFunction {
  return lookupOf(resolve, () => true);
}

function lookupOf(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const addresses = found.filter(({ address }) => isAllowed(address));
      const [first] = addresses;
      if (first === undefined) {
        const refused = new PrivateAddressError(hostname, found[0]?.address ?? 'no address');
        callback(refused, '');
        return;
      }
      if (options.all === true) {
        callback(null, addresses);
        return;
      }
      callback(null, first.address, first.family);
    });
  };
}
