import type { SearchHit } from './search.js';
import { parseUrl } from '../../../support/parse-url.js';

/** A hit as in the response: anything may be missing or wrong. */
export interface StatedHit {
  readonly url: string;
  readonly title?: string;
  readonly snippet?: string;
}

/** One response of a search engine. */
export interface HitPart {
  readonly hits: readonly StatedHit[];
  /** The requested URL. */
  readonly address: string;
  /** False if the search engine says that there are no more hits. */
  readonly mayHaveMore?: boolean;
}

/** Maximum number of requested parts of a result. */
const MOST_PARTS = 20;
const SNIPPET_LENGTH = 500;

/**
 * Collects the parts of a result until there are enough hits, or a part has no new ones: after the last part, an engine
 * repeats the first one or returns an empty one.
 * @param ask requests part 0, 1, …, given the number of hits before
 */
export async function collectHits(
  most: number,
  ask: (part: number, before: number) => Promise<HitPart>,
): Promise<readonly SearchHit[]> {
  const found = new Map<string, SearchHit>();
  let stated = 0;
  for (let part = 0; part < MOST_PARTS && found.size < most; part += 1) {
    const { hits, address, mayHaveMore = true } = await ask(part, stated);
    const before = found.size;
    stated += hits.length;
    for (const hit of hits.flatMap((one) => toHit(one, address)))
      if (!found.has(hit.url)) found.set(hit.url, hit);
    if (!mayHaveMore || found.size === before) break;
  }
  return [...found.values()].slice(0, most);
}

function toHit({ url, title = '', snippet = '' }: StatedHit, address: string): SearchHit[] {
  const target = parseUrl(url.trim(), address);
  if (target === undefined || !/^https?:$/.test(target.protocol)) return [];
  target.hash = '';
  const foundAt = withoutKeys(address);
  return [
    { url: target.href, title: plain(title), snippet: plain(snippet).slice(0, SNIPPET_LENGTH), foundAt },
  ];
}

/** Removes the markup of matches in titles and snippets: `<b>hull</b>`. */
function plain(text: string): string {
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A URL without credentials and keys, for messages and storage. */
export function withoutKeys(address: string): string {
  const url = parseUrl(address);
  if (url === undefined) return address;
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()])
    if (/key|token|secret|passw|auth/i.test(name)) url.searchParams.delete(name);
  return url.href;
}
