import http from 'node:http';
import https from 'node:https';

/** As curl's `--connect-to`: requests for the host go to another address; Host header and certificate name stay. */
export interface ConnectTo {
  /** A host name, `*.example` for all hosts below a name, or `*` for all. Any port. */
  readonly host: string;
  readonly to: { readonly address: string; readonly port: number };
}

/** Where a request for this host is sent to instead; undefined when it goes where its name says. The first that fits. */
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

/** Agents that obey the rules; connections are pooled by the host asked for, not by where they lead. */
export function createAgents(rules: readonly ConnectTo[]): Agents {
  const options = { keepAlive: true, maxFreeSockets: 64 };
  const plain = new http.Agent(options);
  const secure = new https.Agent(options);
  redirectConnections(plain, rules);
  redirectConnections(secure, rules);
  return {
    http: plain,
    https: secure,
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

function redirectConnections(agent: http.Agent, rules: readonly ConnectTo[]): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const to = redirectedConnection(options.host ?? '', rules);
    return connect(to === undefined ? options : { ...options, host: to.address, port: to.port }, callback);
  };
}
