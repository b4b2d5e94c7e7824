import type { ConnectTo } from '../crawl/connect-to.js';
import { createHttpFetcher, type HttpFetcher } from '../crawl/http-fetcher.js';

/** The settings that shape requests; `classify` and `crawl` share them. */
export interface HttpSettings {
  readonly userAgent: string;
  /** `HOST=ADDRESS:PORT` */
  readonly connectTo: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly maxBytes: number;
}

/** The fetcher that settings describe. */
export function openFetcher({ userAgent, connectTo, timeout, maxBytes }: HttpSettings): HttpFetcher {
  return createHttpFetcher({
    userAgent,
    timeoutSeconds: timeout,
    maxBytes,
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
