import { cutAt } from '../../support/text/cut-text.js';
import { normalForm } from '../../support/text/normal-form.js';

/**
 * Soft hyphens, zero-width characters and marks of writing direction: they are invisible and would split or glue words.
 * Joiners (U+200C, U+200D) stay: Persian and Hindi are spelt with them, and emoji.
 */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** Characters that are not certainly in Unicode NFC. */
const BEYOND_PLAIN = /[^\0-\u02FF]/;
/** Whitespace that is not one blank. */
const UNEVEN = /[^\S ]\s*| \s+/g;

/** The text without characters that nobody sees. */
export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** The text in Unicode NFC. */
export function composed(text: string): string {
  return BEYOND_PLAIN.test(text) ? normalForm(text) : text;
}

/** One line of clean text: whitespace collapsed, invisible characters out, Unicode NFC. */
export function collapseWhitespace(text: string): string {
  return composed(dropInvisible(text).replace(UNEVEN, ' ').trim());
}

/** Characters of a text that are not whitespace. */
export function visibleLength(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x20 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(text.charAt(index))))
      count -= 1;
  }
  return count;
}

/** The beginning of a text, of at most so many characters. */
export function firstOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, cutAt(text, most));
}
