import type { Lemmatizer } from '../../model/noun.js';
import { remember } from '../../support/remember.js';
import { guessSingular } from '../text/compromise.js';
import { detachNounEndings } from './morphology.js';
import type { WordNet } from './wordnet.js';

/** Cached lemmas; a corpus repeats its words. */
const REMEMBERED = 20_000;
/** Greek and Latin plurals: hypotheses → hypothesis, vortices → vortex. */
const CLASSICAL_ENDINGS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/ses$/, 'sis'],
  [/ices$/, 'ex'],
  [/ices$/, 'ix'],
];
/** Compounds that are not in WordNet: 'miniseries', 'sub-species'. */
const INVARIANT_ENDING = /(?:species|series)$/;

/**
 * A lemmatizer for plural nouns: 'areas' → 'area', 'hypotheses' → 'hypothesis', 'subspecies' is unchanged.
 *
 * compromise's guess, which knows irregular plurals ('children', 'criteria'), is taken if it is in WordNet; else the most
 * frequent form in WordNet by its rules of detachment (morphy(7WN)); else the guess. A plural with its own entry stays if it
 * is more frequent in WordNet's tagged texts than the singular ('species' and not 'specie', 'means' and not 'mean', but 'arm'
 * for 'arms').
 */
export function createNounLemmatizer(wordNet: WordNet): Lemmatizer {
  return remember((plural: string) => lemmaOf(wordNet, plural), REMEMBERED);
}

function lemmaOf(wordNet: WordNet, plural: string): string {
  const guess = guessSingular(plural);
  const keepsForm = wordNet.holds(plural);
  if (keepsForm && guess === plural) return plural;
  const singular = wordNet.holds(guess) ? guess : mostFrequent(wordNet, possibleSingulars(plural));
  if (singular === undefined) return keepsForm || INVARIANT_ENDING.test(plural) ? plural : guess;
  return keepsForm && frequencyOf(wordNet, plural) > frequencyOf(wordNet, singular) ? plural : singular;
}

function possibleSingulars(plural: string): string[] {
  const classical = CLASSICAL_ENDINGS.flatMap(([ending, singular]) =>
    ending.test(plural) ? [plural.replace(ending, singular)] : [],
  );
  return [...classical, ...detachNounEndings(plural)];
}

function mostFrequent(wordNet: WordNet, forms: readonly string[]): string | undefined {
  const [first, ...others] = forms.filter((form) => wordNet.holds(form));
  if (first === undefined) return undefined;
  return others.reduce(
    (best, form) => (frequencyOf(wordNet, form) > frequencyOf(wordNet, best) ? form : best),
    first,
  );
}

/** Number of times that the noun was tagged in WordNet's texts. */
function frequencyOf(wordNet: WordNet, noun: string): number {
  return wordNet.sensesOf(noun).reduce((sum, { tagCount }) => sum + tagCount, 0);
}
