import { piecesOf } from '../../support/text/cut-text.js';

/** Words of a passage. */
const PASSAGE_WORDS = 120;
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
export function passagesOf(text: string): readonly string[] {
  const parts = plain(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) =>
      countWords(paragraph) > PASSAGE_WORDS * TOLERANCE ? sentencesOf(paragraph) : [paragraph],
    );
  return packed(parts, '\n').slice(0, MAX_PASSAGES);
}

/** A text without control characters and halves of surrogate pairs; line feeds stay. */
export function plain(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, ' ').replace(/\p{Cs}/gu, '\uFFFD');
}

/** Sentences of a long paragraph together, up to the words of a passage; a longer sentence is cut between words. */
function sentencesOf(paragraph: string): readonly string[] {
  const sentences = paragraph.split(/(?<=[.!?…。！？])\s+/u).flatMap((sentence) => {
    if (countWords(sentence) <= PASSAGE_WORDS) return [sentence];
    const words = sentence.split(/\s+/).filter((word) => word !== '');
    return packed(
      words.flatMap((word) => (word.length > LONGEST_RUN ? [...piecesOf(word, LONGEST_RUN)] : [word])),
      ' ',
    );
  });
  return packed(sentences, ' ');
}

/** Neighbouring parts together, up to the words of a passage. */
function packed(parts: readonly string[], between: string): readonly string[] {
  const passages: string[] = [];
  let [waiting, count]: [string[], number] = [[], 0];
  for (const part of [...parts, undefined]) {
    const own = countWords(part ?? '');
    if (waiting.length > 0 && (part === undefined || count + own > PASSAGE_WORDS)) {
      passages.push(waiting.join(between));
      [waiting, count] = [[], 0];
    }
    if (part !== undefined) waiting.push(part);
    count += own;
  }
  return passages;
}

/** A long run without blanks counts by its length: in some languages it is a sentence. */
function countWords(text: string): number {
  return text
    .split(/\s+/)
    .reduce((sum, word) => sum + (word === '' ? 0 : Math.max(1, Math.ceil((word.length - 40) / 8))), 0);
}
