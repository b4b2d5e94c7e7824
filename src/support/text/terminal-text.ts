/**
 * Characters that a terminal would obey or that would deceive: controls but tab and line feed (a carriage return stays before a line
 * feed only), bidirectional controls ("Trojan Source", CVE-2021-42574) and all else that Unicode says to show as nothing, line
 * and paragraph separators, annotation controls. Not joiners and variation selectors, with which Persian, the scripts of
 * India and emoji are written.
 */
const UNSAFE =
  /(?![\t\n\u200C\u200D\p{Variation_Selector}]|\r\n)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB]/gu;

/** The text with all unsafe characters written as `\u001b`, as JSON has it; text that is safe stays as it is. */
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
