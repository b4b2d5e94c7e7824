// Vocabularies of topics, for the core.
export { openTopicVocabulary } from './open-vocabulary.js';
export { openFinder, openNames } from './topic-subjects.js';
