import type { LinkPriority, Priority } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import { belowThreshold } from './below.js';
import { createFamilies, type FamiliesSnapshot } from './families.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';
import { urlWords } from '../../../crawling/priority/term-weights.js';

/** Share of the keywords that occur on the page. */
export function contentPhase(page: Page, sight: Pick<TopicSight, 'terms' | 'pageWords'>): number {
  const counts = sight.pageWords(page);
  const present = sight.terms.filter(({ term }) => counts.has(term)).length;
  return sight.terms.length === 0 ? 0 : present / sight.terms.length;
}

/** 0 if the URL has no keyword; otherwise above 0.5 (one word of many) up to 1 (all words). */
export function linkPhase(url: string, { terms, words }: Pick<TopicSight, 'terms' | 'words'>): number {
  const tokens = urlWords(url, words, true);
  const keywords = new Set(terms.map(({ term }) => term));
  const matching = tokens.filter((token) => keywords.has(token)).length;
  return matching === 0 ? 0 : 0.5 + (0.5 * matching) / tokens.length;
}

/**
 * The crawler of three learning phases (Devi 2017, table 1): a link is worth
 *
 *     Rs = w1 · Lc + w2 · Ll + w3 · Ls
 *
 * Lc (content): topic keywords on the linking page ({@link contentPhase}). Ll (link): keywords in the URL, all better than
 * some ({@link linkPhase}). Ls (siblings): 1 if most visited children of that page are relevant (set S1 against S2), else 0.
 * A link is selected if Rs is greater than Tr. Queued links are valued again when the majority among their siblings changes.
 * With several parents, the best counts.
 *
 * Deviations: the user of the paper types the keywords; here they are the heaviest words of the corpus. Therefore Lc is a
 * share of them, and "all keywords" in a URL became all words of the URL. URLs are split at every character that is not
 * a letter, not only at `.` and `/`, since titles in URLs are joined by `_`, `-` or `%20`. A page is relevant if the
 * classifier accepts it. Links below Tr come last unless `below` is `drop`.
 */
export function threePhase(sight: TopicSight, settings: StrategySettings['threePhase']): LinkPriority {
  const families = createFamilies(settings.leastChildren);
  const revised = new Map<string, Priority>();
  const valueOf = (url: string): Priority | undefined => {
    const scores = families.parentsOf(url).map(([parent, base]) => {
      const siblings = families.mostRelevant(parent) ? 1 : 0;
      return { siblings, value: base + settings.siblings * siblings };
    });
    const best = scores.reduce((a, b) => (b.value > a.value ? b : a), { siblings: 0, value: 0 });
    const reason = `content, link and siblings ${best.value.toFixed(3)}${best.siblings > 0 ? ', most siblings relevant' : ''}`;
    return best.value > settings.threshold
      ? { value: best.value, reason }
      : belowThreshold(best.value, reason, settings.below);
  };

  return {
    name: 'three-phase',
    prioritise: ({ link, source, entry }) => {
      const base =
        settings.content * contentPhase(source, sight) + settings.link * linkPhase(link.url, sight);
      families.add(entry.url, link.url, base);
      return valueOf(link.url);
    },
    observe: ({ url, judgement, links = [] }) => {
      for (const turned of families.visit(url, judgement?.accepted, links)) {
        const priority = valueOf(turned);
        if (priority !== undefined) revised.set(turned, priority);
      }
    },
    revisions: () => {
      const all = [...revised];
      revised.clear();
      return all;
    },
    snapshot: () => families.snapshot(),
    restore: (snapshot) => families.restore(snapshot as FamiliesSnapshot),
  };
}
