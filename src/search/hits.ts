import type { SearchHit } from '../model/search.js';
import { parseUrl } from '../support/parse-url.js';

/** A hit as an answer states it: anything may be missing or wrong. */
export interface StatedHit {
  readonly url: string;
  readonly title?: string | undefined;
  readonly snippet?: string | undefined;
}

/** One answer of a search engine. */
export interface HitPart {
  readonly hits: readonly StatedHit[];
  /** The address that was asked for. */
  readonly address: string;
  /** False where the search engine says that this was all; else it is asked on. */
  readonly mayHaveMore?: boolean;
}

/** Parts of a result that are asked for at most. */
const MOST_PARTS = 20;
const SNIPPET_LENGTH = 500;

/**
 * Puts the parts of a result together, until there are enough, or one brings nothing new: an engine that knows no further
 * parts gives the first again, or an empty one.
 * @param ask part 0, 1, …, and how many hits were stated before
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

/** Titles and snippets mark the words that were found: `<b>hull</b>`. */
function plain(text: string): string {
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** An address without credentials and keys, to be shown and kept. */
export function withoutKeys(address: string): string {
  const url = parseUrl(address);
  if (url === undefined) return address;
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()])
    if (/key|token|secret|passw|auth/i.test(name)) url.searchParams.delete(name);
  return url.href;
}
