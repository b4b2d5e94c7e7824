import { areCopies, copyKeys, haveSameText, type TextSketch } from '../../support/text/text-sketch.js';
import { sha256 } from '../../support/hash.js';
import { hostNamed } from '../urls/urls.js';

/** An accepted page, by which copies are found. */
export interface AcceptedPage {
  readonly url: string;
  readonly sketch: TextSketch;
}

/** Pages with the same block that are compared, the latest ones, so that none takes long. */
const MAX_COMPARED = 500;

/**
 * Finds copies as Manku, Jain and Das Sarma 2007 (section 3) find fingerprints that are near each other: only pages that share
 * one of four blocks of 16 bits are compared, which is so for all fingerprints within three bits, and for most within ten.
 * Deviations: tables in memory by the value of a block instead of sorted ones; blocks differ with titles, since copies have the
 * same; and sketches decide ({@link areCopies}) instead of the number of bits.
 */
export function createAcceptedPages() {
  const byBlock = Array.from({ length: 4 }, () => new Map<number, AcceptedPage[]>());
  const byUrl = new Map<string, TextSketch>();
  return {
    add(page: AcceptedPage): void {
      for (const [block, value] of copyKeys(page.sketch).entries())
        byBlock[block]?.set(value, [...(byBlock[block].get(value)?.slice(1 - MAX_COMPARED) ?? []), page]);
      byUrl.set(page.url, page.sketch);
    },
    /** The address of a page that this one is a copy of, the earliest of several; undefined when there is none. */
    findCopied(sketch: TextSketch): string | undefined {
      for (const [block, value] of copyKeys(sketch).entries()) {
        const earliest = byBlock[block]?.get(value)?.find((page) => areCopies(page.sketch, sketch));
        if (earliest !== undefined) return earliest.url;
      }
      return undefined;
    },
    /** True for a page that was accepted at this address and has the text of this one. */
    hasText(url: string, sketch: TextSketch): boolean {
      const known = byUrl.get(url);
      return known !== undefined && haveSameText(known, sketch);
    },
  };
}

/** Rejected pages that small crawls keep at most; large ones keep some hundred more, as the share is lowered on the way. */
const SAMPLE = 300;
/** Hexadecimal digits of a hash that are compared. */
const DIGITS = 8;

/** True if a rejected page is of the random sample that a crawl keeps aside; its share falls. @param done pages read before */
export function isSampled(url: string, done: number): boolean {
  return parseInt(sha256(url).slice(0, DIGITS), 16) / 16 ** DIGITS < SAMPLE / (SAMPLE + done);
}

/** Accepted pages by host, by the last verdict of each page. */
export type AcceptedHosts = Map<string, number>;

/** Counts a page: 1 where it is accepted now and was not before, −1 the other way round. */
export function countAccepted(hosts: AcceptedHosts, url: string, change: number): void {
  if (change === 0) return;
  const host = hostNamed(url);
  const left = (hosts.get(host) ?? 0) + change;
  if (left > 0) hosts.set(host, left);
  else hosts.delete(host);
}
