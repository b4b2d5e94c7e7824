import type { Learner } from '../../src/judging/classifiers/classifier.js';
import { TRAINED_CLASSIFIERS } from '../../src/judging/classifiers/classifier-table.js';
import { loadClassifier } from '../../src/judging/classifiers/load-classifier.js';
import { NO_PLUGINS } from '../../src/judging/plugins/registry.js';

/** How the built-in classifiers that are trained are learned, by name. */
export async function loadLearners(): Promise<(name: string) => Learner> {
  const learners = new Map<string, Learner>();
  for (const name of TRAINED_CLASSIFIERS) {
    const learner = (await loadClassifier(name, NO_PLUGINS)).learner;
    if (learner !== undefined) learners.set(name, learner);
  }
  return (name) => {
    const learner = learners.get(name);
    if (learner === undefined) throw new RangeError(`'${name}' is not a classifier that is trained`);
    return learner;
  };
}
