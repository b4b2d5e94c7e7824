import type { QueuedUrl } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import { hammingDistance } from '../../support/text/text-sketch.js';
import { createRecent } from '../../support/remember.js';
import { NO_MEMORY, rememberedMap, type CrawlMemory } from '../store/crawl-memory.js';
import { hostOf, registeredDomain } from '../urls/urls.js';

/** Segments that a path has at most (Heritrix's TooManyPathSegmentsDecideRule has 20), and one parameter in a query. */
const [MAX_SEGMENTS, MAX_NAMESAKES] = [25, 10];
/** Characters of a query that are read. */
const MAX_QUERY = 2000;
/** One to four segments, three times in a row (Heritrix's PathologicalPathDecideRule allows two repetitions of one). */
const REPEATED_SEGMENTS = /((?:\/[^/]+){1,4})\1\1(?=\/|$)/;
/** The same in a whole URL, for a first look. */
const MAY_REPEAT = /((?:\/[^/?#]+){1,4})\1\1/;

/** True for a link out of a loop by its form; a page whose own address is not half as far names the address as a list does. */
export function isLoop(url: string, page: string): boolean {
  const loop = loopIn(url);
  if (loop === undefined || hostOf(page) !== hostOf(url)) return false;
  if (loop.repeated !== undefined)
    return `${parseUrl(page)?.pathname ?? ''}/`.includes(`${loop.repeated}${loop.repeated}/`);
  return isLong(page, MAX_SEGMENTS / 2, MAX_NAMESAKES / 2);
}

function loopIn(url: string): { readonly repeated?: string } | undefined {
  // Most links need not be parsed.
  const mayBeLong = url.split('/').length > MAX_SEGMENTS || url.split('&').length > MAX_NAMESAKES;
  if (!mayBeLong && !MAY_REPEAT.test(url)) return undefined;
  const repeated = REPEATED_SEGMENTS.exec(parseUrl(url)?.pathname ?? '')?.[1];
  // 2011/11/11/11 is a date with an hour: numbers alone need not be a loop.
  if (repeated !== undefined && /[^\d/]/.test(repeated)) return { repeated };
  return isLong(url, MAX_SEGMENTS, MAX_NAMESAKES) ? {} : undefined;
}

/** True for a URL of more segments, or with more parameters of one name. */
function isLong(url: string, segments: number, namesakes: number): boolean {
  const { pathname = '', search = '' } = parseUrl(url) ?? {};
  const counts = new Map<string, number>();
  for (const [, name = ''] of search.slice(0, MAX_QUERY).matchAll(/[?&]([^=&]*)/g))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return pathname.split('/').length - 1 > segments || Math.max(0, ...counts.values()) > namesakes;
}

/** Pages that grow out of a trap, after which it is closed. */
const TRAPPED_AFTER = 20;
/** The weight of a copy of an accepted page: galleries of up to 320 pages that differ only in their pictures are crawled whole. */
const COPY = 1 / 16;
/** Pages that are compared with a new one: the last ones on the way to it that differ, a year of months at least. */
const MAX_PRINTS = 12;
/** Bits in which the fingerprints of such texts differ at most; unrelated ones differ in 32. */
const ALIKE = 8;
/** Traps that are remembered; those that grew longest ago are forgotten. */
const MAX_TRAPS = 20_000;
/** Hexadecimal digits of a fingerprint. */
const DIGITS = 16;

type TrappedUrl = Pick<QueuedUrl, 'url' | 'trail'>;

/** True for a URL that was found on a page like one of those that led there. */
export function hasGrown({ trail }: Pick<QueuedUrl, 'trail'>): boolean {
  return trail !== undefined && !trail.startsWith('0:');
}

/**
 * A page has grown only where a page before it, on the way on which it was found, was like it (SimHash without numbers, few bits), and
 * was itself like one before. Neither was accepted. After {@link TRAPPED_AFTER} such pages of a site, on ways that have a page in
 * common, further URLs that such pages name are left out. An accepted page on such a way, or one that differs, opens the trap again.
 * To find these in what waits, the 1st, 2nd, 4th, 8th … URL of a closed trap is requested nevertheless.
 */
export function createTrapWatch(memory: CrawlMemory = NO_MEMORY) {
  /** URLs that grew, by site and the page in common; those that grew longest ago first. */
  const { known: counts, set, drop } = rememberedMap<number>(memory, 'trap', MAX_TRAPS);
  /** Sites on which a trap may be. */
  const suspect = createRecent<string, true>(MAX_TRAPS);
  for (const trap of counts.keys()) suspect.set(trap.slice(0, -DIGITS), true);

  function add(site: string, print: string, share = 1): void {
    suspect.set(site, true);
    set(site + print, (counts.get(site + print) ?? 0) + share);
  }
  /** The closed traps on the way to a URL, each with the URLs that were added since it was closed. */
  function closedTraps({ url, trail }: TrappedUrl): readonly (readonly [print: string, since: number])[] {
    if (counts.size === 0 || !hasGrown({ trail })) return [];
    const site = registeredDomain(url);
    const traps = readTrail(trail).prints.map(
      (print) => [print, (counts.get(site + print) ?? 0) - TRAPPED_AFTER] as const,
    );
    return traps.filter(([, since]) => since >= 0);
  }

  return {
    /** True for a URL to which only pages of a closed trap have led. */
    isTrap(entry: TrappedUrl): boolean {
      const since = Math.floor(Math.max(0, ...closedTraps(entry).map(([, count]) => count)));
      // Not the 1st, 2nd, 4th …: before them come 0, 1, 3, 7 …, whose binary digits are all ones.
      return (since & (since + 1)) !== 0;
    },
    /** True for a site on which a trap may be: then it counts what else names a URL that grew. */
    suspects: (url: string) => counts.size > 0 && suspect.get(registeredDomain(url)) === true,
    /**
     * Takes in what a URL brought, and returns the trail of the URLs that its page names.
     * @param brought the fingerprint of a page that was not accepted; 'new' for an accepted one; undefined for no page
     */
    saw(entry: TrappedUrl, brought: string | undefined, isCopy = false): string | undefined {
      const site = registeredDomain(entry.url);
      if (brought === undefined) {
        for (const [print] of closedTraps(entry)) add(site, print);
        return entry.trail;
      }
      const { alike, prints } = readTrail(entry.trail);
      const place =
        brought === 'new' ? -1 : prints.findIndex((print) => hammingDistance(print, brought) <= ALIKE);
      if (place === -1) {
        for (const print of prints) drop(site + print);
        if (brought === 'new') return undefined;
        return `0:${[...prints, brought].slice(-MAX_PRINTS).join('')}`;
      }
      if (alike > 0) for (const print of prints.slice(place)) add(site, print, isCopy ? COPY : 1);
      return `${alike + 1}:${prints.join('')}`;
    },
  };
}

/**
 * The pages in a row without anything new that led to a URL, written `3:0123456789abcdef…`: how many of the last ones were each like
 * one before, and the fingerprints of those that differ.
 */
function readTrail(written = '0:'): { readonly alike: number; readonly prints: readonly string[] } {
  const [alike = '', prints = ''] = written.split(':');
  return { alike: Number(alike), prints: prints.match(/.{16}/g) ?? [] };
}
