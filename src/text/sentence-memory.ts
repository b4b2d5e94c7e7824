import { createRecent } from '../support/recent.js';
import { packSentence, type PackedSentence, type ReadSentence } from './packed-sentence.js';

/** Characters of the sentences that are remembered: twice as many at most, in some ten bytes each. */
const CHARACTERS = 1_000_000;

/**
 * A reader of sentences that remembers what it read lately.
 * @param read reads sentences that are not remembered, several at once
 * @returns for each sentence what was found in it
 */
export function createSentenceMemory(
  read: (sentences: readonly string[]) => readonly ReadSentence[],
  characters = CHARACTERS,
): (sentences: readonly string[]) => readonly PackedSentence[] {
  const recent = createRecent<string, PackedSentence>(characters, ({ length }) => length);
  return (sentences) => {
    const known = new Map<string, PackedSentence>();
    const unknown = new Set<string>();
    for (const sentence of sentences) {
      const found = recent.get(sentence);
      if (found === undefined) unknown.add(sentence);
      else known.set(sentence, found);
    }
    const asked = [...unknown];
    for (const [number, found] of read(asked).entries()) {
      const sentence = asked[number] ?? '';
      const packed = packSentence(found);
      known.set(sentence, packed);
      recent.set(apart(sentence), packed);
    }
    return sentences.flatMap((sentence) => known.get(sentence) ?? []);
  };
}

/** The same text by itself: a part of a longer one would keep all of that in memory. */
function apart(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
