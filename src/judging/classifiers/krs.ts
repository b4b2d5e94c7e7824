import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { InputError } from '../../model/errors.js';
import { generalFrequencyFor } from '../judge/languages.js';
import { createCalibratedRule } from '../topic/calibrated-rule.js';
import { acceptsEveryPage } from '../topic/calibration.js';
import { createPaperRule } from '../topic/paper-rule.js';
import type { ClassifierKind } from './classifier.js';

/** The rule as published (Hernandez et al. 2020). */
export const krsPaper: ClassifierKind<TopicFacts> = {
  name: 'krs-paper',
  reads: 'links',
  plan: ({ facts }) => Promise.resolve(facts),
  make: (facts, { counts }) => createPaperRule(facts, counts),
};

/** The rule with the band of the corpus's own documents. */
export const krsCalibrated: ClassifierKind<TopicFacts> = {
  name: 'krs-calibrated',
  reads: 'links',
  plan: ({ facts }) => {
    refuseUseless(facts);
    return Promise.resolve(facts);
  },
  make: (facts, { counts, wordNet }) =>
    createCalibratedRule(
      { ...facts, generalFrequency: generalFrequencyFor(facts.language, wordNet) },
      counts,
    ),
};

/** @throws InputError if the rule would accept every page */
function refuseUseless({ calibration, documents, name }: TopicFacts): void {
  if (!acceptsEveryPage(calibration, documents)) return;
  const why = documents === 1 ? 'has only 1 document' : 'has documents that share hardly any nouns';
  throw new InputError(`topic '${name}' ${why}, so that krs-calibrated would accept every page`, {
    hint: `give more texts about the subject: sfwc build <texts> --topic '${name}' --kb <kb> --add`,
  });
}
