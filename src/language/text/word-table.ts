import { onceFor } from '../../support/once.js';
import { createWrittenWords, hashWith, type WrittenWords } from './written-words.js';
import { normalForm } from '../../support/text/normal-form.js';

/** Characters of words. */
export interface CharacterKinds {
  /** A character that a word may begin with, and that it may have. */
  readonly first: RegExp;
  /** Characters that a word may have as well. */
  readonly other: RegExp;
  /** Characters of a word at least. */
  readonly least: 1 | 2;
}

/** Slots of the table: words of classifiers. */
const SLOTS = 1 << 17;
/** Values of a table of characters. A text with a character of the last kind cannot be read by the table. */
const [SEPARATOR, FIRST, OTHER, BEYOND] = [0, 1, 2, 3];
/** Characters beyond the basic plane consist of two units, of which a table does not know what they are. */
const SURROGATE = /[\ud800-\udfff]/;
/**
 * Characters that are in NFC whatever stands next to them, and that each have one letter in lower case: those of Latin
 * without dotted I, Greek without sigma, Cyrillic, Hebrew, Arabic, Chinese and Japanese, punctuation and signs, without any
 * marks. Nearly all texts are of these, and are read as they are.
 */
const PLAIN =
  /[\0-\u012f\u0131-\u02ff\u0388-\u03a1\u03a4-\u03ce\u0400-\u0482\u05d0-\u05ea\u0620-\u064a\u1e00-\u1eff\u2002-\u20cf\u2100-\u2125\u2190-\u2328\u232b-\u2adb\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff]/;

/**
 * Reads the words of texts in NFC and lower case, in the forms that a function gives them. It looks written words up in an
 * open hash table by a hash that it computes while it goes through the text, so that it makes no string for a word that it
 * has met before, nor a text in lower case: this takes less than a third of the time of a regular expression and a map.
 */
export function createWordTable(
  kinds: CharacterKinds,
  formOf: (word: string) => string | undefined,
): (text: string) => string[] {
  const { least } = kinds;
  // recheck-ignore: a run of characters of two classes, which always matches where it begins.
  const pattern = new RegExp(`${kinds.first.source}(?:${kinds.first.source}|${kinds.other.source})*`, 'gu');
  const { plain, all } = characterTables(kinds);
  const words = createWrittenWords((written) => formOf(written.toLowerCase()), SLOTS);
  const readSlowly = (text: string): string[] =>
    (text.match(pattern) ?? []).flatMap((word) =>
      Array.from(word).length < least ? [] : (formOf(word) ?? []),
    );
  return (text) => {
    const found = read(text, plain, words, least);
    if (found !== undefined) return found;
    const changed = normalForm(text).toLowerCase();
    return read(changed, all, words, least) ?? readSlowly(changed);
  };
}

/** Undefined for a text with a character beyond the table of characters. */
function read(
  text: string,
  characters: Uint8Array,
  written: WrittenWords<string | undefined>,
  least: number,
): string[] | undefined {
  const words: string[] = [];
  let begin = -1;
  let hash = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 0;
    const kind = characters[code];
    if (kind === BEYOND) return undefined;
    if (begin < 0) {
      if (kind !== FIRST) continue;
      begin = index;
      hash = code;
    } else if (kind !== SEPARATOR) hash = hashWith(hash, code);
    else {
      const form = index - begin < least ? undefined : written(text, begin, index, hash);
      if (form !== undefined) words.push(form);
      begin = -1;
    }
  }
  return words;
}

/** Kind of each code unit, in texts of plain characters and in others; found once for each kind of words. */
const characterTables = onceFor(({ first, other }: CharacterKinds) => {
  const all = Uint8Array.from({ length: 0x10000 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (SURROGATE.test(character)) return BEYOND;
    return first.test(character) ? FIRST : other.test(character) ? OTHER : SEPARATOR;
  });
  return { all, plain: all.map((kind, code) => (PLAIN.test(String.fromCharCode(code)) ? kind : BEYOND)) };
});
