import { heldOutScores, type HeldOutScores } from '../learning/folds.js';
import { trainLogisticRegression } from '../learning/logistic-regression.js';
import type { OnWait } from '../../model/wait.js';
import { median, spreadOf } from '../../support/statistics.js';
import { meaningScorer, trainMeaning, type MeaningParameters } from './meaning-rule.js';
import { nounRatioScorer, trainNounRatio, type NounRatioParameters } from './noun-ratio.js';
import type { TrainingText } from './excerpts.js';
import { countedWords, viewsOf, type PageContent } from './page-content.js';
import { regressionScorer, trainRegression, type RegressionParameters } from './regression-rule.js';
import { rounded } from './rounding.js';
import { Pulls, Terms } from './pulls.js';
import { busyFor, ownThreshold, type Scorer, type Spaces, type TrainingSet } from './scorer.js';

/** How a member's score counts: (score − mean) / deviation · weight. */
export interface MemberWeight {
  readonly mean: number;
  readonly deviation: number;
  readonly weight: number;
}

/** Parameters of the members. */
export interface EnsembleMembers {
  readonly regression: RegressionParameters;
  readonly nounRatio: NounRatioParameters;
  /** In topics in English that the word space of general English helps to judge. */
  readonly meaning?: MeaningParameters;
}

/** By member. */
type Weights = Readonly<Record<(typeof MEMBERS)[number], MemberWeight>> & { readonly meaning?: MemberWeight };

/** Parameters of the ensemble. */
export interface EnsembleParameters {
  readonly members: EnsembleMembers;
  readonly weights: Weights;
  /** Weight of {@link lengthOf} a text, since short texts score lower. */
  readonly length: number;
  readonly bias: number;
}

/** For each document of a corpus, the ensemble's scores of its excerpts, by a model that had not seen the document. */
export type ExcerptScores = readonly (readonly number[])[];

/** The members with learned weights. */
const MEMBERS = ['regression', 'nounRatio'] as const;

/** Cost of misfits; with many texts, results hardly change between 1 and 200. */
const COST = 1;
/** Counted words of a text of neutral length, and those between which length matters. */
const LENGTHS = { neutral: 400, shortest: 100, longest: 3000 };
/** Share of {@link EnsembleMembers.meaning} in the odds. With 0.2, pages rank as well, and more others are accepted. */
const MEANING = 0.1;

/**
 * Learns the ensemble: log odds from the scores of members that read different things: a logistic regression on all
 * words, and the mean IDF ratio of the nouns, as the knowledge base counts them. The weights are learned by logistic
 * regression on scores that each member gives to documents it has not seen (stacking: Wolpert 1992), corpus against
 * background; there are no labelled negatives (see {@link learnBoundary}).
 *
 * Members score both views of a text, all of it and its beginning ({@link viewsOf}), and count by the mean.
 *
 * Web pages are a quarter as long as the articles of a corpus, so the weights, with one for the length, are also learned from
 * excerpts. A document with its excerpts counts as much as a document without any.
 *
 * In English, a third member reads meanings ({@link trainMeaning}, {@link withMeaning}).
 *
 * It learns twice: texts of the background that score like the topic in the first round do not count in the second
 * ({@link withoutTopic}).
 *
 * Naive Bayes and the centroid were measured as further members and rejected: they make the same errors as these two.
 */
export function trainEnsemble(
  set: TrainingSet,
  onWait: OnWait = () => undefined,
): {
  readonly parameters: EnsembleParameters;
  /** The ensemble's scores of held-out documents. */
  readonly heldOut: HeldOutScores;
  /** The same of the excerpts of each document of the corpus. */
  readonly excerpts: ExcerptScores;
  /** Texts of the background that are about the topic, and did not count. */
  readonly aboutTopic: number;
} {
  const partsOf = (round: string) => (part: number, parts: number) =>
    onWait('training the ensemble', { detail: `${round}, part ${part} of ${parts}`, busy: busyFor(set) });
  const first = learnStacking(set, partsOf('first round'));
  const cleaned = withoutTopic(set, first.heldOut);
  const { learned, ...scores } = cleaned === set ? first : learnStacking(cleaned, partsOf('second round'));
  onWait('training the ensemble', { detail: 'all parts', busy: busyFor(set) });
  const aboutTopic = cleaned.background.filter(({ weight }) => weight === 0).length;
  const { meaning, ...members } = trainMembers(cleaned);
  const used = learned.weights.meaning === undefined ? {} : { meaning };
  return { parameters: { members: { ...members, ...used }, ...learned }, ...scores, aboutTopic };
}

/** Share of the background that is taken to be about the topic at most. */
const MOST_ABOUT_TOPIC = 0.1;

/**
 * The background is unlabelled, and a few of its texts are about the topic: for politics, articles about NATO and presidents.
 * As negatives, they teach the opposite of what is wanted. Those that score higher, by a model that has not seen them, than a
 * quarter of the corpus does get the weight 0 (the two-step technique of learning from positive and unlabelled examples: Liu et al.
 * 2003, with the corpus itself as spies). Labelled pages keep their weight.
 */
