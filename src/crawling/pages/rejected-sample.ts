import { sha256 } from '../../support/hash.js';

/** Rejected pages that small crawls keep at most; large ones keep some hundred more, as the share is lowered on the way. */
const SAMPLE = 300;
/** Hexadecimal digits of a hash that are compared. */
const DIGITS = 8;

/**
 * Whether a rejected page is of the random sample that a crawl keeps aside, to compare accepted pages with: pages that may be
 * accepted later are too like them. The share of pages falls while the crawl grows, so what is in the sample of a crawl of
 * some pages was in it at each moment before.
 * @param done pages that the crawl had read when the page came
 */
export function isSampled(url: string, done: number): boolean {
  return parseInt(sha256(url).slice(0, DIGITS), 16) / 16 ** DIGITS < SAMPLE / (SAMPLE + done);
}
