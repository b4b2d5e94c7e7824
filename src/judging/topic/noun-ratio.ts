import { documentFrequencies, type DocumentFrequencies, type TermCounts } from '../learning/term-counts.js';
import { onceFor } from '../../support/once.js';
import type { PageContent } from './page-content.js';
import type { DocumentProfile } from '../../knowledge/krs/document-profile.js';
import type { Scorer, TrainingSet, ConceptNouns, Contribution } from './scorer.js';

/** Document frequencies of nouns. */
export interface NounCounts {
  readonly documents: number;
  readonly of: (lemma: string) => number;
}

/** Document frequencies of nouns in topic and background. */
export interface TermModel {
  readonly topic: NounCounts;
  readonly background: NounCounts;
}

/** Added to counts, so that a noun that was never seen has a finite IDF. */
const SMOOTHING = 0.5;
/** Minimum number of distinct nouns of a page; the implementation of Hernandez et al. 2020 also ignores pages with ten or fewer. */
const MIN_NOUNS = 10;

/** `log2((N + 1) / (n + 0.5))`: the IDF of Hernandez et al. 2020, smoothed, so that unknown nouns count as the rarest. */
export function smoothedIdf(documents: number, documentsWithTerm: number): number {
  return Math.log2((documents + 1) / (documentsWithTerm + SMOOTHING));
}

/** Document frequencies of nouns in corpus and background, as they are learned. */
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

export function countsOfNouns(parameters: NounRatioParameters): TermModel {
  const places = new Map(parameters.nouns.map((noun, place) => [noun, place]));
  const count = (counts: readonly number[]) => (noun: string) => counts[places.get(noun) ?? -1] ?? 0;
  return {
    topic: { documents: Math.max(parameters.corpusDocuments, 1), of: count(parameters.inCorpus) },
    background: {
      documents: Math.max(parameters.backgroundDocuments, 1),
      of: count(parameters.inBackground),
    },
  };
}

/** A noun of a page with its value in the score. */
interface NounVote {
  readonly lemma: string;
  readonly documents: number;
  readonly value: number;
  readonly weight: number;
}

/**
 * The votes of a page's nouns. `f` is the number of mentions, `N`, `n` the documents of the topic and those with the noun, `B`, `b`
 * likewise of the background, and M = min(N, B):
 *
 *     value   log2( (n·M/N + 0.5) / (b·M/B + 0.5) ): IDF in the background less IDF in the topic, both smoothed alike
 *     weight  log2(1 + f) · log2(1 + B / (b + 1))
 */
function votesOf({ lemmas, mentions }: DocumentProfile, { topic, background }: TermModel): NounVote[] {
  const scale = Math.min(topic.documents, background.documents);
  return lemmas.map((lemma, place) => {
    const [documents, elsewhere] = [topic.of(lemma), background.of(lemma)];
    const here = (documents * scale) / topic.documents + SMOOTHING;
    const there = (elsewhere * scale) / background.documents + SMOOTHING;
    const rarity = Math.log2(1 + background.documents / (elsewhere + 1));
    const weight = rarity * Math.log2(1 + (mentions[place] ?? 1));
    return { lemma, documents, value: Math.log2(here / there), weight };
  });
}

/**
 * Scores pages by the rule of Hernandez et al. 2020 with a background: the weighted mean over the page's nouns of IDF in the
 * background minus IDF in the topic ({@link votesOf}).
 */
export function nounRatioScorer(model: TermModel): Scorer {
  /** Score and contributions read the same votes, with the sum of their weights. */
  const votesIn = onceFor((nouns: DocumentProfile) => {
    const votes = votesOf(nouns, model);
    return { votes, weights: votes.reduce((sum, { weight }) => sum + weight, 0) };
  });
  return {
    score: ({ nouns }) => {
      const { votes, weights } = votesIn(nouns);
      if (votes.length < MIN_NOUNS) return null;
      return votes.reduce((sum, { value, weight }) => sum + weight * value, 0) / weights;
    },
    contributions: ({ nouns }) => {
      const { votes, weights } = votesIn(nouns);
      return votes.map(({ lemma, documents, value, weight }) => ({
        ...{ term: lemma, documents },
        pull: weights === 0 ? 0 : (weight * value) / weights,
      }));
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

/**
 * Scores texts by the share of their nouns that are nouns of the topic's concepts, where a noun of weight w that is mentioned f
 * times counts w · log2(1 + f), and any noun log2(1 + f) in all. Null for a text without nouns. Logarithms of shares, and shares
 * of rare nouns, were measured and are not better.
 * @returns undefined without concepts
 */
export function conceptScorer(concepts: ConceptNouns): Scorer | undefined {
  if (concepts.length === 0) return undefined;
  const weights = new Map(concepts);
  /** Score and contributions read the same pulls. */
  const pullsIn = onceFor(({ lemmas, mentions }: DocumentProfile): readonly Contribution[] => {
    const pulls: Contribution[] = [];
    let all = 0;
    for (const [place, term] of lemmas.entries()) {
      const count = Math.log2(1 + (mentions[place] ?? 1));
      all += count;
      const weight = weights.get(term);
      if (weight !== undefined) pulls.push({ term, documents: 0, pull: weight * count });
    }
    return pulls.map((one) => ({ ...one, pull: one.pull / all }));
  });
  return {
    score: ({ nouns }) =>
      nouns.lemmas.length === 0 ? null : pullsIn(nouns).reduce((sum, { pull }) => sum + pull, 0),
    contributions: ({ nouns }) => pullsIn(nouns),
  };
}