function withoutTopic(set: TrainingSet, { positives, negatives }: HeldOutScores): TrainingSet {
  const { background } = set;
  const least = ownThreshold(positives);
  const likely = [...negatives.keys()]
    .filter((place) => background[place]?.weight === undefined && (negatives[place] ?? 0) > least)
    .sort((a, b) => (negatives[b] ?? 0) - (negatives[a] ?? 0) || a - b)
    .slice(0, Math.floor(MOST_ABOUT_TOPIC * background.length));
  if (likely.length === 0) return set;
  const dropped = new Set(likely);
  return {
    ...set,
    background: background.map((text, place) => (dropped.has(place) ? { ...text, weight: 0 } : text)),
  };
}

function learnStacking(
  set: TrainingSet,
  onPart: (part: number, parts: number) => void,
): {
  readonly learned: Learned;
  readonly heldOut: HeldOutScores;
  readonly excerpts: ExcerptScores;
} {
  const seen = heldOutScores<TrainingText, readonly Scored[]>(
    set.corpus,
    set.background,
    (corpus, background) => {
      const members = membersOf(trainMembers({ ...set, corpus, background }), set);
      return (text) => [text, ...(text.excerpts ?? [])].map((content) => scoredBy(members, content));
    },
    onPart,
  );
  const learned = withMeaning(learnWeights(seen, set), seen);
  const scoreOf = (one: Scored): number => oddsOf(one, learned);
  const ofWhole = ([whole]: readonly Scored[]): number =>
    whole === undefined ? learned.bias : scoreOf(whole);
  return {
    learned,
    heldOut: { positives: seen.positives.map(ofWhole), negatives: seen.negatives.map(ofWhole) },
    excerpts: seen.positives.map(([, ...excerpts]) => excerpts.map(scoreOf)),
  };
}

/** The inputs of the ensemble for a text. */
type Scored = Readonly<Record<(typeof MEMBERS)[number] | 'length', number>> & {
  /** Null without the member, or for a text without a word that it knows. */
  readonly meaning: number | null;
};

/** What was learned of how the members count. */
type Learned = Pick<EnsembleParameters, 'weights' | 'length' | 'bias'>;

function oddsOf(one: Scored, { weights, length, bias }: Learned): number {
  const odds = MEMBERS.reduce(
    (sum, name) => sum + weighted(one[name], weights[name]),
    bias + length * one.length,
  );
  const { meaning } = weights;
  return meaning === undefined || one.meaning === null ? odds : odds + weighted(one.meaning, meaning);
}

function trainMembers(set: TrainingSet): EnsembleMembers {
  const meaning = trainMeaning(set);
  return { regression: trainRegression(set), nounRatio: trainNounRatio(set), meaning };
}

/** @throws RangeError where the space of a member is missing */
function membersOf(
  { regression, nounRatio, meaning }: EnsembleMembers,
  { space, general }: Spaces,
): Readonly<Record<(typeof MEMBERS)[number], Member>> & { readonly meaning?: Member } {
  if (meaning !== undefined && general?.checksum !== meaning.space)
    throw new RangeError('the ensemble was trained with another word space');
  return {
    regression: new Member(regressionScorer(regression, space)),
    nounRatio: new Member(nounRatioScorer(nounRatio)),
    ...(meaning && general && { meaning: new Member(meaningScorer(meaning, general)) }),
  };
}

function scoredBy(members: ReturnType<typeof membersOf>, content: PageContent): Scored {
  return {
    regression: members.regression.score(content) ?? 0,
    nounRatio: members.nounRatio.score(content) ?? 0,
    meaning: members.meaning?.score(content) ?? null,
    length: lengthOf(content),
  };
}

/** A member of the ensemble, applied to the {@link viewsOf} a text. */
class Member {
  constructor(private readonly scorer: Scorer) {}

  /** The mean of the views that it can score; null for none. */
  score(content: PageContent): number | null {
    const scores: number[] = [];
    for (const view of viewsOf(content)) {
      const score = this.scorer.score(view);
      if (score !== null) scores.push(score);
    }
    return scores.length === 0 ? null : meanOf(scores);
  }

  /** Mean pull of each term over the views that the member can score. @param terms those of the text */
  pulls(content: PageContent, terms: Terms): Pulls {
    const views: PageContent[] = [];
    for (const view of viewsOf(content)) if (this.scorer.score(view) !== null) views.push(view);
    const pulls = new Pulls(terms);
    const share = 1 / views.length;
    for (const view of views)
      for (const { term, documents, pull } of this.scorer.contributions(view))
        pulls.add(terms.numberOf(term), documents, pull * share);
    return pulls;
  }
}

