import { hash52 } from '../../support/hash.js';
import { largest, otherAddress, type LinkSource } from './link-source.js';
import type { CrawlEvent } from '../../model/crawl-event.js';

/** The pages of a crawl by number, and the addresses that it found and did not crawl. */
export interface PageIndex {
  /** Pages that were judged, from 0. */
  readonly pages: number;
  /** The number of a page by its address, also one that leads to it. */
  readonly pageAt: (url: string) => number | undefined;
  /** The number of what was found, behind those of the pages, the most linked first; undefined for all else. */
  readonly foundAt: (url: string) => number | undefined;
  /** How many there are of what was found. */
  readonly found: number;
  /** Pages that link to a page, or to what was found. */
  readonly linksTo: (node: number) => number;
  /** The text of the link that a page was reached by, where it was this one. */
  readonly anchorOf: (source: string, target: number) => string | undefined;
}

/** In the place of a number: an address that came to an end without a page, or is not wanted. */
const NO_PAGE = -1;
/** Addresses that are counted. A map cannot have many more. */
const MOST_COUNTED = 12_000_000;

/**
 * Numbers the pages of a crawl, and counts the links to them and to what it did not crawl. Of the latter the memory holds a
 * number each, not the address.
 * @param wanted which of the judged pages count
 * @param found how many of what was found
 */
export async function indexPages(
  source: LinkSource,
  wanted: (event: CrawlEvent) => boolean,
  found: number,
): Promise<PageIndex> {
  const { ids, pages, reachedBy } = await numberPages(source, wanted);
  const linksTo = new Uint32Array(pages);
  const counts = new Map<number, number>();
  for await (const { url, links = [] } of source.events()) {
    const own = ids.get(url);
    if (own === undefined || own === NO_PAGE) continue;
    for (const target of targetsOf(links, ids)) {
      if (typeof target === 'string') countLink(counts, hash52(target));
      else if (target !== own) linksTo[target] = (linksTo[target] ?? 0) + 1;
    }
  }
  const chosen = largest(counts, found);
  const places = new Map(chosen.map((key, place) => [key, place]));
  const linksToFound = chosen.map((key) => counts.get(key) ?? 0);
  return {
    pages,
    found: chosen.length,
    pageAt: (url) => {
      const id = ids.get(url);
      return id === NO_PAGE ? undefined : id;
    },
    foundAt: (url) => {
      const place = ids.has(url) ? undefined : places.get(hash52(url));
      return place === undefined ? undefined : pages + place;
    },
    linksTo: (node) => (node < pages ? linksTo[node] : linksToFound[node - pages]) ?? 0,
    anchorOf: (url, target) => {
      const reached = reachedBy.get(target);
      return reached?.referrer === hash52(url) ? reached.anchorText : undefined;
    },
  };
}

function countLink(counts: Map<number, number>, key: number): void {
  const count = counts.get(key);
  if (count !== undefined || counts.size < MOST_COUNTED) counts.set(key, (count ?? 0) + 1);
}

interface Numbered {
  readonly ids: ReadonlyMap<string, number>;
  readonly pages: number;
  readonly reachedBy: ReadonlyMap<number, { readonly referrer: number; readonly anchorText: string }>;
}

async function numberPages(source: LinkSource, wanted: (event: CrawlEvent) => boolean): Promise<Numbered> {
  const ids = new Map<string, number>();
  const aliases: (readonly [from: string, to: string])[] = [];
  const reachedBy = new Map<number, { referrer: number; anchorText: string }>();
  let pages = 0;
  for await (const event of source.events()) {
    const { url, state, referrer, anchorText = '' } = event;
    aliases.push(...aliasesOf(event));
    ids.set(url, NO_PAGE);
    if (state !== 'done' || !wanted(event)) continue;
    ids.set(url, pages);
    if (referrer !== undefined && anchorText !== '')
      reachedBy.set(pages, { referrer: hash52(referrer), anchorText: anchorText.slice(0, 1000) });
    pages += 1;
  }
  // Twice: an address may lead to one that leads to a page.
  for (const [from, to] of [...aliases, ...aliases]) {
    const page = ids.get(to);
    if (page !== undefined && (ids.get(from) ?? NO_PAGE) === NO_PAGE) ids.set(from, page);
  }
  return { ids, pages, reachedBy };
}

/** Addresses that lead to the page of an event, or to which it leads. */
function aliasesOf(event: CrawlEvent): readonly (readonly [from: string, to: string])[] {
  const { url, state, finalUrl, canonicalUrl } = event;
  const other = otherAddress(event);
  if (other !== undefined) return [[url, other]];
  if (state !== 'done') return [];
  return [finalUrl, canonicalUrl].flatMap((alias) => (alias === undefined ? [] : [[alias, url] as const]));
}

/** What a page links to: numbers of pages, and addresses without a number, each once. */
function targetsOf(links: readonly string[], ids: ReadonlyMap<string, number>): ReadonlySet<number | string> {
  const targets = new Set(links.map((link) => ids.get(link) ?? link));
  targets.delete(NO_PAGE);
  return targets;
}
