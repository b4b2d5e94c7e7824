import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { PageLink } from '../../../model/page.js';
import type { SeedHit } from './choose-seeds.js';
import { totalWeight, type TopicWords } from '../topic-words.js';

type TextLink = Pick<PageLink, 'url' | 'anchorText'>;

/** Links with their texts in Markdown, and addresses that are written out. */
const WRITTEN_LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]+)|https?:\/\/[^\s<>"'`\\{}|[\]()]+/gi;
/** These end a sentence more often than an address. */
const TRAILING = '.,;:!?*_';

/** The web addresses in a text: links of Markdown with their texts, and addresses that are written out. */
export function linksInText(text: string): readonly TextLink[] {
  return [...text.matchAll(WRITTEN_LINK)].map(([whole, anchorText = '', target]) => ({
    url: withoutTrailing(target ?? whole),
    anchorText,
  }));
}

/** Not by a regular expression, whose time would grow with the square of the text. */
function withoutTrailing(url: string): string {
  let end = url.length;
  while (end > 0 && TRAILING.includes(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

/** Counts the links of a corpus. */
interface LinkCounter {
  /** Adds the links of one document, of which each target counts once. */
  add(links: readonly TextLink[]): void;
  /** The targets, those first that many documents link to with texts about the topic. */
  ranked(): readonly SeedHit[];
}

interface Counted {
  documents: number;
  anchorText: string;
  /** Weight of the topic's nouns in the anchor text. */
  weight: number;
}

/** Targets that are counted at most. */
const MAX_TARGETS = 200_000;

/**
 * Ranks link targets by `ln(1 + documents) · (w + weight)`: `documents` link to it, `weight` is that of the topic's nouns in
 * the best anchor text or the address, and `w` is the mean weight of all targets, so that neither count decides alone.
 */
export function createLinkCounter(topic: TopicWords): LinkCounter {
  const targets = new Map<string, Counted>();
  return {
    add(links) {
      const seen = new Set<string>();
      for (const { url: written, anchorText } of links) {
        const url = normaliseUrl(written);
        if (url === undefined || (targets.size >= MAX_TARGETS && !targets.has(url))) continue;
        const counted = targets.get(url) ?? {
          documents: 0,
          anchorText,
          weight: totalWeight(topic.inUrl(url, true)),
        };
        targets.set(url, counted);
        if (!seen.has(url)) counted.documents += 1;
        seen.add(url);
        const weight = totalWeight(topic.inText(anchorText));
        if (weight > counted.weight) Object.assign(counted, { weight, anchorText });
      }
    },
    ranked() {
      const mean =
        [...targets.values()].reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, targets.size);
      const base = mean === 0 ? 1 : mean;
      const score = ({ documents, weight }: Counted): number => Math.log1p(documents) * (base + weight);
      return [...targets]
        .sort(([, a], [, b]) => score(b) - score(a))
        .map(([url, { documents, anchorText }]) => ({
          url,
          note: `linked by ${documents} document${documents === 1 ? '' : 's'}${anchorText.trim() === '' ? '' : ` as “${anchorText}”`}`,
        }));
    },
  };
}
