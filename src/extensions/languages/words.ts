import { joinWrappedLines } from '../../language/text/compromise-annotator.js';
import type { LanguageRules } from './language-rules.js';

/** A word where it stands in a text; offsets are UTF-16 code units. */
export interface WordAt {
  readonly surface: string;
  readonly begin: number;
  readonly end: number;
}

/** A word: letters and digits, with hyphens, apostrophes, full stops and marks inside of it. */
const WORD =
  /(?:\p{L}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:['’&.](?=\p{L})|[-‐‑](?=[\p{L}\p{N}])|[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*['’]?/gu;
const APOSTROPHE = /['’]/;
const SENTENCE_END = /[.!?…]["'”’»)\]]*\s/;
/** Longest sentence, in words: a text without full stops is cut. */
const MAX_WORDS = 400;

/**
 * Splits a text into sentences and these into words. A line break ends a sentence unless the line is wrapped; offsets stay
 * those of the text.
 */
export function splitText(text: string, rules: LanguageRules): readonly (readonly WordAt[])[] {
  const joined = joinWrappedLines(text);
  const sentences: WordAt[][] = [];
  let sentence: WordAt[] = [];
  let end = 0;
  for (const match of joined.matchAll(WORD)) {
    const between = joined.slice(end, match.index);
    const before = sentence.at(-1);
    const isCut = before === undefined || sentence.length >= MAX_WORDS;
    if (isCut || between.includes('\n') || endsSentence(between, before.surface, match[0], rules)) {
      if (sentence.length > 0) sentences.push(sentence);
      sentence = [];
    }
    for (const word of partsOf(match[0], match.index, rules)) sentence.push(word);
    end = match.index + match[0].length;
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

/** The words that a run of characters consists of: l'eau → l' eau, dit-il → dit il. */
function partsOf(run: string, begin: number, rules: LanguageRules): WordAt[] {
  if (!APOSTROPHE.test(run) && (rules.enclitics === undefined || !run.includes('-')))
    return [wordAt(run, begin)];
  const plain = run.toLowerCase().replace('’', "'");
  if (rules.whole.has(plain)) return [wordAt(run, begin)];
  const parts: WordAt[] = [];
  let place = 0;
  for (const piece of rules.elides ? run.split(/(?<=['’])/) : [run.replace(/['’]$/, '')]) {
    const enclitic = rules.enclitics?.exec(piece);
    const length = enclitic?.index ?? piece.length;
    if (length > 0) parts.push(wordAt(piece.slice(0, length), begin + place));
    if (enclitic?.index !== undefined && length > 0)
      parts.push(wordAt(piece.slice(length + 1), begin + place + length + 1));
    place += piece.length;
  }
  return parts;
}

function wordAt(surface: string, begin: number): WordAt {
  return { surface, begin, end: begin + surface.length };
}

function endsSentence(between: string, before: string, next: string, rules: LanguageRules): boolean {
  if (!SENTENCE_END.test(`${before.endsWith('.') ? '.' : ''}${between}`)) return false;
  if (!/^\.?\s/.test(between)) return true;
  const first = next.charAt(0);
  const isLower = first !== first.toUpperCase();
  return !(
    isLower ||
    before.length === 1 ||
    rules.abbreviations.has(before.toLowerCase().replace(/\.$/, '')) ||
    (rules.ordinalDots && /^\d{1,2}$/.test(before))
  );
}
