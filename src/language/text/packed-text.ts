import type { AnnotatedText, Noun, Sentence, Token } from '../../model/noun.js';
import { packSentence, unpackSentence } from './packed-sentence.js';

/** The sentences and nouns of a text as plain data, which files and threads take: unpacking needs the text. */
export interface PackedText {
  /**
   * Of each sentence: the distance of its begin from that of the one before, how many numbers and how many lemmas it has, then
   * its numbers as in `PackedSentence`.
   */
  readonly numbers: readonly number[];
  readonly lemmas: readonly string[];
}

/** Packs what an annotator that reads sentence by sentence found: each noun lies in one sentence. */
export function packText({ sentences, nouns }: Omit<AnnotatedText, 'text'>): PackedText {
  const numbers: number[] = [];
  const lemmas: string[] = [];
  let before = 0;
  let nounsPacked = 0;
  for (const { begin, end, tokens } of sentences) {
    const inside: Noun[] = [];
    for (let noun = nouns[nounsPacked]; noun !== undefined && noun.begin < end; noun = nouns[nounsPacked]) {
      inside.push(moved(noun, begin));
      nounsPacked += 1;
    }
    const packed = packSentence({ tokens: tokens.map((token) => moved(token, begin)), nouns: inside });
    numbers.push(begin - before, packed.numbers.length, packed.lemmas.length);
    for (let place = 0; place < packed.numbers.length; place += 1) numbers.push(packed.numbers[place] ?? 0);
    lemmas.push(...packed.lemmas);
    before = begin;
  }
  return { numbers, lemmas };
}

/** Unpacks a text. @param text the text that was annotated @throws RangeError when it is not of that text */
export function unpackText({ numbers, lemmas }: PackedText, text: string): AnnotatedText {
  const sentences: Sentence[] = [];
  const nouns: Noun[] = [];
  let begin = 0;
  let lemmasRead = 0;
  for (let place = 0; place < numbers.length;) {
    const [distance = 0, count = 0, own = 0] = numbers.slice(place, place + 3);
    begin += distance;
    place += 3;
    const packed = {
      numbers: numbers.slice(place, place + count),
      lemmas: lemmas.slice(lemmasRead, lemmasRead + own),
    };
    if (packed.numbers.length < 1 + 3 * (packed.numbers[0] ?? 0)) throw new RangeError('numbers are missing');
    const found = unpackSentence(packed, text, begin);
    place += count;
    lemmasRead += own;
    const end = found.tokens.at(-1)?.end ?? begin;
    if (end > text.length) throw new RangeError('a sentence ends beyond the text');
    sentences.push({ begin, end, tokens: found.tokens });
    for (const noun of found.nouns) nouns.push(noun);
  }
  return { text, sentences, nouns };
}

function moved<Part extends Token | Noun>(part: Part, begin: number): Part {
  return { ...part, begin: part.begin - begin, end: part.end - begin };
}
