import { openCompromise } from './compromise.js';

/** Endings of singular nouns that a plural rule would cut into a wrong word (diabetes, pancreas, analysis, bus). */
export const SINGULAR_ENDING = /(?:ss|us|is|as|betes)$/;

/**
 * The singular of a plural noun in lower case by compromise's rules and irregular forms ('studies' → 'study', 'indices' → 'index').
 * It is a guess: without a dictionary 'species' becomes 'specy'.
 */
export function guessSingular(plural: string): string {
  if (SINGULAR_ENDING.test(plural)) return plural;
  const { methods, model } = openCompromise().world();
  return methods.two.transform.noun.toSingular(plural, model);
}

/** Forms of irregular verbs. */
const VERB_FORMS = ['PastTense', 'Participle', 'Gerund', 'PresentTense'];

/** Returns a function from a verb in lower case to what it could be a form of ('went' → 'go', 'written' → 'write'). */
export function createVerbLemmatizer(): (form: string) => readonly string[] {
  const { methods, model } = openCompromise().world();
  const { verb } = methods.two.transform;
  return (form) => [...new Set(VERB_FORMS.map((tense) => verb.toInfinitive(form, model, tense)))];
}
