import type {
  SettledStrategy,
  StrategyMaker,
  NounMeanings,
} from '../../../crawling/priority/strategy-parts.js';
import type { LinkPriority } from '../../../model/crawl-event.js';
import { contentBlocks, linkContext, linkPriorityEvaluation, threePhase } from './three-phase.js';
import { type HmmEvidence, hiddenMarkov } from './hmm/hmm.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import { type TopicSight, likeness } from '../../../crawling/priority/topic-sight.js';
import { contributions } from '../../../crawling/priority/simple-strategies.js';
import type { Page } from '../../../model/page.js';
import type { TopicTerm } from '../../../crawling/priority/term-weights.js';
import { onceFor } from '../../../support/once.js';
import { remember } from '../../../support/remember.js';
import { type TermCounts, countTerms } from '../../../judging/learning/term-counts.js';

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

/** The strategies of papers by name, each as made for a crawl. */
export const MAKERS = {
  'semantic-synonym': ({ sight, meanings }) => semantic('semantic-synonym', sight(), meanings(), 0),
  'semantic-hypernym': ({ sight, meanings, settings }) =>
    semantic('semantic-hypernym', sight(), meanings(), settings.semantic.hypernymSimilarity),
  hmm: (parts) => hmm('hmm', 'path', parts),
  'hmm-centroid': (parts) => hmm('hmm-centroid', 'path-page', parts),
  'hmm-centroid-anchor': (parts) => hmm('hmm-centroid-anchor', 'path-page-anchor', parts),
  'link-context': ({ sight }) => linkContext(sight()),
  cbp: ({ sight, settings }) => contentBlocks(sight(), settings.lpe),
  lpe: ({ sight, settings }) => linkPriorityEvaluation(sight(), settings.lpe),
  'three-phase': ({ sight, settings }) => threePhase(sight(), settings.threePhase),
  'shark-search': ({ sight, settings }) => sharkSearch(sight(), settings.sharkSearch),
} as const satisfies Readonly<Record<string, StrategyMaker>>;

/** A strategy of the family of hidden Markov models. */
function hmm(name: string, evidence: HmmEvidence, { sight, settings, label }: SettledStrategy): LinkPriority {
  return hiddenMarkov(name, sight(), { evidence, settings: settings.hmm, seed: settings.seed, label });
}

/** Score that a link inherits from its page: the page's own relevance or, if it has none, what the page inherited. */
export function inheritedScore(
  page: number,
  inheritedByPage: number,
  { decay, relevant }: StrategySettings['sharkSearch'],
): number {
  return decay * (page >= relevant ? page : inheritedByPage);
}

/**
 * Shark-search (Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur 1998, "The shark-search algorithm", figure 2):
 *
 *     inherited(child)    = δ · sim(page) if the page is relevant, else δ · inherited(page)
 *     anchor_context      = 1 if the anchor is relevant, else sim(context)
 *     neighbourhood(link) = β · sim(anchor) + (1 − β) · anchor_context
 *     potential(child)    = γ · inherited(child) + (1 − γ) · neighbourhood(link)
 *
 * The inherited score is queued with the URL (`Priority.state`); seeds inherit nothing.
 *
 * Deviation: a page or an anchor is relevant from `relevant` on the scale of `likeness`, instead of above 0.
 */
export function sharkSearch(sight: TopicSight, settings: StrategySettings['sharkSearch']): LinkPriority {
  return {
    name: 'shark-search',
    prioritise: ({ link, source, entry }) => {
      const page = sight.pageLikeness(source);
      const inherited = inheritedScore(page, entry.priority.state?.[0] ?? 0, settings);
      const anchor = sight.anchorLikeness(link);
      const context = anchor >= settings.relevant ? 1 : sight.contextLikeness(link);
      const neighbourhood = settings.anchor * anchor + (1 - settings.anchor) * context;
      return {
        value: settings.inherited * inherited + (1 - settings.inherited) * neighbourhood,
        reason: `inherited ${inherited.toFixed(3)}, neighbourhood ${neighbourhood.toFixed(3)}`,
        contributions: contributions({
          inherited: settings.inherited * inherited,
          neighbourhood: (1 - settings.inherited) * neighbourhood,
        }),
        state: [inherited],
      };
    },
  };
}
