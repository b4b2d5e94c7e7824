import type { VocabulariesPort } from '../../app/topics/vocabulary-port.js';
import { openBridge } from './bridge.js';
import { openTopicVocabulary } from './open-vocabulary.js';
import { openFinder, openNames } from './topic-subjects.js';

/** Vocabularies of topics. */
export const vocabularies: VocabulariesPort = {
  open: openTopicVocabulary,
  finder: openFinder,
  names: openNames,
  bridge: openBridge,
};
