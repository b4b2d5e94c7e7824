import type { Page } from '../../model/page.js';

/**
 * A page in 84 bytes, by which copies are found: SimHash of its words, hash of its title, hash of its words in any order,
 * number of words, its numbers ({@link countNumbers}) and its runs of words ({@link sampleRuns}).
 */
export type TextSketch = Uint32Array;

/** Characters of a text that are looked at: half of them at its beginning, half at its end. */
const MAX_CHARACTERS = 200_000;
/** Sums of the hashes of numbers, 16 bits each, two in each number of a sketch. */
const NUMBER_BINS = 16;
/** Words in a run: a name in a template changes as many runs as this, each time that it stands there. */
const RUN = 8;
/** Samples of runs, 4 bits each, eight in each number of a sketch. */
const RUN_BINS = 64;
/** The factor of the polynomial of a run, and its power by which the first of its hashes is multiplied. */
const FACTOR = 0x01000193;
const FIRST_FACTOR = Array.from({ length: RUN - 1 }).reduce<number>((power) => Math.imul(power, FACTOR), 1);
const [TITLE, WORDS, COUNT, NUMBERS, RUNS, SKETCH_SIZE] = [2, 3, 4, 5, 13, 21];
/** Two different bases of {@link hash32}, so that hashes by one are independent of hashes by the other. */
const [BASIS, SECOND_BASIS] = [0x811c9dc5, 0x2545f491];
/** Characters beyond the basic plane, and halves of them, count as letters. */
const WORD = /[\p{L}\p{N}\p{Cs}\u{10000}-\u{10FFFF}]+/gu;
const LETTER = /[\p{L}\p{Cs}\u{10000}-\u{10FFFF}]/u;

/** The words of a text, in lower case: letters and digits of any script. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Makes the sketch of a page, in time that no length of its text exceeds. */
export function sketchOf(page: Pick<Page, 'title' | 'headline' | 'text' | 'blocks'>): TextSketch {
  const { title, headline, blocks } = page;
  const text = page.text === '' ? blocks.join('\n') : page.text;
  const half = MAX_CHARACTERS / 2;
  const part = text.length <= MAX_CHARACTERS ? text : `${text.slice(0, half)} ${text.slice(-half)}`;
  const words = part.toLowerCase().match(WORD) ?? [];
  const hashes = Uint32Array.from(words, (word) => hash32(word));
  const sketch = new Uint32Array(SKETCH_SIZE);
  sketch.set(simHash(hashes.filter((_, place) => LETTER.test(words[place] ?? ''))));
  // The first heading names what a template with one title for all pages is filled with.
  const named = headline === '' ? title : headline.split('\n', 2).join(' ');
  sketch[TITLE] = hash32(wordsOf(named.slice(0, MAX_CHARACTERS)).join(' '));
  for (const hash of hashes) sketch[WORDS] = (sketch[WORDS] ?? 0) + hash;
  sketch[COUNT] = hashes.length;
  sketch.set(countNumbers(part), NUMBERS);
  sketch.set(sampleRuns(hashes), RUNS);
  return sketch;
}

/** Dates and times, in which copies of a page differ: `2024-05-03`, `3.5.24`, `14:32`, `3 May 2024`, `May 3, 2024`. */
const DATES =
  /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?:\d{1,2}\.? )?\p{L}{3,10}\.? (?:\d{1,2},? )?(?:19|20)\d\d\b/gu;
const NUMBER = /(?<![\p{L}\p{N}])\d{1,20}(?:[.,]\d{1,20}){0,3}(?![\p{L}\p{N}])/gu;

/** Sums of the hashes of the numbers in a text, without dates and times. One number more or less changes one sum. */
function countNumbers(text: string): Uint32Array {
  const sums = new Uint16Array(NUMBER_BINS);
  for (const [number] of text.replace(DATES, ' ').matchAll(NUMBER)) {
    const hash = hash32(number, SECOND_BASIS);
    const bin = hash % NUMBER_BINS;
    // Odd, so that no number counts nothing.
    sums[bin] = (sums[bin] ?? 0) + ((hash >>> 16) | 1);
  }
  return new Uint32Array(sums.buffer);
}

/**
 * Samples the runs of words in a text, as if its end were followed by its beginning: MinHash by one permutation (Li, Owen and
 * Zhang 2012, "One permutation hashing"), of which 4 bits are kept (Li and König 2010, "b-bit minwise hashing"); 0 where a
 * bin is empty. Samples of two texts are the same in about the share of runs that both have.
 */
function sampleRuns(hashes: Uint32Array): Uint32Array {
  const least = new Uint32Array(RUN_BINS).fill(0xffffffff);
  // A polynomial of the hashes in a run, from which the first is taken and to which the next is added.
  let run = 0;
  for (let word = 0; word < RUN - 1; word += 1)
    run = Math.imul(run, FACTOR) + (hashes[word % Math.max(1, hashes.length)] ?? 0);
  let last = (RUN - 1) % Math.max(1, hashes.length);
  for (const gone of hashes) {
    run = (Math.imul(run, FACTOR) + (hashes[last] ?? 0)) | 0;
    const hash = finished(run);
    run = (run - Math.imul(gone, FIRST_FACTOR)) | 0;
    last = last + 1 === hashes.length ? 0 : last + 1;
    const bin = hash % RUN_BINS;
    if (hash < (least[bin] ?? 0)) least[bin] = hash;
  }
  const samples = new Uint32Array(RUN_BINS / 8);
  for (const [bin, hash] of least.entries())
    if (hash !== 0xffffffff)
      samples[bin >>> 3] = (samples[bin >>> 3] ?? 0) | (((finished(hash) % 15) + 1) << (4 * (bin & 7)));
  return samples;
}

