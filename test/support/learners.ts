import { centroid } from '../../src/extensions/lab/classifiers/centroid-classifier.js';
import { itfidfBayes, tfidfBayes } from '../../src/extensions/lab/classifiers/bayes.js';
import { semantic, semanticHypernyms } from '../../src/extensions/lab/classifiers/semantic-classifier.js';
import type { TrainedKind } from '../../src/judging/topic/trained-rule.js';
import { ensemble, regression } from '../../src/judging/classifiers/ensemble.js';

/** The name of a classifier that is trained. */
type TrainedName =
  'ensemble' | 'regression' | 'itfidf-bayes' | 'tfidf-bayes' | 'centroid' | 'semantic' | 'semantic-hypernyms';

/** The classifiers that are trained, by name. */
export const TRAINED: Readonly<Record<TrainedName, TrainedKind>> = {
  ensemble,
  regression,
  'itfidf-bayes': itfidfBayes,
  'tfidf-bayes': tfidfBayes,
  centroid,
  semantic,
  'semantic-hypernyms': semanticHypernyms,
};
