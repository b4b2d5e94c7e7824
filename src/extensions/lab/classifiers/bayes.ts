import type { Learner } from '../../../judging/classifiers/classifier.js';
import { sectionFrequencies } from '../../../judging/learning/tf-idf.js';
import { type SparseVector, dotDense } from '../../../support/numeric/sparse-vector.js';
import {
  type TermCounts,
  documentFrequencies,
  vocabularyOf,
  compareTerms,
} from '../../../judging/learning/term-counts.js';
import type { PageContent } from '../../../judging/topic/page-content.js';
import { addToList } from '../../../support/add-to-list.js';
import { rounded } from '../../../support/statistics.js';
import type { Contribution, Scorer, TrainingSet } from '../../../judging/topic/scorer.js';
import { trainedClassifier } from '../../../judging/topic/trained-rule.js';
import { type TermWeights, learnTermWeights, SECTION_WEIGHTS, weightedVector } from './itfidf.js';

/** A document with the name of its class. */
interface LabelledDocument {
  readonly label: string;
  readonly counts: TermCounts;
}

/**
 * Mutual information of each term with its best class (Lu et al. 2016, section 3.1; Yang and Pedersen 1997, there I_max):
 *
 *     MI(t, c) = log( P(t, c) / (P(t) · P(c)) ),   MI(t) = max over c of MI(t, c)
 *
 * probabilities over documents. Natural logarithm; classes without the term are ignored.
 */
export function mutualInformation(documents: readonly LabelledDocument[]): ReadonlyMap<string, number> {
  const all = documentFrequencies(documents.map(({ counts }) => counts));
  const best = new Map<string, number>();
  for (const members of byLabel(documents).values()) {
    const inClass = documentFrequencies(members);
    for (const [term, both] of inClass.byTerm) {
      const expected = (all.byTerm.get(term) ?? 0) * inClass.documents;
      const value = Math.log((both * all.documents) / expected);
      best.set(term, Math.max(best.get(term) ?? Number.NEGATIVE_INFINITY, value));
    }
  }
  return best;
}

/** Minimum documents with a term: three, and one in five hundred. */
const MIN_DOCUMENTS = 3;

const DOCUMENTS_FOR_EACH = 500;

/**
 * Prunes the feature space (Lu et al. 2016, section 3.1): the `keep` terms of the highest mutual information.
 *
 * The paper keeps terms above an unspecified threshold. Pointwise mutual information is highest for terms in a single document,
 * which are useless to a classifier: on Reuters-21578, F1 falls to a third. So terms in fewer than three documents, or in
 * fewer than one in five hundred, are removed first. Ties are resolved by frequency, then alphabetically.
 */
export function pruneByMutualInformation(documents: readonly LabelledDocument[], keep: number): string[] {
  const { byTerm } = documentFrequencies(documents.map(({ counts }) => counts));
  const leastDocuments = Math.max(MIN_DOCUMENTS, documents.length / DOCUMENTS_FOR_EACH);
  return [...mutualInformation(documents)]
    .filter(([term]) => (byTerm.get(term) ?? 0) >= leastDocuments)
    .sort(
      ([a, high], [b, low]) =>
        low - high || (byTerm.get(b) ?? 0) - (byTerm.get(a) ?? 0) || compareTerms(a, b),
    )
    .slice(0, keep)
    .map(([term]) => term)
    .sort(compareTerms);
}

function byLabel(documents: readonly LabelledDocument[]): ReadonlyMap<string, readonly TermCounts[]> {
  const groups = new Map<string, TermCounts[]>();
  for (const { label, counts } of documents) addToList(groups, label, counts);
  return groups;
}

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
interface BayesSettings {
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
function trainBayes(
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
function bayesScorer({ terms, documents, factors, ratios, prior }: BayesParameters): Scorer {
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

/** A multinomial Naive Bayes model of some classes, by class: log priors, and log likelihoods by place. */
interface NaiveBayes {
  readonly labels: readonly string[];
  readonly logPriors: readonly number[];
  readonly logLikelihoods: readonly (readonly number[])[];
}

/** A document to learn from. */
interface LabelledVector {
  readonly label: string;
  readonly vector: SparseVector;
}

/**
 * Learns multinomial Naive Bayes with add-one smoothing (McCallum and Nigam 1998), on weights in place of counts, as
 * Lu et al. 2016, section 3.3:
 *
 *     P(c) = N_c / N,   P(t|c) = (1 + Σ_{d in c} w_td) / (|V| + Σ_{t'} Σ_{d in c} w_t'd)
 *
 * @param size |V|, the number of places
 * @param smoothing added to each sum; 1 in the paper
 */
export function trainNaiveBayes(
  documents: readonly LabelledVector[],
  size: number,
  smoothing = 1,
): NaiveBayes {
  const labels = [...new Set(documents.map(({ label }) => label))].sort();
  const members = labels.map((label) => documents.filter((document) => document.label === label));
  return {
    labels,
    logPriors: members.map((group) => Math.log(group.length / documents.length)),
    logLikelihoods: members.map((group) => logLikelihoods(group, size, smoothing)),
  };
}

function logLikelihoods(group: readonly LabelledVector[], size: number, smoothing: number): number[] {
  const sums = new Float64Array(size).fill(smoothing);
  let total = smoothing * size;
  for (const { vector } of group) {
    for (const [index, place] of vector.places.entries()) {
      const value = vector.values[index] ?? 0;
      sums[place] = (sums[place] ?? 0) + value;
      total += value;
    }
  }
  return Array.from(sums, (value) => Math.log(value / total));
}
