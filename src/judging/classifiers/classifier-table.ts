import { CLASSIFIER_PARTS } from '../parts.js';
import type { ClassifierDeclaration, ClassifierKind } from './classifier.js';

/** The names of the built-in classifiers. */
export type ClassifierName = keyof typeof CLASSIFIER_PARTS;

/** The classifier of topics, which `sfwc train` trains by default. */
export const DEFAULT_CLASSIFIER: ClassifierName = 'ensemble';

/** The built-in classifiers by name. */
const DECLARED = new Map<string, ClassifierDeclaration>(Object.entries(CLASSIFIER_PARTS));

/** The built-in classifiers with what they do. */
export const CLASSIFIERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...DECLARED].map(([name, { summary }]) => [name, summary]),
);

/** Their names. */
export const CLASSIFIER_NAMES = [...DECLARED.keys()] as [ClassifierName, ...ClassifierName[]];

/** The names of those that `sfwc train` learns from a topic's texts and a background. */
export const TRAINED_CLASSIFIERS: readonly ClassifierName[] = CLASSIFIER_NAMES.filter(
  (name) => DECLARED.get(name)?.trained === true,
);

/** Loads a built-in classifier; undefined where there is none of that name. */
export async function loadBuiltIn(name: string): Promise<ClassifierKind | undefined> {
  return DECLARED.get(name)?.load();
}
