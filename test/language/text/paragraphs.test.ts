import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinWrappedLines } from '../../../src/language/text/compromise-annotator.js';

const LONG = 'A line of prose that an editor broke at its seventieth';

describe('joinWrappedLines', () => {
  it.each([
    ['a wrapped line', `${LONG}\ncharacter, not its author.`, `${LONG} character, not its author.`],
    ['an empty line', `${LONG}\n\nNext paragraph`, `${LONG}\n\nNext paragraph`],
    ['short lines', 'apples\npears\n', 'apples\npears\n'],
    ['bullets', `${LONG}\n- one\n* two\n• three`, `${LONG}\n- one\n* two\n• three`],
    ['a dash that is no bullet', `${LONG}\n-5 degrees`, `${LONG} -5 degrees`],
  ])('%s', (_, text, expected) => expect(joinWrappedLines(text)).toBe(expected));

  it('changes line breaks into blanks and nothing else', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom(LONG, '- x', '', ' ', '1. y'));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        const joined = joinWrappedLines(text);
        expect(joined).toHaveLength(text.length);
        expect(joined.replace(/[\n ]/g, '')).toEqual(text.replace(/[\n ]/g, ''));
      }),
      { seed: 12 },
    );
  });
});
