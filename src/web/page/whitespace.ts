import { normalForm } from '../../support/text/normal-form.js';

/**
 * Soft hyphens, zero-width characters and marks of writing direction: they are invisible and would split or glue words.
 * Joiners (U+200C, U+200D) stay: Persian and Hindi are spelt with them, and emoji.
 */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** Characters that need more care than blanks. */
const BEYOND_ASCII = /[^\0-\x7F]/;
/** Characters that are not certainly in Unicode NFC. */
const BEYOND_PLAIN = /[^\0-\u02FF]/;
/** Whitespace that is not one blank. */
const UNEVEN = /[^\S ]\s*| \s+/g;
const SPACE = 0x20;

/** The text without characters that nobody sees. */
export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Text that is certainly in Unicode NFC. */
export function isPlain(text: string): boolean {
  return !BEYOND_PLAIN.test(text);
}

/** One line of clean text: whitespace collapsed, invisible characters out, Unicode NFC. */
export function collapseWhitespace(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.replace(UNEVEN, ' ').trim();
  const clean = dropInvisible(text).replace(UNEVEN, ' ').trim();
  return isPlain(clean) ? clean : normalForm(clean);
}

/** Characters of a text that are not whitespace. */
export function visibleLength(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) if (isSpace(text.charCodeAt(index))) count -= 1;
  return count;
}

/** As the `\s` of regular expressions. */
function isSpace(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= 9 && code <= 13);
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code));
}
