import type { SeedHit } from './seeds.js';
import { parseUrl } from '../../../support/parse-url.js';
import { takeSpread } from './take-spread.js';
import { totalWeight, type TopicWords } from './topic-words.js';

/** The weight of an address without a noun of the topic, as a share of the most characteristic noun's. */
const NO_NOUN = 0.01;

/**
 * Picks addresses of an archive: those with characteristic nouns of the topic first, spread over hosts and the folders at
 * the top of their paths, so that one section of one site does not fill the list.
 */
export function pickCaptures(urls: readonly string[], topic: TopicWords, most: number): readonly SeedHit[] {
  const named = urls.map((url) => ({ url, nouns: topic.inUrl(url) }));
  const heaviest = named.reduce((top, { nouns }) => Math.max(top, nouns[0]?.weight ?? 0), 0);
  const least = heaviest === 0 ? 1 : heaviest * NO_NOUN;
  const picked = takeSpread(named, {
    value: ({ nouns }) => least + totalWeight(nouns),
    group: ({ url }) => sectionOf(url),
    most,
  });
  return picked.map(({ url, nouns }) => ({
    url,
    note: nouns.length === 0 ? '' : `URL has ${nouns.map(({ lemma }) => lemma).join(', ')}`,
  }));
}

/** Host and first folder of an address. */
export function sectionOf(url: string): string {
  const { host = '', pathname = '/' } = parseUrl(url) ?? {};
  return `${host}${/^\/[^/]+\//.exec(pathname)?.[0] ?? '/'}`;
}
