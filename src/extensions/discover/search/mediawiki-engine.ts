import { PARTS } from '../../../judging/parts.js';
import { once } from '../../../support/once.js';
import { objectOf, type Answer } from '../../../web/http/wiki-api.js';
import type { SearchEngine } from './search.js';
import type { EngineOptions } from './engine-options.js';
import { collectHits, withoutKeys, type StatedHit } from './hits.js';

/** Maximum number of results per request without a login. */
const MOST_AT_ONCE = 50;

/**
 * The search of a MediaWiki through its API (`list=search` as a generator, which includes the URLs of the pages).
 * Generators do not return snippets.
 */
export function createMediaWikiEngine(options: EngineOptions): SearchEngine {
  const { address, fetcher, delaySeconds, retries, clock, signal, warn } = options;
  const how = { api: address, fetcher, delaySeconds, retries, clock, signal, warn };
  const api = once(async () => (await PARTS.createWikiApi())(how));
  return {
    name: withoutKeys(address),
    search(query, most) {
      const parameters = {
        generator: 'search',
        gsrsearch: query,
        gsrnamespace: '0',
        gsrlimit: String(Math.min(most, MOST_AT_ONCE)),
        prop: 'info',
        inprop: 'url',
      };
      const answers = once(async () => (await api()).query(parameters));
      return collectHits(most, async () => {
        const next = await (await answers()).next();
        const part = next.done === true ? undefined : next.value;
        return {
          hits: hitsOf(part?.query ?? {}),
          address: shownAddress(address, query),
          mayHaveMore: part?.next !== undefined,
        };
      });
    },
  };
}

/** Sorts hits by rank; the API sorts them by page id. */
function hitsOf(query: Answer): StatedHit[] {
  const pages = Array.isArray(query['pages']) ? query['pages'].map(objectOf) : [];
  const rank = ({ index }: Answer): number => (typeof index === 'number' ? index : Number.MAX_SAFE_INTEGER);
  return pages
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ canonicalurl, title }) =>
      typeof canonicalurl === 'string'
        ? [{ url: canonicalurl, title: typeof title === 'string' ? title : '' }]
        : [],
    );
}

function shownAddress(api: string, query: string): string {
  const url = new URL(api);
  url.search = new URLSearchParams({ action: 'query', list: 'search', srsearch: query }).toString();
  return url.href;
}
