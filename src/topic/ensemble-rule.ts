import { heldOutScores, type HeldOutScores } from '../learning/folds.js';
import { trainLogisticRegression } from '../learning/logistic-regression.js';
import { spreadOf } from '../support/statistics.js';
import { nounRatioScorer, trainNounRatio, type NounRatioParameters } from './noun-ratio.js';
import type { PageContent } from './page-content.js';
import { regressionScorer, trainRegression, type RegressionParameters } from './regression-rule.js';
import { rounded } from './rounding.js';
import type { Contribution, Scorer, TrainingSet } from './scorer.js';

/** How a member's score enters: less its mean, over its deviation, times its weight. */
export interface MemberWeight {
  readonly mean: number;
  readonly deviation: number;
  readonly weight: number;
}

/** What the members learned. */
export interface EnsembleMembers {
  readonly regression: RegressionParameters;
  readonly nounRatio: NounRatioParameters;
}

/** What the ensemble learned. */
export interface EnsembleParameters {
  readonly members: EnsembleMembers;
  readonly weights: Readonly<Record<keyof EnsembleMembers, MemberWeight>>;
  readonly bias: number;
}

const MEMBERS = ['regression', 'nounRatio'] as const;

/** Cost of a misfit of the weights. */
const COST = 1;

/**
 * Learns the ensemble: log odds from the scores of members that read different things: a logistic regression on all
 * words, and the mean IDF ratio of the nouns, as the knowledge base counts them. The weights are learned by logistic regression on scores that each member gives to documents it has not seen (stacking:
 * Wolpert 1992), corpus against background; there are no labelled negatives (see {@link learnBoundary}).
 *
 * Naive Bayes and the centroid as further members were measured and left out: they are right and wrong where these two are.
 */
export function trainEnsemble(set: TrainingSet): {
  readonly parameters: EnsembleParameters;
  /** The ensemble's scores of documents that its members had not seen. */
  readonly heldOut: HeldOutScores;
} {
  const seen: Readonly<Record<keyof EnsembleMembers, HeldOutScores>> = {
    regression: heldOut(set, (part) => regressionScorer(trainRegression(part))),
    nounRatio: heldOut(set, (part) => nounRatioScorer(trainNounRatio(part))),
  };
  const { weights, bias } = learnWeights(seen);
  const together = (side: keyof HeldOutScores): number[] =>
    seen.regression[side].map((_, index) =>
      MEMBERS.reduce((sum, name) => sum + weighted(seen[name][side][index] ?? 0, weights[name]), bias),
    );
  const members = {
    regression: trainRegression(set),
    nounRatio: trainNounRatio(set),
  };
  return {
    parameters: { members, weights, bias },
    heldOut: { positives: together('positives'), negatives: together('negatives') },
  };
}

function learnWeights(
  seen: Readonly<Record<keyof EnsembleMembers, HeldOutScores>>,
): Pick<EnsembleParameters, 'weights' | 'bias'> {
  const scales = MEMBERS.map((name) => scaleOf(seen[name]));
  const examples = (['positives', 'negatives'] as const).flatMap((side) =>
    seen.regression[side].map((_, index) => ({
      vector: {
        places: MEMBERS.map((_member, place) => place),
        values: MEMBERS.map((name, place) => scaled(seen[name][side][index] ?? 0, scales[place])),
      },
      positive: side === 'positives',
      weight: 1,
    })),
  );
  const model = trainLogisticRegression(examples, MEMBERS.length, COST);
  const entry = (place: number): MemberWeight => ({
    ...(scales[place] ?? NO_SCALE),
    // A member that is worse than chance on texts it has not seen must not vote against itself.
    weight: rounded(Math.max(model.weights[place] ?? 0, 0)),
  });
  return {
    weights: { regression: entry(0), nounRatio: entry(1) },
    bias: rounded(model.bias),
  };
}

/** Scores pages by the ensemble's log odds. A page on which a member cannot judge is judged by the others. */
export function ensembleScorer({ members, weights, bias }: EnsembleParameters): Scorer {
  const voters: readonly (readonly [Scorer, MemberWeight])[] = [
    [regressionScorer(members.regression), weights.regression],
    [nounRatioScorer(members.nounRatio), weights.nounRatio],
  ];
  return {
    score: (content) => {
      const scores = voters.map(([scorer, entry]) => {
        const score = scorer.score(content);
        return score === null ? null : weighted(score, entry);
      });
      if (scores.every((score) => score === null)) return null;
      return scores.reduce<number>((sum, score) => sum + (score ?? 0), bias);
    },
    contributions: (content) => merged(voters.map(([scorer, entry]) => share(scorer, entry, content))),
  };
}

function weighted(score: number, entry: MemberWeight): number {
  return entry.weight * scaled(score, entry);
}

function share(scorer: Scorer, entry: MemberWeight, content: PageContent): readonly Contribution[] {
  const factor = entry.weight / entry.deviation;
  return scorer.contributions(content).map((part) => ({ ...part, pull: part.pull * factor }));
}

/** A term that several members counted pulls with all of them. */
function merged(parts: readonly (readonly Contribution[])[]): readonly Contribution[] {
  const byTerm = new Map<string, Contribution>();
  for (const part of parts.flat()) {
    const before = byTerm.get(part.term);
    byTerm.set(
      part.term,
      before === undefined
        ? part
        : {
            ...part,
            documents: Math.max(part.documents, before.documents),
            pull: part.pull + before.pull,
          },
    );
  }
  return [...byTerm.values()];
}

function heldOut({ corpus, background }: TrainingSet, train: (set: TrainingSet) => Scorer): HeldOutScores {
  return heldOutScores(corpus, background, (own, others) => {
    const scorer = train({ corpus: own, background: others });
    return (content) => scorer.score(content) ?? 0;
  });
}

type Scale = Pick<MemberWeight, 'mean' | 'deviation'>;
const NO_SCALE: Scale = { mean: 0, deviation: 1 };

function scaleOf({ positives, negatives }: HeldOutScores): Scale {
  const { mean, deviation } = spreadOf([...positives, ...negatives]);
  return { mean: rounded(mean), deviation: deviation === 0 ? 1 : rounded(deviation) };
}

function scaled(score: number, { mean, deviation } = NO_SCALE): number {
  return (score - mean) / deviation;
}
