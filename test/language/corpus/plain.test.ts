import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tidyText } from '../../../src/language/corpus/draft.js';

describe('tidyText', () => {
  it('joins paragraphs that an editor has wrapped', () => {
    const wrapped =
      'Metformin is an oral medicine from the biguanide class and\none of the most widely prescribed treatments for diabetes.\nIt is old.';
    expect(tidyText(`${wrapped}\n\nNext.`)).toBe(`${wrapped.replaceAll('\n', ' ')}\n\nNext.`);
  });

  it('keeps the lines of lists and verses', () => {
    const list = 'one short line\nanother\nand a line that is quite a bit longer than the others';
    expect(tidyText(list)).toBe(list);
    const verse = 'Shall I compare thee\nto a day';
    expect(tidyText(verse)).toBe(verse);
  });

  it('is idempotent', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'bc ', '\n', '\n\n', ' ', '\u0301', 'word longer ', '\t', '\r'),
    });
    fc.assert(
      fc.property(text, (source) => {
        const tidy = tidyText(source);
        expect(tidy).toBe(tidy.normalize('NFC').trim());
        expect(tidyText(tidy)).toBe(tidy);
      }),
      { seed: 3 },
    );
  });
});