/** The logarithm of a text's length, 0 for one of neutral length; the mean of its views. */
function lengthOf(content: PageContent): number {
  return meanOf(viewsOf(content).map(lengthOfView));
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function lengthOfView(content: PageContent): number {
  const words = Math.min(Math.max(countedWords(content), LENGTHS.shortest), LENGTHS.longest);
  return Math.log(words / LENGTHS.neutral);
}

function learnWeights(seen: HeldOutScores<readonly Scored[]>, { corpus, background }: TrainingSet): Learned {
  const texts = [
    ...seen.positives.map((scored, place) => ({
      scored,
      positive: true,
      weight: corpus[place]?.weight ?? 1,
    })),
    ...seen.negatives.map((scored, place) => ({
      scored,
      positive: false,
      weight: background[place]?.weight ?? 1,
    })),
  ];
  const scales = MEMBERS.map((name) =>
    scaleOf(texts.flatMap(({ scored }) => scored.map((one) => one[name]))),
  );
  const examples = texts.flatMap(({ scored, positive, weight }) =>
    scored.map((one) => ({
      vector: {
        places: [...MEMBERS.keys(), MEMBERS.length],
        values: [...MEMBERS.map((name, place) => scaled(one[name], scales[place])), one.length],
      },
      positive,
      weight: weight / scored.length,
    })),
  );
  const model = trainLogisticRegression(examples, MEMBERS.length + 1, COST);
  const entry = (place: number): MemberWeight => ({
    ...(scales[place] ?? NO_SCALE),
    // A member that is worse than chance on held-out texts must not get a negative weight.
    weight: rounded(Math.max(model.weights[place] ?? 0, 0)),
  });
  return {
    weights: { regression: entry(0), nounRatio: entry(1) },
    length: rounded(model.weights[MEMBERS.length] ?? 0),
    bias: rounded(model.bias),
  };
}

/**
 * Gives the third member its weight w. Of the log odds O of the others and of its own scores s, the medians over held-out texts of
 * the background (b, sb) and of the corpus (c, sc) put both on one scale:
 *
 *     (1 − w) · O + w · (b + (s − sb) / (sc − sb) · (c − b)),   w = 0.1
 *
 * The weight is not learned: each member alone separates held-out texts of an encyclopedia, and none separates pages of the Web.
 * A member that does not tell them apart has none.
 */
function withMeaning(learned: Learned, { positives, negatives }: HeldOutScores<readonly Scored[]>): Learned {
  const [background, corpus] = [negatives, positives].map((texts) => {
    const wholes = texts.flatMap(([whole]) => whole ?? []);
    return {
      odds: median(wholes.map((whole) => oddsOf(whole, learned))),
      meaning: median(wholes.flatMap(({ meaning }) => meaning ?? [])),
    };
  });
  if (background === undefined || corpus === undefined) return learned;
  const way = corpus.odds - background.odds;
  const deviation = (corpus.meaning - background.meaning) / way;
  if (!(way > 0 && deviation > 0)) return learned;
  const less = (number: number): number => rounded((1 - MEANING) * number);
  const { regression, nounRatio } = learned.weights;
  return {
    weights: {
      regression: { ...regression, weight: less(regression.weight) },
      nounRatio: { ...nounRatio, weight: less(nounRatio.weight) },
      meaning: { mean: rounded(background.meaning), deviation: rounded(deviation), weight: MEANING },
    },
    length: less(learned.length),
    bias: rounded((1 - MEANING) * learned.bias + MEANING * background.odds),
  };
}

/**
 * Scores pages by the ensemble's log odds. A page on which a member cannot judge is judged by the others, except that meanings alone
 * decide nothing.
 */
export function ensembleScorer(
  { members, weights, length, bias }: EnsembleParameters,
  spaces: Spaces = {},
): Scorer {
  const { meaning, ...scorers } = membersOf(members, spaces);
  const voters = MEMBERS.map((name) => [scorers[name], weights[name]] as const);
  if (meaning !== undefined && weights.meaning !== undefined) voters.push([meaning, weights.meaning]);
  return {
    score: (content) => {
      const scores = voters.map(([scorer, entry]) => {
        const score = scorer.score(content);
        return score === null ? null : weighted(score, entry);
      });
      if (scores.slice(0, MEMBERS.length).every((score) => score === null)) return null;
      return scores.reduce<number>((sum, score) => sum + (score ?? 0), bias + length * lengthOf(content));
    },
    contributions: (content) => {
      const terms = new Terms();
      const pulls = new Pulls(terms);
      for (const [member, { weight, deviation }] of voters)
        pulls.addAll(member.pulls(content, terms), weight / deviation);
      return pulls.list();
    },
  };
}

function weighted(score: number, entry: MemberWeight): number {
  return entry.weight * scaled(score, entry);
}

type Scale = Pick<MemberWeight, 'mean' | 'deviation'>;
const NO_SCALE: Scale = { mean: 0, deviation: 1 };

function scaleOf(scores: readonly number[]): Scale {
  const { mean, deviation } = spreadOf(scores);
  return { mean: rounded(mean), deviation: deviation === 0 ? 1 : rounded(deviation) };
}

function scaled(score: number, { mean, deviation } = NO_SCALE): number {
  return (score - mean) / deviation;
}
