/** Characters of the sentences that are remembered, roughly: twice as many at most. What is found in one takes 100 times that. */
const CHARACTERS = 300_000;

/**
 * A reader of sentences that remembers what it read lately, in two generations: when the younger is full, the elder is
 * forgotten, and what is asked for again meanwhile moves to the younger.
 *
 * @param read reads sentences that are not remembered, several at once
 */
export function createSentenceMemory<Found>(
  read: (sentences: readonly string[]) => readonly Found[],
  characters = CHARACTERS,
): (sentences: readonly string[]) => readonly Found[] {
  let younger = new Map<string, Found>();
  let elder = new Map<string, Found>();
  let length = 0;
  const keep = (sentence: string, found: Found): void => {
    if (length >= characters) {
      elder = younger;
      younger = new Map();
      length = 0;
    }
    younger.set(sentence, found);
    length += sentence.length;
  };
  return (sentences) => {
    const known = new Map<string, Found>();
    const unknown = new Set<string>();
    for (const sentence of sentences) {
      const found = younger.get(sentence) ?? elder.get(sentence);
      if (found === undefined) unknown.add(sentence);
      else known.set(sentence, found);
    }
    const asked = [...unknown];
    for (const [number, found] of read(asked).entries()) known.set(asked[number] ?? '', found);
    return sentences.map((sentence) => {
      const found = known.get(sentence);
      if (found === undefined) throw new RangeError('a sentence was not read');
      if (!younger.has(sentence)) keep(sentence, found);
      return found;
    });
  };
}
