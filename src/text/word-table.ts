import { onceFor } from '../support/once.js';
import { ownCopy } from '../support/text/own-copy.js';

/** What words consist of. */
export interface CharacterKinds {
  /** A character that a word may begin with, and that it may have. */
  readonly first: RegExp;
  /** Characters that a word may have as well. */
  readonly other: RegExp;
  /** Characters of a word at least. */
  readonly least: 1 | 2;
}

/** A written word and its form; undefined for a word that does not count. */
interface Entry {
  readonly word: string;
  readonly form: string | undefined;
}

/** Slots of the table, a power of two. When it is half full it forgets all words, which does not change what it answers. */
const SLOTS = 1 << 17;
/** Values of the table of characters. */
const [SEPARATOR, FIRST, OTHER] = [0, 1, 2];
const SURROGATES = /[\ud800-\udfff]/;

/**
 * Reads the words of texts, in the forms that a function gives them. It looks written words up in an open hash table by a
 * hash that it computes while it goes through the text, so that it makes no string for a word that it has met before: this
 * takes a third of the time of a regular expression and a map.
 */
export function createWordTable(
  kinds: CharacterKinds,
  formOf: (word: string) => string | undefined,
): (text: string) => string[] {
  const { least } = kinds;
  const pattern = new RegExp(`${kinds.first.source}(?:${kinds.first.source}|${kinds.other.source})*`, 'gu');
  const characters = characterTable(kinds);
  let slots = emptySlots();
  let used = 0;

  const enter = (slot: number, word: string): string | undefined => {
    if ((used += 1) > SLOTS / 2) {
      slots = emptySlots();
      used = 1;
    }
    const form = formOf(word);
    slots[slot] = { word, form };
    return form;
  };
  const lookUp = (text: string, begin: number, end: number, hash: number): string | undefined => {
    for (let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const entry = slots[slot];
      if (entry === undefined) return enter(slot, ownCopy(text.slice(begin, end)));
      if (entry.word.length === end - begin && text.startsWith(entry.word, begin)) return entry.form;
    }
  };
  /** Characters beyond the basic plane consist of two units, which the table of characters does not know. */
  const readSlowly = (text: string): string[] =>
    (text.match(pattern) ?? []).flatMap((word) =>
      Array.from(word).length < least ? [] : (formOf(word) ?? []),
    );

  return (text) => {
    if (SURROGATES.test(text)) return readSlowly(text);
    const words: string[] = [];
    let begin = -1;
    let hash = 0;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : 0;
      const kind = characters[code];
      if (begin < 0) {
        if (kind !== FIRST) continue;
        begin = index;
        hash = code;
      } else if (kind !== SEPARATOR) hash = (Math.imul(hash, 31) + code) | 0;
      else {
        const form = index - begin < least ? undefined : lookUp(text, begin, index, hash);
        if (form !== undefined) words.push(form);
        begin = -1;
      }
    }
    return words;
  };
}

const emptySlots = (): (Entry | undefined)[] => new Array<Entry | undefined>(SLOTS).fill(undefined);

/** What each code unit is, found once for each kind of words. */
const characterTable = onceFor(({ first, other }: CharacterKinds) =>
  Uint8Array.from({ length: 0x10000 }, (_, code) => {
    const character = String.fromCharCode(code);
    return first.test(character) ? FIRST : other.test(character) ? OTHER : SEPARATOR;
  }),
);
