import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { shellWord } from '../../../src/model/errors.js';
import { terminalText } from '../../../src/support/text/terminal-text.js';
import { anyText } from '../any-text.js';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** What a terminal must not receive, by code points. */
const FORBIDDEN: readonly number[] = [
  ...range(0x00, 0x08),
  0x0b,
  0x0c,
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x180e,
  0x200b,
  0x200e,
  0x200f,
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x206f),
  0x3164,
  0xfeff,
  0xffa0,
  ...range(0xfff9, 0xfffb),
  0xe0001,
  ...range(0xe0020, 0xe007f),
];
const forbidden = new Set(FORBIDDEN);

const texts = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom(...FORBIDDEN).map((code) => String.fromCodePoint(code)),
      fc.constantFrom('\r', '\n', '\r\n', '\t', '\\', '"', '\ud800', 'é', '❤️', 'می\u200cروم'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('terminalText', () => {
  it('lets nothing through that a terminal obeys or hides', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = terminalText(text);
        const left = Array.from(shown).map((character) => character.codePointAt(0) ?? 0);
        expect(left.filter((code) => forbidden.has(code))).toEqual([]);
        expect(shown).not.toMatch(/\r(?!\n)/);
        expect(terminalText(shown)).toBe(shown);
      }),
      { seed: 11 },
    );
  });

  it('leaves the meaning of JSON as it is', () => {
    fc.assert(
      fc.property(texts, texts, (name, value) => {
        const json = JSON.stringify({ [name]: [value] }, null, 2);
        expect(JSON.parse(terminalText(json))).toEqual(JSON.parse(json));
      }),
      { seed: 12 },
    );
  });

  it.each(['plain\ttext\nof two lines', 'a,b\r\n1,2\r\n', 'żółć 日本 ❤️ 👩‍💻', 'می‌روم', '– “x” … ≥ μ', ''])(
    'leaves %j as it is',
    (text) => expect(terminalText(text)).toBe(text),
  );
});

it('quotes what a shell would read otherwise', () => {
  expect(['demo/kb', "Ada's kb", '$HOME', ''].map(shellWord)).toEqual([
    'demo/kb',
    String.raw`'Ada'\''s kb'`,
    "'$HOME'",
    "''",
  ]);
});
