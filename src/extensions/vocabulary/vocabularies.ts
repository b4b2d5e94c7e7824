import type { VocabulariesPort } from '../../app/topics/vocabulary-port.js';
import { openTopicVocabulary } from './open-vocabulary.js';
import { readRdf } from './rdf/read-rdf.js';
import { openFinder, openNames } from './topic-subjects.js';

/** Vocabularies of topics, and RDF files. */
export const vocabularies: VocabulariesPort = { open: openTopicVocabulary, finder: openFinder, names: openNames, readRdf };
