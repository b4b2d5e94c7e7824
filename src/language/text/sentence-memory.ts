import { createRecent } from '../../support/remember.js';
import { packSentence, type PackedSentence, type ReadSentence } from './packed-sentence.js';

/** Size of the cache in characters of sentences, at most doubled, with about ten bytes per character. */
const CHARACTERS = 1_000_000;

/** A reader of sentences with a cache of recent ones. */
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

/** A copy of a text, since a substring would keep the whole text in memory. */
function apart(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
