/** Soft hyphens and zero-width characters: they are invisible and would split or glue words. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g;

/** One line of clean text: whitespace collapsed, invisible characters out, Unicode NFC. */
export function collapseWhitespace(text: string): string {
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}
