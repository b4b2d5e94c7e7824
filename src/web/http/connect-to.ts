import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, PrivateAddressError } from './address-guard.js';

/** As curl's `--connect-to`: requests for the host go to another address; Host header and certificate name stay. */
export interface ConnectTo {
  /** A host name, `*.example` for all hosts below a name, or `*` for all. Any port. */
  readonly host: string;
  readonly to: { readonly address: string; readonly port: number };
}

/** Destination of a request for this host; undefined when it goes where its name says. The first that fits. */
export function redirectedConnection(host: string, rules: readonly ConnectTo[]): ConnectTo['to'] | undefined {
  const name = host.toLowerCase();
  return rules.find(({ host: pattern }) => fits(name, pattern.toLowerCase()))?.to;
}

function fits(name: string, pattern: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
}

/** Agents that keep connections open for the next request to the same host. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Closes idle connections. */
  close(): void;
}

/** Rules for the connections of agents. */
export interface ConnectionRules {
  readonly connectTo: readonly ConnectTo[];
  /** True for hosts, with port where it is not the default one, that may lie anywhere. */
  readonly mayBePrivate: (host: string) => boolean;
  /** Finds the addresses of those. */
  readonly anyLookup: LookupFunction;
  /** Finds the addresses of every other host: public ones. */
  readonly publicLookup: LookupFunction;
}

/** Time for which an unused connection is kept open, in milliseconds; many servers close it earlier, some never. */
const KEPT_IDLE = 15_000;

/**
 * Agents that obey the rules; connections are pooled by the requested host, not by where they lead.
 * @param idle how long an unused connection is kept; a crawl meets ever new hosts, and must not stay connected to all
 */
export function createAgents(rules: ConnectionRules, idle = KEPT_IDLE): Agents {
  // The timeout closes connections that wait for a request, and no other.
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: idle };
  const plain = new http.Agent(options);
  const secure = new https.Agent(options);
  ruleConnections(plain, rules, 80);
  ruleConnections(secure, rules, 443);
  return {
    http: plain,
    https: secure,
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

function ruleConnections(agent: http.Agent, rules: ConnectionRules, defaultPort: number): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const host = options.host ?? '';
    const to = redirectedConnection(host, rules.connectTo);
    if (to !== undefined) return connect({ ...options, host: to.address, port: to.port }, callback);
    if (rules.mayBePrivate(withPort(host, Number(options.port), defaultPort)))
      return connect({ ...options, lookup: rules.anyLookup }, callback);
    // An IP address is connected to without any lookup.
    if (isIP(host) === 0) return connect({ ...options, lookup: rules.publicLookup }, callback);
    if (isPublicAddress(host)) return connect(options, callback);
    // The type requires a socket in addition to the error; Node does not.
    callback?.(new PrivateAddressError(host, host), undefined as never);
    return undefined;
  };
}

function withPort(host: string, port: number, defaultPort: number): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return port === defaultPort ? name : `${name}:${port}`;
}
