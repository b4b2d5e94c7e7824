import { lookup, Resolver, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Resolve } from './address-guard.js';
import { createConfigReader, type ResolverConfig } from './resolver-config.js';

/** Asks the name servers for the addresses of one family. */
export type AskServers = (
  name: string,
  family: 4 | 6,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly string[]) => void,
) => void;

/** Where names are resolved. */
export interface NameSources {
  /** Asks name servers; called again where the configuration of the machine has changed. */
  readonly servers: () => AskServers;
  /** The system's lookup. */
  readonly system: Resolve;
  readonly config: () => ResolverConfig;
  /** Whether the machine has an IPv6 address with which it can contact others. */
  readonly hasIpv6: () => boolean;
}

/** Milliseconds until a name server is queried again, and how often each is queried. */
const PATIENCE = { timeout: 2000, tries: 2 };

const THIS_MACHINE: NameSources = {
  servers: () => asking(new Resolver(PATIENCE)),
  system: lookup,
  config: createConfigReader(),
  hasIpv6,
};

/** Asks the servers of a resolver. */
export function asking(resolver: Resolver): AskServers {
  return (name, family, callback) =>
    family === 4 ? resolver.resolve4(name, callback) : resolver.resolve6(name, callback);
}

/** Top-level domains that are not those of the public DNS, whose names a network may give in ways of its own. */
const SPECIAL =
  /\.(?:local|localhost|localdomain|lan|home|corp|mail|intranet|private|internal|arpa|onion|alt)$/;
/** Errors of name servers that mean that there is no such name, or that it has no address of this family. */
const NO_NAME = 'ENOTFOUND';
const NO_ADDRESS = 'ENODATA';

/**
 * Resolves names by asking the name servers of the machine directly, as many at once as are wanted. The system's lookup
 * occupies a thread for each name, of which there are two by default, for ten seconds where a server does not answer: names
 * of dead hosts keep those of living ones waiting.
 *
 * It finds the same names as the system's lookup, which is called for everything that name servers may not know: names
 * without a dot, of the hosts file, and of networks of their own; all names, where the machine has further sources
 * (nsswitch.conf) or is not a Linux one, since a VPN may have servers of its own for some domains; and where no name server
 * gives a usable answer. Node runs at most half of its threads for lookups, so these do not keep files waiting.
 */
export function createNameResolver(sources: NameSources = THIS_MACHINE): Resolve {
  let known: { readonly config: ResolverConfig; readonly ask: AskServers } | undefined;
  const askBy = (config: ResolverConfig): AskServers => {
    if (known?.config !== config) known = { config, ask: sources.servers() };
    return known.ask;
  };
  return (hostname, options, callback) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name.endsWith('.invalid')) {
      // RFC 6761, section 6.4: never the name of anything.
      callback(notFound(hostname), []);
      return;
    }
    const config = sources.config();
    if (isForSystem(name, config)) {
      sources.system(hostname, options, callback);
      return;
    }
    const ask = askBy(config);
    const wantsIpv6 = sources.hasIpv6();
    const [first = name, ...others] = hostname.endsWith('.') ? [name] : spellings(name, config);
    const next = (spelling: string, left: readonly string[]): void =>
      askFamilies(spelling, ask, wantsIpv6, (answer) => {
        const [following, ...rest] = left;
        if (answer === 'unclear') sources.system(hostname, options, callback);
        else if (answer === 'failed') callback(failure('EAI_AGAIN', hostname), []);
        else if (answer !== 'no-name') callback(null, inOrder(answer, wantsIpv6));
        else if (following === undefined) callback(notFound(hostname), []);
        else next(following, rest);
      });
    next(first, others);
  };
}

function isForSystem(name: string, { systemOnly, hosts }: ResolverConfig): boolean {
  return systemOnly || !name.includes('.') || isIP(name) !== 0 || hosts.has(name) || SPECIAL.test(name);
}

/** The names to look up, in this order, as resolv.conf has it. */
function spellings(name: string, { search, ndots }: ResolverConfig): readonly string[] {
  const searched = search.map((domain) => `${name}.${domain}`);
  return name.split('.').length > ndots ? [name, ...searched] : [...searched, name];
}

/** `failed`: the name servers answer that they cannot find out; `unclear`: they do not answer, or refuse to. */
type Answer = readonly LookupAddress[] | 'no-name' | 'failed' | 'unclear';

/**
 * Asks for IPv4 addresses first, and for IPv6 ones only where they are of use: a dead name costs one query, and resolvers
 * limit the queries per second.
 */
function askFamilies(
  name: string,
  ask: AskServers,
  wantsIpv6: boolean,
  give: (answer: Answer) => void,
): void {
  ask(name, 4, (noIpv4, ipv4) => {
    const found = noIpv4 === null ? ofFamily(ipv4, 4) : [];
    if (noIpv4 !== null && noIpv4.code !== NO_ADDRESS) give(meaningOf(noIpv4));
    else if (found.length > 0 && !wantsIpv6) give(found);
    else
      ask(name, 6, (noIpv6, ipv6) => {
        const all = noIpv6 === null ? [...found, ...ofFamily(ipv6, 6)] : found;
        if (all.length > 0) give(all);
        else give(noIpv6 === null ? 'no-name' : meaningOf(noIpv6));
      });
  });
}

const ofFamily = (addresses: readonly string[], family: 4 | 6): LookupAddress[] =>
  addresses.map((address) => ({ address, family }));

function meaningOf({ code }: NodeJS.ErrnoException): 'no-name' | 'failed' | 'unclear' {
  if (code === NO_NAME || code === NO_ADDRESS) return 'no-name';
  return code === 'ESERVFAIL' ? 'failed' : 'unclear';
}

/** Addresses that cannot be reached come last, as in the order of the system (RFC 6724, rule 1). */
function inOrder(addresses: readonly LookupAddress[], ipv6First: boolean): LookupAddress[] {
  const first = ipv6First ? 6 : 4;
  return [...addresses].sort((a, b) => Number(b.family === first) - Number(a.family === first));
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(({ family, internal, address }) => family === 'IPv6' && !internal && /^[23]/.test(address));
}

const notFound = (hostname: string): NodeJS.ErrnoException => failure(NO_NAME, hostname);

/** An error as that of the system's lookup. */
function failure(code: 'ENOTFOUND' | 'EAI_AGAIN', hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), {
    code,
    syscall: 'getaddrinfo',
    hostname,
  });
}
