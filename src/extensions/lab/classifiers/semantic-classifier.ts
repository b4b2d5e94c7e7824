import type { Learner } from '../../../judging/classifiers/classifier.js';
import { compareTerms, documentFrequencies, type TermCounts } from '../../../judging/learning/term-counts.js';
import type { PageContent } from '../../../judging/topic/page-content.js';
import { rounded } from '../../../support/statistics.js';
import type { Contribution, Scorer, TrainingSet } from '../../../judging/topic/scorer.js';
import { trainedClassifier } from '../../../judging/topic/trained-rule.js';
import type { NounExpansion, TopicExpansion } from '../../../model/topic.js';

/** A noun that represents the topic. */
interface TopicTerm {
  readonly lemma: string;
  readonly weight: number;
  readonly documents: number;
  readonly expansion?: NounExpansion;
}

/** Parameters of the semantic classifier. */
export interface SemanticParameters {
  readonly terms: readonly TopicTerm[];
  /** True if hypernyms and hyponyms count half, or synonyms only. */
  readonly hypernyms: boolean;
  /** N, and `n` of every noun of two documents or more. */
  readonly documents: number;
  readonly frequencies: Readonly<Record<string, number>>;
}

/** Number of nouns that represent the topic; in the paper, a user describes a topic by a handful of words. */
const TOPIC_TERMS = 50;
const HYPERNYM_SIMILARITY = 0.5;

/**
 * Learns the semantic classifier: the terms of the topic and their weights, the mean over the corpus of
 * `(f / max f) · log(N / n)` (Batsakis et al. 2009, section 3.1, equation 2), N and n over corpus and background; and
 * takes what the terms may also be called from the topic's expansion.
 */
export function trainSemantic(
  { corpus, background }: TrainingSet,
  { hypernyms, expansion }: { readonly hypernyms: boolean; readonly expansion: TopicExpansion },
): SemanticParameters {
  const own = corpus.map(countsOf);
  const all = documentFrequencies([...own, ...background.map(countsOf)]);
  const ownFrequencies = documentFrequencies(own).byTerm;
  const sums = new Map<string, number>();
  for (const counts of own) {
    for (const [lemma, weight] of weightsOf(counts, all.documents, (noun) => all.byTerm.get(noun)))
      sums.set(lemma, (sums.get(lemma) ?? 0) + weight / own.length);
  }
  const terms = [...sums]
    .sort(([a, high], [b, low]) => low - high || compareTerms(a, b))
    .slice(0, TOPIC_TERMS)
    .map(([lemma, weight]): TopicTerm => {
      const expanded = expansion.get(lemma);
      return {
        lemma,
        weight: rounded(weight),
        documents: ownFrequencies.get(lemma) ?? 0,
        expansion: expanded,
      };
    });
  const frequent = [...all.byTerm].filter(([, count]) => count > 1).sort(([a], [b]) => compareTerms(a, b));
  return { terms, hypernyms, documents: all.documents, frequencies: Object.fromEntries(frequent) };
}

/**
 * Scores pages by the semantic similarity of page and topic (Batsakis et al. 2009, section 3.2, equation 4; there, the
 * content half of a link's priority):
 *
 *     sim(p) = Σ_k Σ_l w_k w_l sim(k, l) / Σ_k Σ_l w_k w_l,   k terms of the topic, l of the page
 *
 * sim(k, l) is 1 for the same noun and its synonyms, 0.5 for what its expansion has above and below it, where hypernyms are
 * asked for, else 0. The paper expands a noun by all senses that WordNet has of it, and found its semantic crawlers worse
 * than plain best-first; here the topic's expansion says what a noun means in the topic.
 */
export function semanticScorer(parameters: SemanticParameters): Scorer {
  const { terms, documents } = parameters;
  const frequencies = new Map(Object.entries(parameters.frequencies));
  const topicWeight = terms.reduce((sum, { weight }) => sum + weight, 0);
  const similar = createSimilarity(parameters);
  const parts = (
    content: PageContent,
  ): { readonly total: number; readonly shares: readonly Contribution[] } => {
    const weights = weightsOf(countsOf(content), documents, (noun) => frequencies.get(noun));
    let total = 0;
    const shares = [...weights].map(([term, weight]): Contribution => {
      total += weight;
      const { similarity, known } = similar(term);
      return { term, documents: known, pull: weight * similarity };
    });
    return { total, shares };
  };
  return {
    score: (content) => {
      const { total, shares } = parts(content);
      return total === 0 || topicWeight === 0
        ? null
        : shares.reduce((sum, { pull }) => sum + pull, 0) / (total * topicWeight);
    },
    contributions: (content) => {
      const { total, shares } = parts(content);
      return total === 0 || topicWeight === 0
        ? []
        : shares.map((share) => ({ ...share, pull: share.pull / (total * topicWeight) }));
    },
  };
}

interface Similarity {
  /** Σ_k w_k sim(k, l). */
  readonly similarity: number;
  /** Number of documents of the corpus with the noun itself. */
  readonly known: number;
}

/** All words for the terms of the topic, with their weights. */
function createSimilarity({ terms, hypernyms }: SemanticParameters): (lemma: string) => Similarity {
  const known = new Map(terms.map(({ lemma, documents }) => [lemma, documents]));
  const worth = new Map<string, number>();
  for (const { lemma, weight, expansion = { synonyms: [], related: [] } } of terms) {
    const same = new Set([lemma, ...expansion.synonyms]);
    const near = new Set(hypernyms ? expansion.related.filter((word) => !same.has(word)) : []);
    for (const word of same) worth.set(word, (worth.get(word) ?? 0) + weight);
    for (const word of near) worth.set(word, (worth.get(word) ?? 0) + HYPERNYM_SIMILARITY * weight);
  }
  return (lemma) => ({ similarity: worth.get(lemma) ?? 0, known: known.get(lemma) ?? 0 });
}

/** `(f / max f) · ln(N / n)`; an unknown noun counts as occurring in a single document. */
function weightsOf(
  counts: TermCounts,
  documents: number,
  frequency: (lemma: string) => number | undefined,
): ReadonlyMap<string, number> {
  const highest = Math.max(1, ...counts.values());
  const weights = new Map<string, number>();
  for (const [lemma, count] of counts)
    weights.set(lemma, (count / highest) * Math.log(documents / (frequency(lemma) ?? 1)));
  return weights;
}

function countsOf({ nouns }: PageContent): TermCounts {
  return new Map(nouns.lemmas.map((lemma, index) => [lemma, nouns.mentions[index] ?? 1]));
}

function learner(name: string, hypernyms: boolean): Learner<SemanticParameters> {
  return {
    name,
    uses: ['expansion'],
    learn: (set, { expansion }) => trainSemantic(set, { hypernyms, expansion }),
    scorer: semanticScorer,
  };
}

/** Cosine that counts WordNet synonyms as well. */
export const semantic = trainedClassifier(learner('semantic', false), { reads: 'links' });

/** The same, with hypernyms and hyponyms counting half. */
export const semanticHypernyms = trainedClassifier(learner('semantic-hypernyms', true), { reads: 'links' });
