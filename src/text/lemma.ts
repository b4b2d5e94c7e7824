import nlp from 'compromise/two';

/** compromise's own noun inflection, which its type declarations leave out. */
interface NounMethods {
  readonly two: {
    readonly transform: { readonly noun: { toSingular(word: string, model: unknown): string } };
  };
}

/** Endings of singular nouns that a plural rule would cut into a wrong word (diabetes, pancreas, analysis, bus). */
const SINGULAR_ENDING = /(?:ss|us|is|as|betes)$/;
const CACHE_LIMIT = 200_000;

/**
 * Returns a function from a plural noun in lower case to its singular ('studies' → 'study', 'indices' → 'index').
 * Results are remembered, since a corpus asks for the same words again and again.
 */
export function createLemmatizer(): (plural: string) => string {
  const methods = nlp.methods() as unknown as NounMethods;
  const model: unknown = nlp.model();
  const known = new Map<string, string>();
  return (plural) => {
    const found = known.get(plural);
    if (found !== undefined) return found;
    const singular = SINGULAR_ENDING.test(plural)
      ? plural
      : methods.two.transform.noun.toSingular(plural, model);
    if (known.size >= CACHE_LIMIT) known.clear();
    known.set(plural, singular);
    return singular;
  };
}
