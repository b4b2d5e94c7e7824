/** `sfwc/wordnet`: senses of WordNet and their similarity. */
export * from './information-content.js';
export * from './similarity.js';
export * from './taxonomy.js';
export * from './word-similarity.js';
export {
  openWordNet,
  synsetIri,
  type PartOfSpeech,
  type Sense,
  type Synset,
  type WordNet,
} from '../../../language/wordnet/wordnet.js';
