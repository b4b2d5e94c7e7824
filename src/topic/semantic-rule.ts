import { compareTerms, documentFrequencies, type TermCounts } from '../learning/terms.js';
import type { PageContent } from './page-content.js';
import { rounded } from './rounding.js';
import type { Contribution, Scorer, TrainingSet } from './scorer.js';

/** What nouns mean: port of a dictionary such as WordNet, as far as the semantic classifier asks it. */
export interface NounMeanings {
  /** The most frequent sense of a noun, as a number; undefined when the dictionary does not hold the noun. */
  senseOf(lemma: string): number | undefined;
  /** The senses right above a sense. */
  hypernymsOf(sense: number): readonly number[];
}

/** A noun that stands for the topic. */
interface TopicTerm {
  readonly lemma: string;
  readonly weight: number;
  readonly documents: number;
  readonly sense?: number;
  readonly hypernyms: readonly number[];
}

/** What the semantic classifier learned. */
export interface SemanticParameters {
  readonly terms: readonly TopicTerm[];
  /** Whether hypernyms and hyponyms count half, or synonyms only. */
  readonly hypernyms: boolean;
  /** N, and `n` of every noun of two documents or more. */
  readonly documents: number;
  readonly frequencies: Readonly<Record<string, number>>;
}

/** Nouns that stand for the topic; the paper's topics are described by a handful of words, which a user chose. */
const TOPIC_TERMS = 50;
const HYPERNYM_SIMILARITY = 0.5;

/**
 * Learns the semantic classifier: the terms of the topic and their weights, the mean over the corpus of
 * `(f / max f) · log(N / n)` (Batsakis et al. 2009, section 3.1, equation 2), N and n over corpus and background.
 */
export function trainSemantic(
  { corpus, background }: TrainingSet,
  { hypernyms, meanings }: { readonly hypernyms: boolean; readonly meanings: NounMeanings },
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
      const sense = meanings.senseOf(lemma);
      return {
        lemma,
        weight: rounded(weight),
        documents: ownFrequencies.get(lemma) ?? 0,
        ...(sense === undefined ? {} : { sense }),
        hypernyms: sense === undefined ? [] : meanings.hypernymsOf(sense),
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
 * sim(k, l) is 1 for the same noun and for nouns of one synset, 0.5 where one is a hypernym of the other and hypernyms are
 * asked for, else 0. A noun stands for its most frequent sense, as in the authors' own retrieval method (Hliaoutakis et al. 2006):
 * with every sense, nearly all nouns are somehow related.
 */
export function semanticScorer(parameters: SemanticParameters, meanings: NounMeanings): Scorer {
  const { terms, documents } = parameters;
  const frequencies = new Map(Object.entries(parameters.frequencies));
  const topicWeight = terms.reduce((sum, { weight }) => sum + weight, 0);
  const similar = createSimilarity(parameters, meanings);
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
  /** Documents of the corpus that hold the noun itself. */
  readonly known: number;
}

/** Remembers answers: pages hold the same nouns again and again. */
function createSimilarity(
  { terms, hypernyms }: SemanticParameters,
  meanings: NounMeanings,
): (lemma: string) => Similarity {
  const answers = new Map<string, Similarity>();
  const answer = (lemma: string): Similarity => {
    const sense = meanings.senseOf(lemma);
    const above = sense === undefined || !hypernyms ? [] : meanings.hypernymsOf(sense);
    let similarity = 0;
    for (const term of terms) {
      if (term.lemma === lemma || (sense !== undefined && term.sense === sense)) similarity += term.weight;
      else if (hypernyms && sense !== undefined && term.sense !== undefined) {
        const related = above.includes(term.sense) || term.hypernyms.includes(sense);
        if (related) similarity += HYPERNYM_SIMILARITY * term.weight;
      }
    }
    return { similarity, known: terms.find((term) => term.lemma === lemma)?.documents ?? 0 };
  };
  return (lemma) => {
    const known = answers.get(lemma);
    if (known !== undefined) return known;
    if (answers.size >= MOST_ANSWERS) answers.clear();
    const found = answer(lemma);
    answers.set(lemma, found);
    return found;
  };
}

const MOST_ANSWERS = 100_000;

/** `(f / max f) · ln(N / n)`; a noun that was never counted is as rare as one of a single document. */
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
