/**
 * Changes of the last letters of words to the base form: ending → the number of letters to take off, and what to add. A whole word
 * has a circumflex before it. The longest ending that a word has counts.
 */
export type LemmaRules = Readonly<Record<string, readonly [cut: number, added: string]>>;

/** Letters of an ending at most. */
export const LONGEST = 6;

/** The base form of a word in lower case by rules; the word itself where no rule has its ending. */
export function baseForm(word: string, rules: LemmaRules): string {
  for (const ending of endingsOf(word)) {
    const rule = Object.hasOwn(rules, ending) ? rules[ending] : undefined;
    if (rule !== undefined) return changed(word, rule);
  }
  return word;
}

/** The whole word, then its endings, the longest first. */
export function endingsOf(word: string): string[] {
  const endings = [`^${word}`];
  for (let length = Math.min(LONGEST, word.length); length > 0; length -= 1)
    endings.push(word.slice(word.length - length));
  return endings;
}

/** A word by a rule. */
export function changed(word: string, [cut, added]: readonly [number, string]): string {
  const base = word.slice(0, Math.max(word.length - cut, 0)) + added;
  return base === '' ? word : base;
}
