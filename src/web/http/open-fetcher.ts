import { given } from '../../support/given.js';
import { privateHostsOf } from './address-guard.js';
import type { CookieSession } from './cookie-file.js';
import type { ConnectTo } from './connections.js';
import { createHttpFetcher, type HttpFetcher } from './http-fetcher.js';

/** The settings that shape requests; `classify` and `crawl` share them. */
export interface HttpSettings {
  readonly userAgent: string;
  /** `HOST=ADDRESS:PORT` */
  readonly connectTo: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly maxBytes?: number;
  readonly allowPrivate?: boolean;
  readonly insecureHost?: readonly string[];
}

/**
 * The fetcher that settings describe.
 * @param named addresses that the user named: where all of them are private by name, their hosts may be contacted
 * @param session cookies for hosts that the user named
 */
export function openFetcher(
  settings: HttpSettings,
  named: readonly string[] = [],
  session?: CookieSession,
): HttpFetcher {
  const { userAgent, connectTo, timeout, maxBytes, allowPrivate, insecureHost = [] } = settings;
  return createHttpFetcher({
    userAgent,
    timeoutSeconds: timeout,
    ...given({ maxBytes }),
    session,
    addresses: { allowPrivate: allowPrivate === true, hosts: privateHostsOf(named) },
    insecureHosts: insecureHost.map((host) => host.toLowerCase()),
    connectTo: connectTo.map(parseConnectTo),
  });
}

function parseConnectTo(rule: string): ConnectTo {
  const equals = rule.indexOf('=');
  const colon = rule.lastIndexOf(':');
  return {
    host: rule.slice(0, equals),
    to: {
      address: rule.slice(equals + 1, colon).replace(/^\[|\]$/g, ''),
      port: Number(rule.slice(colon + 1)),
    },
  };
}
