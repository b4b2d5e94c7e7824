import { regressionScorer, trainRegression, type RegressionParameters } from '../topic/regression-rule.js';
import { trainedClassifier } from '../topic/trained-rule.js';

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
