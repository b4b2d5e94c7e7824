import type { Learner } from '../../../judging/classifiers/classifier.js';
import { sectionFrequencies } from '../../../judging/learning/tf-idf.js';
import { dotDense } from '../../../support/numeric/sparse-vector.js';
import { documentFrequencies, vocabularyOf, type TermCounts } from '../../../judging/learning/term-counts.js';
import type { PageContent } from '../../../judging/topic/page-content.js';
import { rounded } from '../../../support/statistics.js';
import type { Contribution, Scorer, TrainingSet } from '../../../judging/topic/scorer.js';
import { trainedClassifier } from '../../../judging/topic/trained-rule.js';
import { learnTermWeights, SECTION_WEIGHTS, weightedVector, type TermWeights } from './itfidf.js';
import { pruneByMutualInformation } from './mutual-information.js';
import { trainNaiveBayes } from './naive-bayes.js';

/** Parameters of a Naive Bayes classifier, by term. */
export interface BayesParameters {
  readonly terms: readonly string[];
  /** Number of documents of the corpus with each term. */
  readonly documents: readonly number[];
  /** Factor of a term's frequency. */
  readonly factors: readonly number[];
  /** `ln P(t|topic) − ln P(t|others)`. */
  readonly ratios: readonly number[];
  /** `ln P(topic) − ln P(others)`. */
  readonly prior: number;
}

/** Settings of learning a Naive Bayes classifier. */
export interface BayesSettings {
  /** ITFIDF as in the paper, or TFIDF, which the paper compares it with. */
  readonly scheme: 'itfidf' | 'tfidf';
  /** Number of terms that pruning by mutual information keeps. */
  readonly features: number;
}

const TOPIC = 'topic';
const OTHERS = 'others';

/**
 * Learns the page classifier of Lu et al. 2016, section 3: features pruned by mutual information, ITFIDF weights over the
 * page's four sections, multinomial Naive Bayes. Two classes: the topic, and everything else.
 *
 * In the paper, the other class is labelled. Here, an unlabelled background stands in for it, and the threshold is learned
 * ({@link learnBoundary}); with labelled texts, the paper's rule is even odds.
 */
export function trainBayes(
  { corpus, background }: TrainingSet,
  { scheme, features }: BayesSettings,
): BayesParameters {
  const own = corpus.map(frequenciesOf);
  const others = background.map(frequenciesOf);
  const terms = pruneByMutualInformation(
    [
      ...own.map((counts) => ({ label: TOPIC, counts })),
      ...others.map((counts) => ({ label: OTHERS, counts })),
    ],
    features,
  );
  const learned = learnTermWeights([...own, ...others], vocabularyOf(terms), scheme);
  const weights = { ...learned, factors: learned.factors.map(rounded) };
  const labelled = (label: string, documents: readonly TermCounts[]) =>
    documents.map((counts) => ({ label, vector: weightedVector(counts, weights) }));
  const model = trainNaiveBayes([...labelled(OTHERS, others), ...labelled(TOPIC, own)], terms.length);
  const [otherLikelihoods = [], topicLikelihoods = []] = model.logLikelihoods;
  const [otherPrior = 0, topicPrior = 0] = model.logPriors;
  const ownFrequencies = documentFrequencies(own);
  return {
    terms,
    documents: terms.map((term) => ownFrequencies.byTerm.get(term) ?? 0),
    factors: weights.factors,
    ratios: topicLikelihoods.map((likelihood, place) => rounded(likelihood - (otherLikelihoods[place] ?? 0))),
    prior: rounded(topicPrior - otherPrior),
  };
}

/** Scores pages by the log odds of Naive Bayes. */
export function bayesScorer({ terms, documents, factors, ratios, prior }: BayesParameters): Scorer {
  const weights: TermWeights = { vocabulary: vocabularyOf(terms), factors };
  return {
    score: (content) => {
      const vector = weightedVector(frequenciesOf(content), weights);
      return vector.places.length === 0 ? null : prior + dotDense(vector, ratios);
    },
    contributions: (content) => {
      const vector = weightedVector(frequenciesOf(content), weights);
      return vector.places.map((place, index): Contribution => ({
        term: terms[place] ?? '',
        documents: documents[place] ?? 0,
        pull: (vector.values[index] ?? 0) * (ratios[place] ?? 0),
      }));
    },
  };
}

function frequenciesOf({ sections }: PageContent): TermCounts {
  return sectionFrequencies(sections, SECTION_WEIGHTS);
}

function bayes(name: string, scheme: BayesSettings['scheme']): Learner<BayesParameters> {
  return {
    name,
    uses: ['features'],
    learn: (set, { features }) => trainBayes(set, { scheme, features }),
    scorer: bayesScorer,
  };
}

/** Naive Bayes on ITFIDF weights. */
export const itfidfBayes = trainedClassifier(bayes('itfidf-bayes', 'itfidf'), { reads: 'words' });

/** Naive Bayes on TFIDF weights, with which the paper compares the other. */
export const tfidfBayes = trainedClassifier(bayes('tfidf-bayes', 'tfidf'), { reads: 'words' });
