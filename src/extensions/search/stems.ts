import { normalForm } from '../../support/text/normal-form.js';
import type { IndexFile } from './index-file.js';
import { spellingsOf, type QueryTerm } from './query.js';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The Snowball stemmer of a language by its ISO 639 code. Undefined without one, and for English: the index stems it. */
async function stemmerOf(language: string): Promise<((word: string) => string) | undefined> {
  if (!/^[a-z]{2,3}$/.test(language) || language === 'en') return undefined;
  const [name = ''] = (NAMES.of(language) ?? '').toLowerCase().split(' ');
  const loaded = import(`@orama/stemmers/${name}`) as Promise<{ readonly stemmer: (word: string) => string }>;
  return loaded.then(
    ({ stemmer }) => stemmer,
    () => undefined,
  );
}

/** The words of a text after their stems in a language; none for a language without a stemmer. */
export async function stemsOf(language: string, text: string): Promise<readonly (readonly string[])[]> {
  const stem = await stemmerOf(language);
  // Longer runs of letters are cut: nobody writes such words, and a stemmer goes through them several times.
  const words = stem && normalForm(text.toLowerCase()).match(/[\p{L}\p{M}]{1,60}/gu);
  return Array.from(new Set(words), (word) => [stem?.(word) ?? '', word]);
}

/** Terms with the forms of their words that the index has of pages in other languages than English. */
export async function inflected(
  index: IndexFile,
  terms: readonly QueryTerm[],
): Promise<readonly QueryTerm[]> {
  const languages = index.rows('SELECT DISTINCT language FROM pages').map(String);
  const stemmers = await Promise.all(languages.map(stemmerOf));
  const find = 'SELECT word FROM stems WHERE language = ? AND stem = ?';
  const formsOf = (word: string): readonly string[] =>
    stemmers.flatMap((stem, place) =>
      index.rows(find, languages[place] ?? '', stem?.(word) ?? '').map(String),
    );
  return terms.map((term) => {
    const spelt = term.isPhrase ? [] : spellingsOf(normalForm(term.text).toLowerCase());
    return { ...term, forms: [...new Set([term.text, ...spelt.flatMap(formsOf)])] };
  });
}
