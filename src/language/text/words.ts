import type { Lemmatizer } from '../../model/noun.js';
import type { WordReader } from '../../model/topic.js';
import { STOP_WORDS } from './stop-words.js';
import { createWordTable, type CharacterKinds } from './word-table.js';

/** At least two letters; hyphens and apostrophes separate words. */
const WORD: CharacterKinds = { first: /\p{L}/u, other: /\p{M}/u, least: 2 };
/** Also single letters, and words that begin with a digit. */
const WORD_OR_NUMBER: CharacterKinds = { first: /[\p{L}\p{N}]/u, other: /\p{M}/u, least: 1 };

/**
 * All words of a text, for classifiers that count words rather than nouns: lower case, without stop words, numbers and
 * single letters, a final s taken off as the annotator does with plural nouns. Words are not tagged, so that 'runs'
 * becomes 'run' and a name such as 'Jones' may lose its s, in corpora and pages alike.
 *
 * It is some hundred times as fast as the annotator, which it does not replace, since it does not recognise nouns.
 *
 * @param lemmatize removes a final s
 * @param numbers whether numbers and single letters count as words: expressions such as 'type 1 diabetes' need them
 * @param stopWords words that do not count; default: those of English
 */
export function createWordReader(
  lemmatize: Lemmatizer,
  {
    numbers = false,
    stopWords = STOP_WORDS,
  }: { readonly numbers?: boolean; readonly stopWords?: ReadonlySet<string> } = {},
): WordReader {
  return createWordTable(numbers ? WORD_OR_NUMBER : WORD, (word) => {
    if (stopWords.has(word)) return undefined;
    return word.endsWith('s') && word.length > 3 ? lemmatize(word) : word;
  });
}
