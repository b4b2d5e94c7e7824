/** The public API of WordNet, re-exported by `src/index.ts`. */
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
} from './wordnet.js';
