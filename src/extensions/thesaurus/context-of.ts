import { escapeRegExp } from '../../support/text/escapes.js';

/** Characters on each side of the term. */
const CONTEXT = 120;

/** The words around the first mention of a term in a text, which may stand there in the plural; undefined where it has none. */
export function contextOf(text: string, term: string): string | undefined {
  const words = term
    .split(' ')
    .map(escapeRegExp)
    .join(String.raw`\s+`);
  // recheck-ignore: words of a term, which differ from the blanks between them: the text times the words.
  const at = new RegExp(String.raw`(?<![\p{L}\p{N}])${words}`, 'iu').exec(text)?.index;
  if (at === undefined) return undefined;
  const begin = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - CONTEXT)));
  const end = text.indexOf(' ', at + term.length + CONTEXT);
  return text
    .slice(begin, end < 0 ? at + term.length + 2 * CONTEXT : end)
    .replace(/\s+/g, ' ')
    .trim();
}
