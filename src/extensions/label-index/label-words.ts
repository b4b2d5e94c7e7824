import { isAcronym, acronymKey } from '../../language/linking/labels/label-trie.js';
import { POSSESSIVE_KEY } from '../../language/linking/labels/label-paths.js';
import { normalForm } from '../../support/text/normal-form.js';

/** Longer labels are rarely used as names. */
export const MAX_LABEL_WORDS = 16;

/**
 * The words of a label in an index: the label in Unicode NFC and lower case, split at everything but letters, digits,
 * `+` and `#`; a possessive ending between two words is a word of its own (`alzheimer`, `'s`, `disease`), at the end
 * it is dropped. Tokens of texts are split in the same way, so the annotator's treatment of hyphens and dots does not
 * matter. A label of two to five capitals is an acronym with one word, {@link acronymKey}.
 *
 * @returns undefined for labels that never link: without a letter, of one character, of more than {@link
 * MAX_LABEL_WORDS}
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

/** The words of a text without possessive endings, split as in {@link labelWords}. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return [lower];
  return normalForm(lower.replace(/['’]s?$/u, ''))
    .split(SEPARATORS)
    .filter((word) => word !== '');
}
