import { describe, expect, it } from '@jest/globals';
import { matchAny, parseQuery } from '../../../src/extensions/search/query.js';

const word = (text: string) => ({ text, isPhrase: false });
const phrase = (text: string) => ({ text, isPhrase: true });

describe('a query', () => {
  it.each([
    ['insulin pump', [word('insulin'), word('pump')], []],
    ['"insulin pump" price -second-hand', [phrase('insulin pump'), word('price')], [word('second-hand')]],
    ['“insulin pump” -"type 1"', [phrase('insulin pump')], [phrase('type 1')]],
    ['title:a NEAR(b) * OR', [word('title:a'), word('NEAR(b)'), word('OR')], []],
    ['c++ 5"', [word('c++'), word('5"')], []],
  ])('is words, phrases and what to leave out: %s', (text, terms, excluded) => {
    expect(parseQuery(text)).toEqual({ terms, excluded });
  });

  it.each([
    ['', /no words/, /add a word/],
    ['-pump', /no words/, /add a word/],
    ['"insulin pump', /not closed: "insulin pump/, /close the phrase/],
    ['a '.repeat(33), /longer than 32 words/, /characteristic words/],
  ])('that is malformed is refused with what to do: %s', (text, message, hint) => {
    expect(() => parseQuery(text)).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    );
  });

  it('is never syntax of FTS5', () => {
    expect(matchAny(['a" OR title:b*'])).toBe('"a"" OR title:b*"');
    expect(matchAny(['a\u0000b\ud800'])).toBe('"a b\ufffd"');
    expect(matchAny(['x y', 'z'])).toBe('"x y" OR "z"');
  });
});
