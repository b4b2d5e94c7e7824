import { UsageError } from '../../model/errors.js';
import { urlPattern } from '../urls/url-patterns.js';
import { hostOf, normaliseUrl } from '../urls/urls.js';

/** Addresses that a person means. */
export interface AddressTarget {
  readonly includes: (url: string) => boolean;
  /** The one host (with port) that all of them are at, where there is one. */
  readonly host?: string;
}

/**
 * What a person means by a host, an address or a pattern: `example.org` is the host with its subdomains on any port,
 * `example.org:8080` the host on that port alone; `https://example.org/a` is one address, in which `*` stands for anything;
 * `/…/` is a regular expression, as in `--exclude`.
 *
 * @throws UsageError for an empty text and for an invalid regular expression
 */
export function addressTarget(what: string): AddressTarget {
  const text = what.trim();
  if (text === '')
    throw new UsageError('no host, address or pattern is given', { hint: 'for example: example.org' });
  if (/^\/.+\/i?$/s.test(text) || text.includes('*')) return { includes: urlPattern(text) };
  const url = /^https?:/i.test(text) ? normaliseUrl(text) : undefined;
  if (url !== undefined) return { includes: (other) => other === url, host: hostOf(url) };
  const host = text.toLowerCase();
  if (!/^[^\s/?#]+$/.test(host))
    throw new UsageError(`'${what}' is not a host, an address or a pattern`, {
      hint: 'write example.org, https://example.org/page, https://example.org/archive/* or /regular expression/',
    });
  if (host.includes(':')) return { includes: (other) => hostOf(other) === host, host };
  return {
    includes: (other) => {
      const name = hostOf(other).replace(/:\d+$/, '');
      return name === host || name.endsWith(`.${host}`);
    },
  };
}
