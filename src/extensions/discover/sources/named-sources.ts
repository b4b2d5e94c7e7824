import type { EngineKind } from '../harvest-settings.js';
import { UsageError } from '../../../model/errors.js';
import { parseUrl } from '../../../support/parse-url.js';
import { withoutCredentials } from '../../../support/without-credentials.js';

/** A search engine or CDX server that the user names. */
export type NamedService =
  | { readonly kind: 'cdx'; readonly address: string }
  | { readonly kind: 'search'; readonly address: string; readonly engineKind?: EngineKind };

/** What `--sources` names. */
export interface NamedSources {
  /** Sitemaps, feeds and parent folders of hosts with accepted pages. */
  readonly own: boolean;
  /** In their order, each once. */
  readonly services: readonly NamedService[];
}

/** What may stand before an address, as in `cdx=https://…`, where the address alone does not tell. */
const PREFIXES = ['cdx', 'json', 'opensearch', 'mediawiki'] as const;
const PREFIXED = new RegExp(`^(?:(${PREFIXES.join('|')})=)?(https?://.*)$`, 'is');
/** Wayback's and pywb's CDX servers, indexes of Common Crawl, and the place of these. */
const CDX_PATH = /\/cdx(?:\/|$)|-index\/?$|\/collinfo\.json$/i;
const COMMON_CRAWL = 'index.commoncrawl.org';

const HINT =
  'use none, own, the URL of a search engine (https://searx.example/) or of a CDX server ' +
  '(https://web.archive.org/cdx/search/cdx); cdx=URL, json=URL, opensearch=URL and mediawiki=URL say which it is';

/**
 * Reads the values of `--sources`.
 * @throws UsageError for a value that names no source, and for `none` next to others
 */
export function namedSources(values: readonly string[]): NamedSources {
  if (values.includes('none') && values.some((value) => value !== 'none'))
    throw new UsageError('--sources: none does not go together with other sources');
  const services = new Map<string, NamedService>();
  for (const value of values.filter((one) => one !== 'none' && one !== 'own')) {
    const service = namedService(value);
    services.set(`${service.kind} ${service.address}`, service);
  }
  return { own: values.includes('own'), services: [...services.values()] };
}

function namedService(value: string): NamedService {
  const [, prefix, address = ''] = PREFIXED.exec(value) ?? [];
  const url = parseUrl(address.replaceAll(/[{}]/g, ''));
  if (url === undefined)
    throw new UsageError(`--sources: '${withoutCredentials(value)}' is not a source`, { hint: HINT });
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`--sources: the address of ${url.host} holds a name or a password`, {
      hint: 'it would be kept with the crawl; sfwc seeds --engine takes such addresses and keeps nothing',
    });
  const stated = PREFIXES.find((one) => one === prefix?.toLowerCase());
  if (stated === 'cdx' || (stated === undefined && isCdx(url, address))) return { kind: 'cdx', address };
  return stated === undefined ? { kind: 'search', address } : { kind: 'search', address, engineKind: stated };
}

function isCdx({ pathname, hostname }: URL, address: string): boolean {
  return !address.includes('{searchTerms}') && (CDX_PATH.test(pathname) || hostname === COMMON_CRAWL);
}
