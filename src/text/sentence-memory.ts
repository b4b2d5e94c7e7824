import { createRecent } from '../support/recent.js';

/**
 * Characters of the sentences that are remembered: twice as many at most. What is found in one takes about a hundred
 * times as many bytes.
 */
const CHARACTERS = 300_000;

/**
 * A reader of sentences that remembers what it read lately.
 * @param read reads sentences that are not remembered, several at once
 */
export function createSentenceMemory<Found>(
  read: (sentences: readonly string[]) => readonly Found[],
  characters = CHARACTERS,
): (sentences: readonly string[]) => readonly Found[] {
  const recent = createRecent<string, Found>(characters, ({ length }) => length);
  return (sentences) => {
    const known = new Map<string, Found>();
    const unknown = new Set<string>();
    for (const sentence of sentences) {
      const found = recent.get(sentence);
      if (found === undefined) unknown.add(sentence);
      else known.set(sentence, found);
    }
    const asked = [...unknown];
    for (const [number, found] of read(asked).entries()) {
      const sentence = asked[number] ?? '';
      known.set(sentence, found);
      recent.set(sentence, found);
    }
    return sentences.flatMap((sentence) => known.get(sentence) ?? []);
  };
}
