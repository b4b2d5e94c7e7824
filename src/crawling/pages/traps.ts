import type { QueuedUrl } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import { remember } from '../../support/remember.js';
import { hammingDistance } from '../../support/text/text-sketch.js';
import { NO_MEMORY, type CrawlMemory } from '../store/crawl-memory.js';
import { hostOf, registeredDomain } from '../urls/urls.js';

/** Segments that a path has at most (Heritrix's TooManyPathSegmentsDecideRule has 20), and one parameter in a query. */
const [MAX_SEGMENTS, MAX_NAMESAKES] = [25, 10];
/** Addresses that are remembered: pages of a site link to the same ones again and again. */
const REMEMBERED_URLS = 8192;
/** One to four segments, three times in a row (Heritrix's PathologicalPathDecideRule allows two repetitions of one). */
const REPEATED_SEGMENTS = /((?:\/[^/]+){1,4})\1\1(?=\/|$)/;

/**
 * True for a link that by its form comes out of a loop: repeated segments, too many of them or of a parameter. A loop grows
 * turn by turn: a page whose own address is not half as far names the address as a list does.
 * @param page the address of the page with the link
 */
export function isLoop(url: string, page: string): boolean {
  const loop = loopIn(url);
  if (loop === undefined || hostOf(page) !== hostOf(url)) return false;
  if (loop.repeated !== undefined)
    return `${parseUrl(page)?.pathname ?? ''}/`.includes(`${loop.repeated}${loop.repeated}/`);
  return 2 * segmentsOf(page) > MAX_SEGMENTS || 2 * maxNamesakes(page) > MAX_NAMESAKES;
}

const loopIn = remember((url: string): { readonly repeated?: string } | undefined => {
  const repeated = REPEATED_SEGMENTS.exec(parseUrl(url)?.pathname ?? '')?.[1];
  // 2011/11/11/11 is a date with an hour: numbers alone need not be a loop.
  if (repeated !== undefined && /[^\d/]/.test(repeated)) return { repeated };
  return segmentsOf(url) > MAX_SEGMENTS || maxNamesakes(url) > MAX_NAMESAKES ? {} : undefined;
}, REMEMBERED_URLS);

function segmentsOf(url: string): number {
  return (parseUrl(url)?.pathname ?? '').split('/').length - 1;
}

