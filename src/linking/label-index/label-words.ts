import { isAcronym, acronymKey } from '../labels/label-trie.js';
import { POSSESSIVE_KEY } from '../labels/label-paths.js';

/** Longer labels are hardly names that texts use. */
export const MAX_LABEL_WORDS = 16;

/**
 * The words by which a label stands in an index, and a text is compared with it: what is left of the label in Unicode
 * NFC and lower case when it is cut at everything but letters, digits, `+` and `#`; a possessive ending between two
 * words counts as a word of its own (`alzheimer`, `'s`, `disease`), at the end it is dropped. Since a text's tokens are
 * cut again in the same way, it makes no difference how an annotator treats hyphens and dots.
 * A label of two to five capitals is an acronym and has one word, {@link acronymKey}.
 *
 * @returns nothing for labels that never link: without a letter, of one character, of more than {@link MAX_LABEL_WORDS}
 */
export function labelWords(label: string): readonly string[] | undefined {
  const written = label.trim();
  if (isAcronym(written)) return [acronymKey(written)];
  const parts = written.split(/['’]s?(?=\s)/u);
  const words = parts.flatMap((part, index) =>
    index === 0 ? wordsOf(part) : [POSSESSIVE_KEY, ...wordsOf(part)],
  );
  if (words.at(-1) === POSSESSIVE_KEY) words.pop();
  const telling = words.some((word) => word !== POSSESSIVE_KEY && /\p{L}/u.test(word));
  const [only = ''] = words;
  if (!telling || words.length > MAX_LABEL_WORDS) return undefined;
  return words.length === 1 && /^.$/su.test(only) ? undefined : words;
}

const PLAIN = /^[a-z]+$/;
const SEPARATORS = /[^\p{L}\p{M}\p{N}+#]+/u;

/** The words of a piece of text without possessive endings, as {@link labelWords} cuts them. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return [lower];
  return lower
    .replace(/['’]s?$/u, '')
    .normalize('NFC')
    .split(SEPARATORS)
    .filter((word) => word !== '');
}
