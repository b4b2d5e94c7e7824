import type { LinkCandidate } from '../../../model/crawl-event.js';
import { parseUrl } from '../../../support/parse-url.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';
import { urlWords } from '../../../crawling/priority/term-weights.js';

/** The features of the links that wait, as the tree of `tree-frontier` splits them. */
export interface WaitingFeatures {
  /** Notes a link to a URL. Of several links, each feature has its greatest value. */
  add(candidate: LinkCandidate): readonly number[];
  of(url: string): readonly number[];
  /** Nearness to the last accepted page on the path to a URL: 1 where its linking page was accepted, 1/2 one link on … */
  nearness(url: string): number;
  /** Takes a URL out that was followed. Undefined where no link to it was noted. @param reward undefined if not judged */
  take(url: string, reward: number | undefined): readonly number[] | undefined;
  snapshot(): FeaturesSnapshot;
  restore(saved: FeaturesSnapshot): void;
}

/** {@link WaitingFeatures} as JSON. */
export interface FeaturesSnapshot {
  readonly waiting: readonly (readonly [string, readonly number[]])[];
  readonly hosts: readonly (readonly [string, readonly [visits: number, relevant: number]])[];
}

/** @param sight the topic, which links are compared with */
export function createWaitingFeatures(sight: TopicSight): WaitingFeatures {
  const waiting = new Map<string, readonly number[]>();
  const hosts = new Map<string, readonly [visits: number, relevant: number]>();
  return {
    add(candidate) {
      const { url } = candidate.link;
      const before = waiting.get(url);
      const seen = featuresOf(candidate, sight, hosts.get(hostOf(url)));
      const merged = before === undefined ? seen : seen.map((one, at) => Math.max(one, before[at] ?? 0));
      waiting.set(url, merged);
      return merged;
    },
    of: (url) => waiting.get(url) ?? [],
    nearness: (url) => waiting.get(url)?.[0] ?? 0,
    take(url, reward) {
      const known = waiting.get(url);
      waiting.delete(url);
      const [visits, relevant] = hosts.get(hostOf(url)) ?? [0, 0];
      if (reward !== undefined) hosts.set(hostOf(url), [visits + 1, relevant + reward]);
      return known;
    },
    snapshot: () => ({ waiting: [...waiting], hosts: [...hosts] }),
    restore(saved) {
      for (const [url, known] of saved.waiting) waiting.set(url, known);
      for (const [host, counts] of saved.hosts) hosts.set(host, counts);
    },
  };
}

function featuresOf(
  { link, source, judgement, entry }: LinkCandidate,
  sight: TopicSight,
  [visits, relevant]: readonly [visits: number, relevant: number] = [0, 0],
): readonly number[] {
  const nearness = entry.priority.state?.[0] ?? 1;
  return [
    judgement.accepted ? 1 : nearness / (1 + nearness),
    sight.pageLikeness(source),
    sight.anchorLikeness(link),
    sight.contextLikeness(link),
    sight.blockLikeness(source, link),
    sight.textLikeness('anchor', urlWords(link.url, sight.words, false).join(' ')),
    judgement.accepted ? 1 : 0,
    (relevant + 1) / (visits + 2),
  ];
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}
