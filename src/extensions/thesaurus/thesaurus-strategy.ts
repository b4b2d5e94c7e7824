import { createThesaurusMatcher } from './thesaurus-rule.js';
import type { LinkPriority } from '../../model/crawl-event.js';
import type { PageLink } from '../../model/page.js';
import type { ThesaurusEntry, TopicThesaurus } from '../../model/thesaurus.js';
import type { NounMeanings, StrategyMaker } from '../../crawling/priority/strategy-parts.js';
import type { StrategySettings } from '../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../crawling/priority/topic-sight.js';
import { type TopicTerm, urlWords } from '../../crawling/priority/term-weights.js';
import { contributions } from '../../crawling/priority/simple-strategies.js';

/** Maximum number of steps up in the dictionary; WordNet is not deeper. */
const MAX_STEPS = 20;

/**
 * A thesaurus of the heaviest words of a corpus, for users without one. Words form a tree if one is a direct or indirect
 * hypernym of another; the topmost word names the tree. An unrelated word is a tree of its own.
 */
export function thesaurusOf(terms: readonly TopicTerm[], meanings: NounMeanings): TopicThesaurus {
  const bySense = new Map<number, string>();
  for (const { term } of terms) {
    const sense = meanings.senseOf(term);
    if (sense !== undefined && !bySense.has(sense)) bySense.set(sense, term);
  }
  const entries = terms.map(({ term }): ThesaurusEntry => {
    const above: string[] = [];
    let sense = meanings.senseOf(term);
    for (let step = 0; sense !== undefined && step < MAX_STEPS; step += 1) {
      sense = meanings.hypernymsOf(sense)[0];
      const broader = sense === undefined ? undefined : bySense.get(sense);
      if (broader !== undefined && broader !== term) above.push(broader);
    }
    return { label: term, facet: above.at(-1) ?? term, depth: above.length };
  });
  return { entries, negatives: [] };
}

/**
 * Scores links as the thesaurus crawler does (Badia, Muezzinoglu and Nasraoui 2006, filtering phase: "for links to the page, we score
 * an anchor window against the thesaurus; for a URL, we build a list of individual words, disregard the site name and score
 * the remaining words"). The paper states that diversity counts rather than frequency, that deeper words weigh more, that
 * each facet is scored separately, and that negative words subtract. The numbers are ours:
 *
 *     D_f      = Σ over the distinct entries of facet f of (1 + depth / 2)
 *     score    = Σ_f ln(1 + D_f) − ln(1 + 2 · distinct negatives)
 *     priority = u · squash(score of the URL) + (1 − u) · squash(score of the best anchor window)
 *
 * `squash(s) = s / (1 + |s|)`. The paper scores fetched pages this way; here, links are scored before they are fetched.
 */
export function thesaurusPriority(
  sight: TopicSight,
  thesaurus: TopicThesaurus,
  settings: StrategySettings['thesaurus'],
): LinkPriority {
  const score = createScore(sight, thesaurus, settings);
  const windowScore = (link: PageLink): number => {
    const windows = link.places?.map(({ context }) => context) ?? [link.anchorText];
    return Math.max(...[...windows, link.anchorText].map((text) => score(sight.words(text))));
  };
  return {
    name: 'thesaurus',
    prioritise: ({ link }) => {
      const url = squash(score(urlWords(link.url, sight.words, false)));
      const anchor = squash(windowScore(link));
      return {
        value: settings.urlWeight * url + (1 - settings.urlWeight) * anchor,
        reason: `thesaurus: URL ${url.toFixed(3)}, anchor window ${anchor.toFixed(3)}`,
        contributions: contributions({
          URL: settings.urlWeight * url,
          'anchor window': (1 - settings.urlWeight) * anchor,
        }),
      };
    },
  };
}

/** Makes the strategy for a crawl: by the thesaurus that is given, else by one of the topic's words. */
export const makeThesaurusPriority: StrategyMaker = ({ sight, meanings, thesaurus, settings }) => {
  const topic = sight();
  const words = thesaurus ?? thesaurusOf(topic.terms, meanings());
  return thesaurusPriority(topic, words, settings.thesaurus);
};

function squash(score: number): number {
  return score / (1 + Math.abs(score));
}

/** Scores a sequence of words. */
function createScore(
  { words }: TopicSight,
  thesaurus: TopicThesaurus,
  { depthWeight, negativeWeight }: StrategySettings['thesaurus'],
): (text: readonly string[]) => number {
  const match = createThesaurusMatcher(thesaurus, words);
  return (text) => {
    const { entries, negatives } = match(text);
    const facets = new Map<string, number>();
    for (const { facet, depth } of entries.keys())
      facets.set(facet, (facets.get(facet) ?? 0) + 1 + depthWeight * depth);
    const good = [...facets.values()].reduce((sum, diversity) => sum + Math.log1p(diversity), 0);
    return good - Math.log1p(negativeWeight * negatives.size);
  };
}
