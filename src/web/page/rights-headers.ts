import { given } from '../../support/given.js';
import type { Rights } from '../../model/rights.js';
import { licenceAddress } from './licences.js';
import type { RobotsTag } from './robots-tag.js';

/** A link with `rel=license` in a `Link` header (RFC 8288). */
const LICENCE_LINK = /<([^<>]+)>(?=[^<,]*;\s*rel="?[^",;]*\blicense\b)/gi;
/** Characters of a header that are read, and the number of licences that it may add. */
const LONGEST_HEADER = 10_000;
const MAX_LICENCES = 10;

/**
 * Adds the statements of the response's headers to those of a page about its use: `tdm-reservation` and `tdm-policy`, each of
 * which counts where the page itself does not state it (TDM Reservation Protocol, section "Processing priority"), `Link` and
 * `X-Robots-Tag`. Undefined where neither says anything.
 * @param url the address of the page, to which addresses in headers are relative
 * @param tagged what its `X-Robots-Tag` says on machine learning
 */
export function withHeaders(
  page: Rights = {},
  headers: Readonly<Record<string, string>>,
  url: string,
  tagged: RobotsTag['ai'],
): Rights | undefined {
  const reservation = headers['tdm-reservation']?.trim();
  const isStated = reservation === '1' || reservation === '0';
  const links = (headers['link'] ?? '').slice(0, LONGEST_HEADER).matchAll(LICENCE_LINK);
  const linked = [...links].flatMap(([, address = '']) => licenceAddress(address, url) ?? []);
  const licences = [...new Set([...(page.licences ?? []), ...linked])].slice(0, MAX_LICENCES);
  const directives = [...new Set([...(page.directives ?? []), ...tagged])];
  const rights: Rights = {
    ...given({
      tdmReserved: isStated ? reservation === '1' : undefined,
      tdmPolicy: licenceAddress(headers['tdm-policy'] ?? '', url),
    }),
    ...page,
    ...(licences.length === 0 ? {} : { licences }),
    ...(directives.length === 0 ? {} : { directives }),
  };
  return Object.keys(rights).length === 0 ? undefined : rights;
}
