import { pageNumberAt, type DocumentPages } from '../../model/page-reading.js';
import { piecesOf } from '../../support/text/cut-text.js';

/** Words of a passage. */
export const PASSAGE_WORDS = 120;
/** Passages of a page that are indexed: about half a million words. */
export const MAX_PASSAGES = 4095;
/** The longest run of characters without a blank: words, and languages that write without blanks. */
const LONGEST_RUN = 400;
/** A paragraph of up to this many times the words is not cut. */
const TOLERANCE = 1.5;

/**
 * Cuts a text into passages of about 120 words. They end with a paragraph where that is possible, else with a sentence, else
 * between two words. Characters that control a terminal become blanks.
 */
export function passagesOf(text: string, words = PASSAGE_WORDS): readonly string[] {
  const passages: string[] = [];
  let [waiting, count]: [string[], number] = [[], 0];
  const close = (): void => {
    if (waiting.length > 0) passages.push(waiting.join('\n'));
    [waiting, count] = [[], 0];
  };
  for (const part of partsOf(plain(text), words)) {
    const own = countWords(part);
    if (count > 0 && count + own > words) close();
    waiting.push(part);
    count += own;
  }
  close();
  return passages.slice(0, MAX_PASSAGES);
}

/** A text without control characters and halves of surrogate pairs; line feeds stay. */
export function plain(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, ' ').replace(/\p{Cs}/gu, '\uFFFD');
}

function partsOf(text: string, words: number): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) =>
      countWords(paragraph) > words * TOLERANCE ? cut(paragraph, words) : [paragraph],
    );
}

/** Sentences of a long paragraph together, up to so many words; a longer sentence is cut between words. */
function cut(paragraph: string, words: number): readonly string[] {
  const parts: string[] = [];
  let [waiting, count]: [string[], number] = [[], 0];
  const close = (): void => {
    if (waiting.length > 0) parts.push(waiting.join(' '));
    [waiting, count] = [[], 0];
  };
  for (const sentence of paragraph.split(/(?<=[.!?…。！？])\s+/u)) {
    if (count + countWords(sentence) > words) close();
    for (const word of wordsOf(sentence)) {
      const own = weightOf(word);
      if (count > 0 && count + own > words) close();
      waiting.push(word);
      count += own;
    }
  }
  close();
  return parts;
}

/** The words of a text, long runs of characters in pieces. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => (word.length > LONGEST_RUN ? [...piecesOf(word, LONGEST_RUN)] : [word]));
}

/** A long run without blanks counts by its length: in some languages it is a sentence. */
function weightOf(word: string): number {
  return word === '' ? 0 : Math.max(1, Math.ceil((word.length - 40) / 8));
}

function countWords(text: string): number {
  return text.split(/\s+/).reduce((count, word) => count + weightOf(word), 0);
}

/**
 * On which pages of a document its passages begin. Passages have the characters of the text in their order; blanks differ.
 * @param text the text that was judged, of which the passages are the end
 */
export function pageNumbers(
  text: string,
  passages: readonly string[],
  pages: DocumentPages,
): readonly number[] {
  const characters = Array.from(plain(text));
  const isBlank = (character: string): boolean => /\s/u.test(character);
  let before = characters.filter((one) => !isBlank(one)).length;
  for (const passage of passages) before -= countVisible(passage);
  const numbers: number[] = [];
  let [place, seen] = [0, 0];
  for (const passage of passages) {
    while (place < characters.length && (seen < before || isBlank(characters[place] ?? ''))) {
      if (!isBlank(characters[place] ?? '')) seen += 1;
      place += 1;
    }
    numbers.push(pageNumberAt(pages, place));
    before += countVisible(passage);
  }
  return numbers;
}

function countVisible(text: string): number {
  return Array.from(text.replace(/\s+/gu, '')).length;
}
