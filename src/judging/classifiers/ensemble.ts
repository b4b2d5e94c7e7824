import { ensembleScorer, trainEnsemble, type EnsembleParameters } from '../topic/ensemble-rule.js';
import { trainedClassifier } from '../topic/trained-rule.js';

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
    lexical: {
      corrected(model, { shift }) {
        const { weights } = model.parameters;
        const nounRatio = { ...weights.nounRatio, mean: weights.nounRatio.mean - shift };
        return { ...model, parameters: { ...model.parameters, weights: { ...weights, nounRatio } } };
      },
    },
  },
);
