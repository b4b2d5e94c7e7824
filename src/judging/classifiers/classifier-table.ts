import { builtInParts } from '../plugins/built-in.js';
import type { ExtensionClassifier } from '../plugins/extension-list.js';
import type { ClassifierDeclaration, ClassifierKind } from './classifier.js';

/** The classifiers of the core, in the order of the help. A further one is a file and an entry. */
const CORE = {
  'krs-paper': {
    summary: 'mean IDF within μ ± σ of the corpus, as published (Hernandez et al. 2020); accepts nearly all',
    load: async () => (await import('./krs-paper.js')).krsPaper,
  },
  'krs-calibrated': {
    summary: "the same idea with the band of the corpus's own documents, so that it filters",
    load: async () => (await import('./krs-calibrated.js')).krsCalibrated,
  },
  ensemble: {
    summary: 'one probability learned from the others; sfwc build trains it when given a background',
    trained: true,
    load: async () => (await import('./ensemble.js')).ensemble,
  },
  regression: {
    summary: 'logistic regression on tf-idf, corpus against background',
    trained: true,
    load: async () => (await import('./regression.js')).regression,
  },
} as const satisfies Readonly<Record<string, ClassifierDeclaration>>;

/** The names of the built-in classifiers, those of extensions included. */
export type ClassifierName = keyof typeof CORE | ExtensionClassifier;

/** The classifier of a topic that has none that is trained. */
export const UNTRAINED_CLASSIFIER: ClassifierName = 'krs-calibrated';

/** The classifier of a topic that has it, which `sfwc train` trains by default. */
export const DEFAULT_CLASSIFIER: ClassifierName = 'ensemble';

/** The built-in classifiers by name. */
const DECLARED = builtInParts<ClassifierDeclaration>('classifiers', CORE);

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
