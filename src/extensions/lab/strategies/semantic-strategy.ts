import type { LinkPriority } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import type { NounMeanings } from '../../../crawling/priority/strategy-parts.js';
import { likeness, type TopicSight } from '../../../crawling/priority/topic-sight.js';
import type { TopicTerm } from '../../../crawling/priority/term-weights.js';
import { onceFor } from '../../../support/once.js';
import { remember } from '../../../support/remember.js';
import { countTerms, type TermCounts } from '../../../judging/learning/term-counts.js';
import { contributions } from '../../../crawling/priority/simple-strategies.js';

/** Maximum number of words whose relation to the topic is cached. */
const REMEMBERED = 100_000;

/**
 * The semantic crawlers (Batsakis, Petrakis and Milios 2009, section 3.2, equation 4): the mean over page and anchor of
 *
 *     sim(p) = Σ_k Σ_l w_k w_l sim(k, l) / Σ_k Σ_l w_k w_l     k words of the topic, l of the page or anchor
 *
 * sim(k, l) is 1 for the same word and for words of one synset, `hypernym` for a word and its hypernym or hyponym, else 0.
 *
 * Deviations: the topic's words are the heaviest of the corpus. A word has only its most frequent sense, since with every
 * sense nearly all nouns are somehow related. Both similarities are on the scale of `likeness`, relative to the same sum for
 * the topic's words themselves, so that page and anchor have equal weight in the mean.
 *
 * @param hypernym similarity of hypernyms and hyponyms; 0 for synonyms only
 */
export function semantic(
  name: string,
  sight: TopicSight,
  meanings: NounMeanings,
  hypernym: number,
): LinkPriority {
  const similarity = semanticSimilarity(sight, meanings, hypernym);
  const typical = similarity(new Map(sight.terms.map(({ term }) => [term, 1])));
  const ofPage = onceFor((page: Page) => likeness(similarity(sight.pageWords(page)), typical));
  return {
    name,
    prioritise: ({ link, source }) => {
      const page = ofPage(source);
      const anchor = likeness(similarity(countTerms(sight.words(link.anchorText))), typical);
      return {
        value: (page + anchor) / 2,
        reason: `meaning of page ${page.toFixed(3)}, of anchor ${anchor.toFixed(3)}`,
        contributions: contributions({ 'meaning of page': page / 2, 'meaning of anchor': anchor / 2 }),
      };
    },
  };
}

/** Equation 4 for counted words; 0 for none. */
export function semanticSimilarity(
  { terms, weights }: Pick<TopicSight, 'terms' | 'weights'>,
  meanings: NounMeanings,
  hypernym: number,
): (counts: TermCounts) => number {
  const related = createRelation(terms, meanings, hypernym);
  const topicWeight = terms.reduce((sum, { weight }) => sum + weight, 0);
  return (counts) => {
    let total = 0;
    let similar = 0;
    for (const [term, count] of counts) {
      // The paper divides by the highest frequency, which cancels out.
      const weight = count * weights.idf(term);
      total += weight;
      similar += weight * related(term);
    }
    return total === 0 || topicWeight === 0 ? 0 : similar / (total * topicWeight);
  };
}

/** Σ_k w_k sim(k, l) for a word l, cached. */
function createRelation(
  terms: readonly TopicTerm[],
  meanings: NounMeanings,
  hypernym: number,
): (word: string) => number {
  const topic = terms.map(({ term, weight }) => {
    const sense = meanings.senseOf(term);
    return { term, weight, sense, above: sense === undefined ? [] : meanings.hypernymsOf(sense) };
  });
  const relation = (word: string): number => {
    const sense = meanings.senseOf(word);
    const above = sense === undefined || hypernym === 0 ? [] : meanings.hypernymsOf(sense);
    let sum = 0;
    for (const { term, weight, sense: other, above: aboveOther } of topic) {
      if (term === word || (sense !== undefined && other === sense)) sum += weight;
      else if (sense !== undefined && other !== undefined && hypernym > 0) {
        if (above.includes(other) || aboveOther.includes(sense)) sum += hypernym * weight;
      }
    }
    return sum;
  };
  return remember(relation, REMEMBERED);
}
