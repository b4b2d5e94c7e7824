/** The public API of WordNet, re-exported by `src/index.ts`. */
export {
  informationContent,
  jiangConrathSimilarity,
  linSimilarity,
  resnikSimilarity,
  type CountingOptions,
  type InformationContent,
  type WordCounts,
} from './information-content.js';
export {
  leacockChodorowSimilarity,
  pathSimilarity,
  wuPalmerSimilarity,
  type DepthConvention,
  type Similarity,
} from './similarity.js';
export { ARTIFICIAL_ROOT, createTaxonomy, type Depth, type Taxonomy } from './taxonomy.js';
export { wordSimilarity, type WordSimilarity } from './word-similarity.js';
export {
  openWordNet,
  synsetIri,
  type PartOfSpeech,
  type Sense,
  type Synset,
  type WordNet,
} from './wordnet.js';
