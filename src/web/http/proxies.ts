import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { FetchError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { parseUrl } from '../../support/parse-url.js';

/** A proxy that takes a request to its host. */
export interface Proxy {
  /** Its host and port, without credentials. */
  readonly shown: string;
  readonly agent: Agent;
}

/** The proxies that the environment names. */
export interface Proxies {
  /** True if a host, with its port where that is not the default one, is a proxy. */
  has(host: string): boolean;
  /** The proxy for a URL; undefined where its host is reached directly. @throws FetchError for a proxy of an unknown kind */
  proxyFor(url: string): Promise<Proxy | undefined>;
  /** Closes idle connections. */
  close(): void;
}

/** Connections stay open for the next request to the same host. */
const KEPT = { keepAlive: true, maxFreeSockets: 64 };
const VARIABLES = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);

/**
 * The proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `ALL_PROXY` name, in capitals or not, but for the hosts of `NO_PROXY`. A proxy
 * speaks HTTP (`http:`, `https:`) or SOCKS (`socks:`, `socks4:`, `socks4a:`, `socks5:`, `socks5h:`); without a
 * scheme it is HTTP. Undefined where none is named.
 */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  const written = VARIABLES.flatMap((name) => environment[name]?.trim() || []);
  if (written.length === 0) return undefined;
  const bare = new Set(written.filter((proxy) => !proxy.includes('://')));
  const hosts = new Set(written.map((proxy) => parseUrl(bare.has(proxy) ? `http://${proxy}` : proxy)?.host));
  const addressFor = (url: string): string => {
    const found = getProxyForUrl(url).trim();
    const rest = found.slice(found.indexOf('://') + 3);
    // The library takes the scheme of the URL for that of the proxy.
    return bare.has(rest) ? `http://${rest}` : found;
  };
  const agents = new Map<string, Promise<Agent>>();
  return {
    has: (host) => hosts.has(host),
    async proxyFor(url) {
      const address = addressFor(url);
      if (address === '') return undefined;
      const proxy = parseUrl(address);
      if (proxy === undefined) throw unusable(url, 'its address is not a URL');
      const key = `${new URL(url).protocol} ${address}`;
      const agent = agents.get(key) ?? openAgent(url, proxy);
      agents.set(key, agent);
      return { shown: proxy.host, agent: await agent };
    },
    close() {
      for (const agent of agents.values()) agent.then((opened) => opened.destroy()).catch(() => undefined);
      agents.clear();
    },
  };
}

async function openAgent(url: string, proxy: URL): Promise<Agent> {
  if (/^socks(?:4a?|5h?)?:$/.test(proxy.protocol)) {
    const { SocksProxyAgent } = await import('socks-proxy-agent');
    return new SocksProxyAgent(proxy, KEPT);
  }
  if (!/^https?:$/.test(proxy.protocol)) throw unusable(url, `${proxy.protocol} is neither HTTP nor SOCKS`);
  if (url.startsWith('https:')) {
    const { HttpsProxyAgent } = await import('https-proxy-agent');
    return endingWithRequests(new HttpsProxyAgent(proxy, KEPT));
  }
  const { HttpProxyAgent } = await import('http-proxy-agent');
  return endingWithRequests(new HttpProxyAgent(proxy, KEPT));
}

/** Options of a request, which its agent gets. */
export interface AgentOptions extends RequestOptions {
  /** Aborted when the request is; Node does not pass `signal` on to agents. */
  readonly connectSignal?: AbortSignal;
}

interface ConnectingAgent extends Agent {
  connectOpts: object;
  connect(request: ClientRequest, options: object): Promise<Socket>;
}

/** Has an aborted request close its connection to a proxy that does not answer, which no request owns yet. */
function endingWithRequests(agent: ConnectingAgent): Agent {
  const { connectOpts } = agent;
  const connect = agent.connect.bind(agent);
  agent.connect = (request, options: AgentOptions) => {
    // The agent reads its options before it waits for anything.
    agent.connectOpts = { ...connectOpts, ...given({ signal: options.connectSignal }) };
    return connect(request, options);
  };
  return agent;
}

function unusable(url: string, why: string): FetchError {
  return new FetchError(
    'network',
    url,
    `the proxy that the environment names cannot be used: ${why}; write it as http://HOST:PORT or socks5h://HOST:PORT`,
  );
}

/** Why a proxy makes no connection to the host of a URL, by its answer; undefined where it has made one. */
export function refusalOf({ statusCode = 0 }: Pick<IncomingMessage, 'statusCode'>): string | undefined {
  if (statusCode === 200) return undefined;
  if (statusCode === 407)
    return 'it asks for credentials: write them into its address, as http://USER:PASSWORD@HOST:PORT';
  return `it makes no connection: status ${statusCode}`;
}
