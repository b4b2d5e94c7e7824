import type { CrawlEvent } from '../../model/crawl-event.js';

/** A crawl as networks read it: its events several times, which takes less memory than keeping them. */
export interface LinkSource {
  readonly events: () => AsyncIterable<CrawlEvent>;
  /** The topics of the crawl, for pages whose judgement does not name one. */
  readonly topics: string;
  /** Texts of the links of a page by address, read from its stored body; undefined where they are not wanted. */
  readonly anchorsOf?: ((event: CrawlEvent) => Promise<ReadonlyMap<string, string>>) | undefined;
}

const KNOWN_TARGET = /^redirects to (\S+), which the crawl knows already$/;

/** The address that stands for that of an event: where a redirect leads, or the one that the page names as its own. */
export function otherAddress({ code, message = '', finalUrl, canonicalUrl }: CrawlEvent): string | undefined {
  if (code === 'canonical-known') return canonicalUrl;
  if (code === 'redirect-target-known') return KNOWN_TARGET.exec(message)?.[1] ?? finalUrl;
  return undefined;
}

/** What an event says of its page as values of a node. */
export function verdictValues(
  { judgement, time }: CrawlEvent,
  topics: string,
): {
  readonly state: 'accepted' | 'rejected';
  readonly score?: number;
  readonly topic: string;
  readonly fetched: string;
} {
  return {
    state: judgement?.accepted === true ? 'accepted' : 'rejected',
    ...(judgement === undefined ? {} : { score: judgement.score }),
    topic: judgement?.topic ?? topics,
    fetched: time,
  };
}

/** The most that were counted, the largest first; of equal counts those that were counted first. */
export function largest<Key>(counts: ReadonlyMap<Key, number>, most: number): readonly Key[] {
  const byCount = new Map<number, number>();
  for (const count of counts.values()) byCount.set(count, (byCount.get(count) ?? 0) + 1);
  let [left, least] = [most, 0];
  for (const [count, keys] of [...byCount].sort(([a], [b]) => b - a)) {
    least = count;
    if (keys >= left) break;
    left -= keys;
  }
  const chosen: [Key, number][] = [];
  for (const [key, count] of counts) {
    if (count < least || most === 0) continue;
    if (count > least || left-- > 0) chosen.push([key, count]);
  }
  return chosen.sort(([, a], [, b]) => b - a).map(([key]) => key);
}
