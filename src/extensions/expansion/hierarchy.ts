// The hierarchy of WordNet, and senses in topics, for other extensions.
export { createTopicSenses } from './topic-senses.js';
export { openTaxonomy } from './wordnet/taxonomy.js';
