import { openCompromise } from './compromise.js';

/** Endings of singular nouns that a plural rule would cut into a wrong word (diabetes, pancreas, analysis, bus). */
const SINGULAR_ENDING = /(?:ss|us|is|as|betes)$/;
const CACHE_LIMIT = 200_000;

/**
 * Returns a function from a plural noun in lower case to its singular ('studies' → 'study', 'indices' → 'index').
 * Results are remembered, since a corpus asks for the same words again and again.
 */
export function createLemmatizer(): (plural: string) => string {
  const known = new Map<string, string>();
  return (plural) => {
    const found = known.get(plural);
    if (found !== undefined) return found;
    const singular = SINGULAR_ENDING.test(plural) ? plural : toSingular(plural);
    if (known.size >= CACHE_LIMIT) known.clear();
    known.set(plural, singular);
    return singular;
  };
}

function toSingular(plural: string): string {
  const { methods, model } = openCompromise().world();
  return methods.two.transform.noun.toSingular(plural, model);
}

/** Forms of verbs that have an irregular one. */
const VERB_FORMS = ['PastTense', 'Participle', 'Gerund', 'PresentTense'];

/** Returns a function from a verb in lower case to what it could be a form of ('went' → 'go', 'written' → 'write'). */
export function createVerbLemmatizer(): (form: string) => readonly string[] {
  const { methods, model } = openCompromise().world();
  const { verb } = methods.two.transform;
  return (form) => [...new Set(VERB_FORMS.map((tense) => verb.toInfinitive(form, model, tense)))];
}
