/** Tables over the keys of an index of WordNet, in memory that threads share: open addressing, at most half full. */

const BLANK = 0x20;
const PERCENT = 0x25;
const UNDERSCORE = 0x5f;
const HYPHEN = 0x2d;
const FULL_STOP = 0x2e;
const APOSTROPHE = 0x27;
const LETTER_S = 0x73;

/**
 * Key → where its line begins: four bytes for a slot instead of a string and an entry of a map for a key. A key ends at
 * the first blank, that of a sense at the first percent sign.
 * @param lines where the lines begin
 */
export function createKeyTable(data: Uint8Array, lines: readonly number[]): SharedArrayBuffer {
  const slots = slotsFor(lines.length);
  for (const begin of lines) {
    let hash = 0;
    for (let at = begin; !endsKey(data[at]); at += 1) hash = add(hash, data[at] ?? 0);
    // A slot that holds nothing is 0, and a file may begin with a line.
    slots[freeSlot(slots, hash, 0)] = begin + 1;
  }
  return slots.buffer;
}

function endsKey(code: number | undefined): boolean {
  return code === BLANK || code === PERCENT || code === undefined;
}

/** Finds the first line of a key by a table of {@link createKeyTable}; undefined when there is none. */
export function createKeyFinder(
  data: Uint8Array,
  table: SharedArrayBuffer,
): (key: string) => number | undefined {
  const slots = new Int32Array(table);
  const isAt = (key: string, begin: number): boolean => {
    if (!endsKey(data[begin + key.length])) return false;
    for (let at = 0; at < key.length; at += 1) if (data[begin + at] !== key.charCodeAt(at)) return false;
    return true;
  };
  return (key) => {
    for (let slot = firstSlot(slots, addText(0, key)); ; slot = nextSlot(slots, slot)) {
      const begin = (slots[slot] ?? 0) - 1;
      if (begin < 0) return undefined;
      if (isAt(key, begin)) return begin;
    }
  };
}

/** A set of the hashes of the first two words of every phrase, some 50,000 pairs. */
export function createPairTable(data: Uint8Array, lines: readonly number[]): SharedArrayBuffer {
  const hashes: number[] = [];
  for (const begin of lines) {
    const hash = hashOfPhrase(data, begin);
    if (hash !== undefined) hashes.push(hash);
  }
  return setOf(hashes);
}

/** True if a phrase may begin with two words, by a table of {@link createPairTable}. */
export function createPairFinder(table: SharedArrayBuffer): (first: string, second: string) => boolean {
  const slots = new Int32Array(table);
  return (first, second) => holds(slots, hashOfPair(addText(0, first), second));
}

/**
 * A set of the hashes of what is before a joint, `_`, `-` or `'s_`, in the keys: some 40,000 beginnings of phrases.
 * @param lines where the lines begin
 */
export function createBeginningsTable(data: Uint8Array, lines: readonly number[]): SharedArrayBuffer {
  const hashes: number[] = [];
  for (const begin of lines) {
    let hash = 0;
    for (let at = begin; !endsKey(data[at]); at += 1) {
      // Lines are sorted, so that most phrases that begin alike are next to each other.
      if (isJoint(data, at) && notZero(hash) !== hashes.at(-1)) hashes.push(notZero(hash));
      hash = add(hash, data[at] ?? 0);
    }
  }
  return setOf(hashes);
}

function isJoint(data: Uint8Array, at: number): boolean {
  const code = data[at];
  if (code === APOSTROPHE) return data[at + 1] === LETTER_S && data[at + 2] === UNDERSCORE;
  return code === UNDERSCORE || code === HYPHEN;
}

/** True if a key may begin with a text and a joint, by a table of {@link createBeginningsTable}. */
export function createBeginningsFinder(table: SharedArrayBuffer): (text: string) => boolean {
  const slots = new Int32Array(table);
  return (text) => holds(slots, notZero(addText(0, text)));
}

function setOf(hashes: readonly number[]): SharedArrayBuffer {
  const slots = slotsFor(hashes.length);
  for (const hash of hashes) slots[freeSlot(slots, hash, hash)] = hash;
  return slots.buffer;
}

function holds(slots: Int32Array, hash: number): boolean {
  return slots[freeSlot(slots, hash, hash)] === hash;
}

/**
 * The hash of the first two words of the phrase whose line begins here; undefined for a single word. Without punctuation
 * that texts may write differently, as `plainParts` removes it.
 */
function hashOfPhrase(data: Uint8Array, begin: number): number | undefined {
  let hash = 0;
  let words = 0;
  let letters = 0;
  for (let at = begin; ; at += 1) {
    const code = data[at] ?? BLANK;
    const ends = code === BLANK || code === UNDERSCORE || code === HYPHEN;
    if (ends && letters > 0) {
      if ((words += 1) === 2) return notZero(hash);
      letters = 0;
      hash = add(hash, BLANK);
    }
    if (code === BLANK) return undefined;
    if (ends || code === FULL_STOP) continue;
    if (code === APOSTROPHE) {
      const after = data[at + 2];
      if (data[at + 1] === LETTER_S && (after === UNDERSCORE || after === BLANK)) at += 1;
      continue;
    }
    letters += 1;
    hash = add(hash, code);
  }
}

function hashOfPair(first: number, second: string): number {
  return notZero(addText(add(first, BLANK), second));
}

/** 0 stands for an empty slot. */
function notZero(hash: number): number {
  return hash === 0 ? 1 : hash;
}

function addText(hash: number, text: string): number {
  let sum = hash;
  for (let at = 0; at < text.length; at += 1) sum = add(sum, text.charCodeAt(at));
  return sum;
}

function add(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function slotsFor(count: number): Int32Array<SharedArrayBuffer> {
  const length = 2 ** Math.ceil(Math.log2(2 * count + 1));
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

/** The first slot for a hash that is empty or holds the wanted value. */
function freeSlot(slots: Int32Array, hash: number, wanted: number): number {
  let slot = firstSlot(slots, hash);
  while (slots[slot] !== 0 && slots[slot] !== wanted) slot = nextSlot(slots, slot);
  return slot;
}

function firstSlot(slots: Int32Array, hash: number): number {
  const mixed = Math.imul(hash, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & (slots.length - 1);
}

function nextSlot(slots: Int32Array, slot: number): number {
  return (slot + 1) & (slots.length - 1);
}
