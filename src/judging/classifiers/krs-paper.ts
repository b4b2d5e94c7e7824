import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { createPaperRule } from '../topic/paper-rule.js';
import type { ClassifierKind } from './classifier.js';

/** The rule as published (Hernandez et al. 2020). */
export const krsPaper: ClassifierKind<TopicFacts> = {
  name: 'krs-paper',
  reads: 'links',
  plan: ({ facts }) => Promise.resolve(facts),
  make: (facts, { counts }) => createPaperRule(facts, counts),
};
