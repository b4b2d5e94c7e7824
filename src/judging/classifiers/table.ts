import { EXTENSIONS, type ExtensionClassifier } from '../plugins/extension-list.js';
import { loadExtension } from '../plugins/extensions.js';
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

/** The built-in classifiers by name: those of the core, then those of extensions. */
const DECLARED: Readonly<Record<string, ClassifierDeclaration>> = {
  ...CORE,
  ...Object.fromEntries(
    EXTENSIONS.flatMap(({ name: extension, classifiers = {} }) =>
      Object.entries(classifiers).map(([name, described]): [string, ClassifierDeclaration] => [
        name,
        { ...described, load: () => loadFrom(extension, name) },
      ]),
    ),
  ),
};

async function loadFrom(extension: string, name: string): Promise<ClassifierKind> {
  const part = (await loadExtension(extension)).classifiers?.[name];
  if (part === undefined || !('load' in part)) throw new Error(`no extension has the classifier '${name}'`);
  return part.load();
}

/** The built-in classifiers with what they do. */
export const CLASSIFIERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(DECLARED).map(([name, { summary }]) => [name, summary]),
);

/** Their names. */
export const CLASSIFIER_NAMES = Object.keys(DECLARED) as [ClassifierName, ...ClassifierName[]];

/** The names of those that `sfwc train` learns from a topic's texts and a background. */
export const TRAINED_CLASSIFIERS: readonly ClassifierName[] = CLASSIFIER_NAMES.filter(
  (name) => DECLARED[name]?.trained === true,
);

/** Loads a built-in classifier; undefined where there is none of that name. */
export async function loadBuiltIn(name: string): Promise<ClassifierKind | undefined> {
  return Object.hasOwn(DECLARED, name) ? DECLARED[name]?.load() : undefined;
}