function maxNamesakes(url: string): number {
  const counts = new Map<string, number>();
  for (const parameter of (parseUrl(url)?.search ?? '').slice(1).split('&')) {
    const name = parameter.split('=', 1).join('');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

/** Pages that grow out of a trap, after which it is closed. */
const TRAPPED_AFTER = 20;
/** The weight of a copy of an accepted page: galleries of up to 320 pages that differ only in their pictures are crawled whole. */
const COPY = 1 / 16;
/** Pages that are compared with a new one: the last ones on the way to it that differ, a year of months at least. */
const MAX_PRINTS = 12;
/** Bits in which the fingerprints of such texts differ at most; unrelated ones differ in 32. */
const ALIKE = 8;
/** Traps that are remembered; those seen longest ago are forgotten. */
const MAX_TRAPS = 20_000;
/** Hexadecimal digits of a fingerprint. */
const DIGITS = 16;

type TrappedUrl = Pick<QueuedUrl, 'url' | 'trail'>;

/** The pages in a row without anything new that led to a URL. */
interface Trail {
  /** The last pages of them that were each like one before. */
  readonly alike: number;
  /** The fingerprints of those that differ, as text. */
  readonly prints: readonly string[];
}

/** True for a URL that was found on a page like one of those that led there. */
export function hasGrown({ trail }: Pick<QueuedUrl, 'trail'>): boolean {
  return trail !== undefined && !trail.startsWith('0:');
}

/**
 * A trap names addresses without end, and its contents have one. What one page or list names is finite: a page has grown
 * only where a page before it, on the way on which it was found, was like it (SimHash without numbers, few bits), and was
 * itself like one before. Neither was accepted. After {@link TRAPPED_AFTER} such pages (a copy of an accepted page counts less) of a site (registered domain), on
 * ways that have a page in common, further URLs that such pages name are left out; URLs that other pages name are requested.
 * An accepted page on such a way, or one that differs, opens the trap again. To find these in what waits, the 1st, 2nd,
 * 4th, 8th … URL of a closed trap is requested nevertheless.
 *
 * @param memory where the counts outlive the process
 */
export function createTrapWatch(memory: CrawlMemory = NO_MEMORY) {
  /** URLs that grew, by site and page in common, and by host: what is known of a host travels with it. */
  const traps = new Map<string, Map<string, number>>();
  /** Number of traps by site. */
  const sites = new Map<string, number>();
  const siteOf = (key: string): string => key.slice(0, -DIGITS);

  function set(key: string, host: string, count: number | undefined): void {
    const hosts = traps.get(key) ?? new Map<string, number>();
    const before = Number(traps.delete(key));
    if (count === undefined) hosts.delete(host);
    else hosts.set(host, count);
    if (hosts.size > 0) traps.set(key, hosts);
    const left = (sites.get(siteOf(key)) ?? 0) + Number(hosts.size > 0) - before;
    if (left > 0) sites.set(siteOf(key), left);
    else sites.delete(siteOf(key));
  }
  function add(key: string, url: string, share = 1): void {
    const host = hostOf(url);
    const count = (traps.get(key)?.get(host) ?? 0) + share;
    set(key, host, count);
    memory.keep('trap', host + key.slice(-DIGITS), count);
    const [oldest] = traps.keys();
    if (traps.size > MAX_TRAPS && oldest !== undefined) open(oldest);
  }
  function open(key: string): void {
    for (const host of [...(traps.get(key)?.keys() ?? [])]) {
      set(key, host, undefined);
      memory.drop('trap', host + key.slice(-DIGITS));
    }
  }
  /** Number of URLs that were added since a trap was closed; negative if it is open. */
  function sinceClosed(key: string): number {
    let count = -TRAPPED_AFTER;
    for (const grown of traps.get(key)?.values() ?? []) count += grown;
    return count;
  }
  function closedTraps({ url, trail }: TrappedUrl): readonly string[] {
    if (traps.size === 0 || !hasGrown({ trail })) return [];
    const site = registeredDomain(url);
    const keys = readTrail(trail).prints.map((print) => site + print);
    return keys.filter((key) => sinceClosed(key) >= 0);
  }

  for (const [name, count] of memory.all('trap')) {
    const key = registeredDomain(`http://${siteOf(name)}`) + name.slice(-DIGITS);
    set(key, siteOf(name), count as number | undefined);
  }
  return {
    /** True for a URL to which only pages of a closed trap have led. */
    isTrap(entry: TrappedUrl): boolean {
      const since = Math.floor(Math.max(0, ...closedTraps(entry).map(sinceClosed)));
      // Not the 1st, 2nd, 4th …: before them come 0, 1, 3, 7 …, whose binary digits are all ones.
      return (since & (since + 1)) !== 0;
    },
    /** True for a site on which a trap may be: then it counts what else names a URL that grew. */
    suspects: (url: string) => sites.size > 0 && sites.has(registeredDomain(url)),
    /**
     * Takes in what a URL brought, and returns the trail of the URLs that its page names.
     * @param brought the fingerprint of a page that was not accepted; 'new' for an accepted one; undefined for no page
     * @param isCopy whether it brought a copy of an accepted page
     */
    saw(entry: TrappedUrl, brought: string | undefined, isCopy = false): string | undefined {
      if (brought === undefined) {
        for (const key of closedTraps(entry)) add(key, entry.url);
        return entry.trail;
      }
      const { alike, prints } = readTrail(entry.trail);
      const place =
        brought === 'new' ? -1 : prints.findIndex((print) => hammingDistance(print, brought) <= ALIKE);
      const keys = prints.map((print) => registeredDomain(entry.url) + print);
      if (place === -1) {
        for (const key of keys) if (traps.has(key)) open(key);
        if (brought === 'new') return undefined;
        return trailText({ alike: 0, prints: [...prints, brought].slice(-MAX_PRINTS) });
      }
      if (alike > 0) for (const key of keys.slice(place)) add(key, entry.url, isCopy ? COPY : 1);
      return trailText({ alike: alike + 1, prints });
    },
  };
}

/** As it waits in the queue: `3:0123456789abcdef…`. */
function trailText({ alike, prints }: Trail): string {
  return `${alike}:${prints.join('')}`;
}

function readTrail(written = '0:'): Trail {
  const [alike = '', prints = ''] = written.split(':');
  return { alike: Number(alike), prints: prints.match(/.{16}/g) ?? [] };
}
