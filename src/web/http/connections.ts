import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { FetchError } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';
import { mendedConnection } from './mended-connection.js';
import { guardedLookup, isPublicAddress, PrivateAddressError, type Resolve } from './address-guard.js';

/** As curl's `--connect-to`: requests for the host go to another address; Host header and certificate name stay. */
export interface ConnectTo {
  /** A host name, `*.example` for all hosts below a name, or `*` for all. Any port. */
  readonly host: string;
  readonly to: { readonly address: string; readonly port: number };
}

/** Destination of a request for this host; undefined when it goes where its name says. The first that fits. */
export function redirectedConnection(host: string, rules: readonly ConnectTo[]): ConnectTo['to'] | undefined {
  const name = host.toLowerCase();
  const fits = (pattern: string): boolean =>
    pattern === '*' || (pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern);
  return rules.find((rule) => fits(rule.host.toLowerCase()))?.to;
}

/** Unused connections are kept open; many servers close them earlier, some never. */
const KEPT = { keepAlive: true, maxFreeSockets: 64 };
/** Time for which they are, in milliseconds: a crawl meets ever new hosts, and must not stay connected to all. */
const KEPT_IDLE = 15_000;

interface ConnectionRules {
  readonly connectTo: readonly ConnectTo[];
  /** True for hosts, with port where it is not the default one, that may lie anywhere. */
  readonly mayBePrivate: (host: string) => boolean;
  readonly resolve: Resolve;
  /** True for host names whose certificates are not checked. */
  readonly isInsecure?: (host: string) => boolean;
}

/** Agents that obey the rules; connections are pooled by the requested host, not by where they lead. */
export function createAgents(
  { connectTo, mayBePrivate, resolve, isInsecure = () => false }: ConnectionRules,
  idle = KEPT_IDLE,
) {
  const [anyLookup, publicLookup] = [guardedLookup(resolve, () => true), guardedLookup(resolve)];
  const ruled = (agent: Agent, defaultPort: number, mends = false): Agent => {
    const plain = agent.createConnection.bind(agent);
    const connect: typeof plain = (options, callback) => {
      // The name of the host, not the address where it is reached.
      const name = (options as https.RequestOptions).servername ?? options.host ?? '';
      const checked = isInsecure(name) ? { ...options, rejectUnauthorized: false } : options;
      const socket = plain(checked, callback);
      return mends && socket ? mendedConnection(socket) : socket;
    };
    agent.createConnection = (options, callback) => {
      const host = options.host ?? '';
      const to = redirectedConnection(host, connectTo);
      if (to !== undefined) return connect({ ...options, host: to.address, port: to.port }, callback);
      if (mayBePrivate(withPort(host, Number(options.port), defaultPort)))
        return connect({ ...options, lookup: anyLookup }, callback);
      // An IP address is connected to without any lookup.
      if (isIP(host) === 0) return connect({ ...options, lookup: publicLookup }, callback);
      if (isPublicAddress(host)) return connect(options, callback);
      // The type requires a socket in addition to the error; Node does not.
      callback?.(new PrivateAddressError(host, host), undefined as never);
      return undefined;
    };
    return agent;
  };
  const agents = {
    http: ruled(new http.Agent({ ...KEPT, timeout: idle }), 80),
    https: ruled(new https.Agent({ ...KEPT, timeout: idle }), 443),
  };
  /** For hosts whose answers Node's parser refuses. They keep no connection open. */
  const mending = { http: ruled(new http.Agent(), 80, true), https: ruled(new https.Agent(), 443, true) };
  return {
    ...agents,
    mending,
    /** Closes idle connections. */
    close(): void {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function withPort(host: string, port: number, defaultPort: number): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return port === defaultPort ? name : `${name}:${port}`;
}

/** A proxy that takes a request to its host. */
export interface Proxy {
  /** Its host and port, without credentials. */
  readonly shown: string;
  readonly agent: Agent;
}

/**
 * The proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `ALL_PROXY` name, in capitals or not, but for the hosts of `NO_PROXY`: HTTP
 * proxies, with or without a scheme.
 */
export function createProxies() {
  const agents = new Map<string, Promise<Agent>>();
  return {
    /** The proxy for a URL; undefined where its host is reached directly. @throws FetchError for a proxy that is not HTTP */
    async proxyFor(url: string): Promise<Proxy | undefined> {
      const found = getProxyForUrl(url).trim();
      if (found === '') return undefined;
      const { protocol } = new URL(url);
      // The library gives the scheme of the URL to a proxy that is named without one.
      const bare = found.replace(/^https?:\/\//, '');
      const isBare = Object.values(process.env).some((value) => value?.trim() === bare);
      const proxy = parseUrl(isBare ? found.replace(/^https:/, 'http:') : found);
      if (proxy === undefined || !/^https?:$/.test(proxy.protocol))
        throw new FetchError('network', url, 'write the proxy of the environment as http://HOST:PORT');
      const key = `${protocol} ${proxy.href}`;
      const agent = agents.get(key) ?? openAgent(protocol, proxy);
      agents.set(key, agent);
      return { shown: proxy.host, agent: await agent };
    },
    /** Closes idle connections. */
    close(): void {
      for (const agent of agents.values()) agent.then((opened) => opened.destroy()).catch(() => undefined);
    },
  };
}

async function openAgent(protocol: string, proxy: URL): Promise<Agent> {
  if (protocol === 'https:') return new (await import('https-proxy-agent')).HttpsProxyAgent(proxy, KEPT);
  return new (await import('http-proxy-agent')).HttpProxyAgent(proxy, KEPT);
}

/** Why a proxy makes no connection to the host of a URL, by its answer; undefined where it has made one. */
export function refusalOf({ statusCode = 0 }: Pick<IncomingMessage, 'statusCode'>): string | undefined {
  if (statusCode === 200) return undefined;
  if (statusCode === 407)
    return 'it asks for credentials: write them into its address, as http://USER:PASSWORD@HOST:PORT';
  return `it makes no connection: status ${statusCode}`;
}