/**
 * SimHash (Charikar 2002, "Similarity estimation techniques from rounding algorithms"; as Manku, Jain and Das Sarma 2007
 * use it to find near-duplicate pages, with 64 bits): every feature is hashed, and each bit of the fingerprint says
 * whether more of the hashes have it set than not. Texts that share most features have fingerprints that differ in few bits.
 *
 * Features are single words; the papers leave them open. Pairs of words find fewer copies (`bench -- copies`). A word weighs
 * √(how often it stands there), so that articles and prepositions do not decide for all texts alike.
 */
function simHash(words: Uint32Array): readonly [high: number, low: number] {
  const votes = new Float64Array(64);
  const sorted = Uint32Array.from(words).sort();
  let sum = 0;
  for (let place = 0; place < sorted.length;) {
    const hash = sorted[place] ?? 0;
    const begin = place;
    while (sorted[place] === hash) place += 1;
    const weight = Math.sqrt(place - begin);
    const second = finished(hash ^ SECOND_BASIS);
    sum += weight;
    for (let bit = 0; bit < 32; bit += 1) {
      votes[bit] = (votes[bit] ?? 0) + ((hash >>> bit) & 1) * weight;
      votes[32 + bit] = (votes[32 + bit] ?? 0) + ((second >>> bit) & 1) * weight;
    }
  }
  const half = (offset: number): number =>
    votes
      .subarray(offset, offset + 32)
      .reduce((bits, vote, bit) => bits | (Number(vote > sum / 2) << bit), 0);
  return [half(0), half(32)];
}

/** 64 bits in 16 hexadecimal digits: SimHash of the words of the page that are no numbers. */
export function fingerprintOf([high = 0, low = 0]: TextSketch): string {
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

/** The same for pages with the same title and words, as far as 64 bits tell. */
export function exactFingerprint(sketch: TextSketch): string {
  const [title, words] = [sketch[TITLE] ?? 0, sketch[WORDS] ?? 0];
  return fingerprintOf(
    Uint32Array.of(finished(title ^ finished(words)), finished(words ^ finished(title + 1))),
  );
}

/** The number of bits in which two fingerprints differ. */
export function hammingDistance(a: string, b: string): number {
  const differing = (at: number): number =>
    bitCount(Number.parseInt(a.slice(at, at + 8), 16) ^ Number.parseInt(b.slice(at, at + 8), 16));
  return differing(0) + differing(8);
}

function bitCount(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Four numbers of 16 bits, one of which most copies have in common: blocks of their fingerprints, mixed with their titles. */
export function copyKeys([high = 0, low = 0, title = 0]: TextSketch): readonly number[] {
  return [high >>> 16, high, low >>> 16, low].map((block) => (block ^ title) & 0xffff);
}

/** Words of pages that are copies although neither names the other, and of texts in which a number may differ, at least. */
const [MIN_WORDS, LONG] = [50, 200];
/** The share of runs that copies have in common at least. */
const ALIKE = 7 / 8;

/**
 * True for pages with the same title and nearly the same text. What differs stands in one place: a banner, a date or a count. A
 * name or number that stands in many places, or any in a short text, makes another page.
 */
export function areCopies(a: TextSketch, b: TextSketch): boolean {
  return a[TITLE] === b[TITLE] && isLongEnough(a) && isNearlySame(a, b);
}

/**
 * True for pages with nearly the same text, or the same words in another order, whatever their titles. Pages that hardly have
 * a text need the same title and words. Enough where one page names the other as canonical.
 */
export function haveSameText(a: TextSketch, b: TextSketch): boolean {
  const isSame = a[WORDS] === b[WORDS] && a[COUNT] === b[COUNT];
  if (!isLongEnough(a)) return isSame && a[TITLE] === b[TITLE];
  return isSame || isNearlySame(a, b);
}

/** True for a page that has enough words to be a copy of one that it does not name. */
export function isLongEnough(sketch: TextSketch): boolean {
  return (sketch[COUNT] ?? 0) >= MIN_WORDS;
}

function isNearlySame(a: TextSketch, b: TextSketch): boolean {
  // A number that is another one changes two sums at most.
  const most = Math.min(a[COUNT] ?? 0, b[COUNT] ?? 0) >= LONG ? 2 : 0;
  if (differences(a, b, NUMBERS, RUNS, 16).changed > most) return false;
  const { changed, filled } = differences(a, b, RUNS, SKETCH_SIZE, 4);
  return filled === 0 || 1 - changed / filled >= ALIKE;
}

/** Compares parts of sketches bin by bin. @param bits of a bin */
function differences(a: TextSketch, b: TextSketch, begin: number, end: number, bits: number) {
  const mask = 2 ** bits - 1;
  let [changed, filled] = [0, 0];
  for (let place = begin; place < end; place += 1)
    for (let shift = 0; shift < 32; shift += bits) {
      const [one, other] = [((a[place] ?? 0) >>> shift) & mask, ((b[place] ?? 0) >>> shift) & mask];
      if (one !== other) changed += 1;
      if (one !== 0 || other !== 0) filled += 1;
    }
  return { changed, filled };
}

export function sketchText(sketch: TextSketch): string {
  return Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('base64');
}

/** The reverse of {@link sketchText}; undefined for other texts. */
export function readSketch(text: string): TextSketch | undefined {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.length === 4 * SKETCH_SIZE ? new Uint32Array(bytes.buffer) : undefined;
}

/** FNV-1a over code units, {@link finished}. */
function hash32(text: string, basis = BASIS): number {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return finished(hash);
}

/** The finaliser of MurmurHash3, without which neighbouring texts share bits. */
function finished(state: number): number {
  let hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
