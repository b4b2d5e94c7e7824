import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_TEXT, splitLongText } from '../../../src/language/text/compromise-annotator.js';
import { rounds } from '../../support/thorough.js';

describe('splitLongText', () => {
  it('prefers the end of a line to a comma, and a comma to a blank', () => {
    const words = 'word '.repeat(700);
    const [byComma] = splitLongText(`${words}here, ${words}`);
    expect(byComma).toBe(`${words}here, `);
    const [byLine] = splitLongText(`${words}line\n${'word, '.repeat(500)}`);
    expect(byLine).toBe(`${words}line\n`);
  });

  it('cuts what has no place to cut, but no character', () => {
    const [first, ...rest] = splitLongText(`x${'😀'.repeat(LONGEST_TEXT)}`);
    expect(first?.endsWith('😀')).toBe(true);
    expect(rest.every((piece) => piece.startsWith('😀'))).toBe(true);
  });

  it('holds every character, in pieces of bounded length', () => {
    const part = fc.constantFrom('a', 'word', ' ', '\n', ', ', '. ', '—', '😀', 'Ünïcode');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 500 }),
        (parts, times) => {
          const sentence = parts.join('').repeat(times);
          const pieces = splitLongText(sentence);
          expect(pieces.join('')).toBe(sentence);
          expect(pieces.every(({ length }) => length > 0 && length <= LONGEST_TEXT)).toBe(true);
        },
      ),
      { seed: 1, numRuns: rounds(60, 30) },
    );
  });
});
