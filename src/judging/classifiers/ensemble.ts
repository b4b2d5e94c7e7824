import {
  ensembleMembers,
  ensembleScorer,
  trainEnsemble,
  type EnsembleParameters,
} from '../topic/ensemble-rule.js';
import { regressionScorer, trainRegression, type RegressionParameters } from '../topic/regression-rule.js';
import { trainedClassifier } from '../topic/trained-rule.js';

/** One probability, learned from the scores of members that read different things. The default. */
export const ensemble = trainedClassifier<EnsembleParameters>(
  {
    name: 'ensemble',
    uses: ['labelled pages'],
    learn: (set, { onWait }) => trainEnsemble(set, onWait).parameters,
    learnWhole: (set, { onWait }) => trainEnsemble(set, onWait),
    scorer: ensembleScorer,
    generalSpace: ({ members }) => members.meaning?.space ?? members.line?.space,
    members: ensembleMembers,
    adapts: ({ statistics, texts, directions, proposed }) => ({
      statistics,
      texts,
      directions,
      ...(proposed && { proposed }),
    }),
  },
  { reads: 'words' },
);

/** Logistic regression on tf-idf, corpus against background. */
export const regression = trainedClassifier<RegressionParameters>(
  {
    name: 'regression',
    uses: ['labelled pages'],
    learn: trainRegression,
    scorer: regressionScorer,
  },
  { reads: 'words' },
);
