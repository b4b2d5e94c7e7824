/** Packs counts of words for the file that comes with sfwc; `src/language/text/packed-word-counts.ts` has the form, and unpacks them. */

/** As in `lexicon.ts`: a form is a noun at times, and at times not. */
const isAmbiguous = ([all, nouns]) => all > 1 && nouns > 0.05 * all && nouns < 0.95 * all;
/** Tags and classes of nouns that are counted of each form. */
const KINDS = 4;
/** Counts of a context hold two numbers; see `countWordsOf`. */
const OCCURRENCES = 2 ** 26;

const ofKinds = (numbers) => Array.from({ length: KINDS }, (_, place) => numbers[place] ?? 0);
const byKey = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Packs counts of words, the forms and contexts in the order of their code units. Forms that are always nouns, or never, keep no
 * contexts.
 * @param least occurrences of a form, and of a form next to a neighbour, from which it is kept
 */
export function packWordCounts(counts, least) {
  const kept = [...counts].filter(([, { noun }]) => noun[0] >= least.form).sort(byKey);
  const contexts = kept.flatMap(([form, count]) =>
    (isAmbiguous(count.noun) ? [...count.contexts] : [])
      .filter(([, number]) => number % OCCURRENCES >= least.context)
      .sort(byKey)
      .map(([neighbour, number]) => [`${form}/${neighbour}`, number]),
  );
  return {
    forms: kept.map(([form]) => form).join(' '),
    formCounts: kept.flatMap(([, { noun, inPhrase, tags, classes }]) => [
      ...noun,
      ...inPhrase,
      ...ofKinds(tags),
      ...ofKinds(classes),
    ]),
    contexts: contexts.map(([context]) => context).join(' '),
    contextCounts: contexts.map(([, number]) => number),
  };
}
