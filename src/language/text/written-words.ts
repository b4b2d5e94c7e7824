import { ownCopy } from '../../support/remember.js';

/** The form of the word of a text between two offsets, end exclusive. */
export type WrittenWords<Form> = (text: string, begin: number, end: number, hash: number) => Form;

/** Written words and their forms, as an open hash table. */
interface WordSlots<Form> {
  /** By slot: the hash of a word, and its place; 0 for an empty slot. */
  readonly hashes: Int32Array;
  readonly places: Int32Array;
  /** By place, from 1: the form, and where the word ends in `units`. */
  readonly forms: Form[];
  readonly ends: number[];
  /** The code units of all words, one after the other: they are compared faster than strings. */
  readonly units: Uint16Array;
}

/** Code units per slot, and of each word that is remembered at most. */
const UNITS_PER_SLOT = 4;
const LONGEST = 64;

/** Adds a code unit to the hash of a word. */
export function hashWith(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Remembers the forms of words, by where they stand in a text: no string is made of a word that was met before. */
export function createWrittenWords<Form>(
  formOf: (written: string) => Form,
  slots: number,
): WrittenWords<Form> {
  let table = emptyTable<Form>(slots);
  return (text, begin, end, hash) => {
    if (end - begin > LONGEST) return formOf(ownCopy(text.slice(begin, end)));
    const slot = slotOf(table, text, begin, end, hash);
    const place = table.places[slot] ?? 0;
    if (place !== 0) return table.forms[place - 1] as Form;
    const form = formOf(ownCopy(text.slice(begin, end)));
    if (isFull(table)) table = emptyTable(slots);
    else enter(table, slot, text, begin, end, hash, form);
    return form;
  };
}

function emptyTable<Form>(slots: number): WordSlots<Form> {
  return {
    hashes: new Int32Array(slots),
    places: new Int32Array(slots),
    forms: [],
    ends: [0],
    units: new Uint16Array(slots * UNITS_PER_SLOT),
  };
}

function isFull({ forms, ends, places, units }: WordSlots<unknown>): boolean {
  return forms.length >= places.length / 2 || (ends.at(-1) ?? 0) + LONGEST > units.length;
}

/** The slot of a word of a text, or the one that it is to have. */
function slotOf(table: WordSlots<unknown>, text: string, begin: number, end: number, hash: number): number {
  const { hashes, places } = table;
  const last = places.length - 1;
  for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
    const place = places[slot] ?? 0;
    if (place === 0 || (hashes[slot] === hash && isAt(table, place, text, begin, end))) return slot;
  }
}

/** True if the word at a place is that of a text. */
function isAt(
  { ends, units }: WordSlots<unknown>,
  place: number,
  text: string,
  begin: number,
  end: number,
): boolean {
  let unit = ends[place - 1] ?? 0;
  if ((ends[place] ?? 0) - unit !== end - begin) return false;
  for (let index = begin; index < end; index += 1, unit += 1)
    if (text.charCodeAt(index) !== units[unit]) return false;
  return true;
}

function enter<Form>(
  { hashes, places, forms, ends, units }: WordSlots<Form>,
  slot: number,
  text: string,
  begin: number,
  end: number,
  hash: number,
  form: Form,
): void {
  let unit = ends.at(-1) ?? 0;
  for (let index = begin; index < end; index += 1, unit += 1) units[unit] = text.charCodeAt(index);
  hashes[slot] = hash;
  forms.push(form);
  places[slot] = forms.length;
  ends.push(unit);
}
