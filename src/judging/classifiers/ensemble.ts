import { NOTHING_TO_JUDGE } from '../../model/topic.js';
import { ensembleScorer, trainEnsemble, type EnsembleParameters } from '../topic/ensemble-rule.js';
import { highestScore } from '../topic/quick-reading.js';
import { lowestThresholdBy, trainedClassifier } from '../topic/trained-rule.js';

/** One probability, learned from the scores of members that read different things. The default where a topic has one. */
export const ensemble = trainedClassifier<EnsembleParameters>(
  {
    name: 'ensemble',
    uses: ['space', 'general space', 'labelled pages'],
    isProbability: true,
    learn: (set, { onWait }) => trainEnsemble(set, onWait).parameters,
    learnWhole: (set, { onWait }) => trainEnsemble(set, onWait),
    scorer: ensembleScorer,
    generalSpace: ({ members }) => members.meaning?.space,
  },
  {
    reads: 'words',
    quick: {
      // The threshold moves with the pages met, so that its lowest counts.
      mayBeAccepted(model, difference, accept) {
        const lowest = lowestThresholdBy(model, accept);
        if (difference === undefined || lowest === undefined) return undefined;
        const { weight, deviation } = model.parameters.weights.nounRatio;
        const oddsOfBit = (model.boundary.slope * weight) / deviation;
        return ({ score, reason }) =>
          score === NOTHING_TO_JUDGE ||
          Math.log(score / (1 - score)) + oddsOfBit * highestScore(difference, 0, reason.nouns.distinct) >=
            lowest;
      },
      corrected(model, { shift }) {
        const { weights } = model.parameters;
        const nounRatio = { ...weights.nounRatio, mean: weights.nounRatio.mean - shift };
        return { ...model, parameters: { ...model.parameters, weights: { ...weights, nounRatio } } };
      },
    },
  },
);
