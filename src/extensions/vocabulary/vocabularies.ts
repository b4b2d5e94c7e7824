// Vocabularies of topics, for the core.
export { openTopicVocabulary } from './open-vocabulary.js';
export { openFinder } from './topic-subjects.js';
