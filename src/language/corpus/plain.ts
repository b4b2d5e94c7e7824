import { normalForm } from '../../support/text/normal-form.js';

/** A line may be wrapped at widths in this range, in characters; shorter lines are verses, tables or lists. */
const WRAP_WIDTH = { smallest: 40, largest: 160 };

/**
 * True when the lines are one paragraph broken by an editor: no line but the last had room for the first word of the
 * next one.
 */
function isWrapped(lines: readonly string[]): boolean {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  if (width < WRAP_WIDTH.smallest || width > WRAP_WIDTH.largest) return false;
  return lines.every((line, index) => {
    const next = lines[index + 1];
    return next === undefined || line.length + 1 + firstWordLength(next) > width;
  });
}

function firstWordLength(line: string): number {
  const end = line.indexOf(' ');
  return end < 0 ? line.length : end;
}

/** Blanks that are not a single space. Most lines have none, and stay as they are. */
const UNTIDY_BLANKS = /[^\S ]\s*| \s+/g;

/**
 * Text as a document carries it: Unicode NFC, `\n` ends lines, blanks collapsed, paragraphs separated by one empty
 * line, hard-wrapped paragraphs joined to one line (nouns would be torn apart at the line's end), trimmed.
 */
export function tidyText(text: string): string {
  const lines = text
    .replace(/[\u00AD\u200B\u2060\uFEFF\0]/g, '')
    .replace(/\r\n?|[\u2028\v\u0085]/g, '\n')
    .replace(/[\f\u2029]/g, '\n\n');
  return normalForm(lines)
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => {
      const lines = paragraph
        .split('\n')
        .map((line) => line.replace(UNTIDY_BLANKS, ' ').trim())
        .filter((line) => line !== '');
      return lines.join(isWrapped(lines) ? ' ' : '\n');
    })
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
