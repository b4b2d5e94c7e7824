import { documentFrequencies, type DocumentFrequencies, type TermCounts } from '../learning/term-counts.js';
import { onceFor } from '../../support/once.js';
import { LEAST_NOUNS, votesOf, type TermModel } from './calibrated-score.js';
import { weightedMean } from './influence.js';
import type { PageContent } from './page-content.js';
import type { DocumentProfile } from './profile.js';
import type { Contribution, Scorer, TrainingSet } from './scorer.js';

/** Document frequencies of nouns in corpus and background. */
export interface NounRatioParameters {
  readonly corpusDocuments: number;
  readonly backgroundDocuments: number;
  readonly nouns: readonly string[];
  readonly inCorpus: readonly number[];
  readonly inBackground: readonly number[];
}

/** Counts nouns for {@link nounRatioScorer}. Nouns in a single background text are ignored, and texts of weight 0. */
export function trainNounRatio({ corpus, background }: TrainingSet): NounRatioParameters {
  const own = countNouns(corpus);
  const others = countNouns(background.filter(({ weight }) => weight !== 0));
  // A background that was read without nouns says nothing about those of the corpus.
  const known = others.byTerm.size === 0 ? [] : [...own.byTerm.keys(), ...others.byTerm.keys()];
  const nouns = [...new Set(known)]
    .filter((noun) => own.byTerm.has(noun) || (others.byTerm.get(noun) ?? 0) > 1)
    .sort();
  return {
    corpusDocuments: own.documents,
    backgroundDocuments: others.documents,
    nouns,
    inCorpus: nouns.map((noun) => own.byTerm.get(noun) ?? 0),
    inBackground: nouns.map((noun) => others.byTerm.get(noun) ?? 0),
  };
}

/** The counts that were learned. */
export function countsOfNouns(parameters: NounRatioParameters): TermModel {
  const places = new Map(parameters.nouns.map((noun, place) => [noun, place]));
  const count = (counts: readonly number[]) => (noun: string) => counts[places.get(noun) ?? -1] ?? 0;
  return {
    topic: { documents: Math.max(parameters.corpusDocuments, 1), of: count(parameters.inCorpus) },
    background: {
      documents: Math.max(parameters.backgroundDocuments, 1),
      of: count(parameters.inBackground),
    },
    generalFrequency: () => 0,
  };
}

/**
 * Scores pages as the calibrated rule does with a background: the weighted mean over the page's nouns of IDF in the
 * background minus IDF in the topic ({@link votesOf}), without the correction for length.
 */
export function nounRatioScorer(model: TermModel): Scorer {
  /** Score and contributions read the same votes. */
  const votesIn = onceFor((nouns: DocumentProfile) => votesOf(nouns, model));
  return {
    score: ({ nouns }) => {
      const votes = votesIn(nouns);
      return votes.length < LEAST_NOUNS ? null : weightedMean(votes);
    },
    contributions: ({ nouns }) => {
      const votes = votesIn(nouns);
      let total = 0;
      for (const { weight } of votes) total += weight;
      const contributions: Contribution[] = [];
      for (const { lemma, documents, value, weight } of votes)
        contributions.push({ term: lemma, documents, pull: total === 0 ? 0 : (weight * value) / total });
      return contributions;
    },
  };
}

function countNouns(contents: readonly PageContent[]): DocumentFrequencies {
  return documentFrequencies(contents.map(({ nouns }) => mentionsOf(nouns)));
}

/** Mentions by noun; a text is counted in several folds. */
const mentionsOf = onceFor(
  ({ lemmas, mentions }: DocumentProfile): TermCounts =>
    new Map(lemmas.map((lemma, index) => [lemma, mentions[index] ?? 1])),
);
