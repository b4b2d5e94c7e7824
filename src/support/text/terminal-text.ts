/**
 * Characters that must not reach a terminal from outside, since they would be obeyed or would deceive instead of being shown:
 *
 * - C0 controls but tab and line feed, DEL, C1 controls (`\p{Cc}`): they begin escape sequences, which move the cursor,
 *   set the title, or make the terminal type. A carriage return stays before a line feed only (CSV ends its lines so):
 *   alone it would write over the beginning of the line.
 * - Bidirectional controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), which show text in another
 *   order than it has ("Trojan Source", CVE-2021-42574), and all other characters that Unicode says to show as nothing
 *   (`\p{Default_Ignorable_Code_Point}`): zero-width space, soft hyphen, word joiner, byte order mark, fillers, tags …
 * - Line and paragraph separators, and the annotation controls U+FFF9 to U+FFFB.
 *
 * Not ZERO WIDTH JOINER, ZERO WIDTH NON-JOINER and variation selectors: Persian, the scripts of India and emoji are
 * written with them, and they neither reorder nor command.
 */
const UNSAFE =
  /(?![\t\n\u200C\u200D\p{Variation_Selector}]|\r\n)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB]/gu;

/**
 * The text with everything that a terminal would not simply show written as `\u001b`, in UTF-16 units as JSON has it:
 * JSON means the same afterwards. Text without such characters, and text that was made safe before, stays as it is.
 */
export function terminalText(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The words of a text in lines of limited width. A longer word is cut; line breaks in the text stay. */
export function wrapText(text: string, width: number): readonly string[] {
  const cut = (word: string): readonly string[] =>
    word.length <= width ? [word] : [word.slice(0, width), ...cut(word.slice(width))];
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(/\s+/).flatMap(cut)) {
      const line = lines.at(-1);
      const longer = line === undefined || line === '' ? word : `${line} ${word}`;
      if (line === undefined || longer.length > width) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  });
}

/** Names of shells' plain words; others are quoted. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A word of a command line, in quotes where the shell would read it otherwise. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
