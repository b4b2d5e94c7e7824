import nlp from 'compromise/two';

/** compromise's own inflection, which its type declarations leave out. */
interface Inflection {
  readonly two: {
    readonly transform: {
      readonly noun: { toSingular(word: string, model: unknown): string };
      readonly verb: { toInfinitive(word: string, model: unknown, tense: string): string };
    };
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
  const methods = nlp.methods() as unknown as Inflection;
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

/** Forms of verbs that have an irregular one. */
const VERB_FORMS = ['PastTense', 'Participle', 'Gerund', 'PresentTense'];

/** Returns a function from a verb in lower case to what it could be a form of ('went' → 'go', 'written' → 'write'). */
export function createVerbLemmatizer(): (form: string) => readonly string[] {
  const { verb } = (nlp.methods() as unknown as Inflection).two.transform;
  const model: unknown = nlp.model();
  return (form) => [...new Set(VERB_FORMS.map((tense) => verb.toInfinitive(form, model, tense)))];
}
