import type { HierarchyPort } from '../../knowledge/expansion/expansion-port.js';
import { createTopicSenses } from './topic-senses.js';
import { openTaxonomy } from './wordnet/taxonomy.js';

/** The hierarchy of WordNet, and senses in topics. */
export const hierarchy: HierarchyPort = {
  openTaxonomy: (wordNet) => openTaxonomy(wordNet),
  sensesIn: (topic, wordNet, taxonomy) => createTopicSenses(wordNet, taxonomy, topic),
};
