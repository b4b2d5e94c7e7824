import { CLASSIFIER_PARTS, namesOf } from '../parts.js';

/** The names of the built-in classifiers. */
export type ClassifierName = keyof typeof CLASSIFIER_PARTS;

/** The classifier of topics, which `sfwc train` trains by default. */
export const DEFAULT_CLASSIFIER: ClassifierName = 'ensemble';

/** The names of the built-in classifiers, in the order of the help. */
export const CLASSIFIER_NAMES = namesOf(CLASSIFIER_PARTS);

export const CLASSIFIERS: Readonly<Record<string, string>> = Object.fromEntries(
  CLASSIFIER_NAMES.map((name) => [name, CLASSIFIER_PARTS[name].summary]),
);

/** The names of those that `sfwc train` learns from a topic's texts and a background. */
export const TRAINED_CLASSIFIERS = CLASSIFIER_NAMES.filter((name) => 'trained' in CLASSIFIER_PARTS[name]);
