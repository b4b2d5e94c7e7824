/** Minimum length of a line that counts as hard-wrapped. */
const WRAPPED_LINE_LENGTH = 45;
const BULLET = /^\s*(?:[-*•–]|\d+[.)])\s/;

/**
 * Replaces the line breaks of hard-wrapped text by blanks, so that lines do not split sentences. Length and offsets stay the
 * same. Short lines, bullets and empty lines keep their breaks, since lists and headings are sentences of their own.
 */
export function joinWrappedLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  let joined = lines[0] ?? '';
  for (let index = 1; index < lines.length; index += 1) {
    const previous = lines[index - 1] ?? '';
    const line = lines[index] ?? '';
    const wrapped = previous.trim().length >= WRAPPED_LINE_LENGTH && line.trim() !== '' && !BULLET.test(line);
    joined += (wrapped ? ' ' : '\n') + line;
  }
  return joined;
}
