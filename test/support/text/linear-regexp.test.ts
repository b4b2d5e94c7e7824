import { describe, expect, it } from '@jest/globals';
import { linearRegExp } from '../../../src/support/text/linear-regexp.js';
import { seededRandom } from '../../../src/support/random.js';

const ATOMS = ['a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d', '\\b', '\\B', '^', '$', 'é', '\\u{e9}', '\\x61'];
const REPEATS = ['', '', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '{0}'];
const GROUPS = ['(', '(?:', '(?<name>', '(?=', '(?!', '(?<=', '(?<!'];

/** An expression made at random; groups that look around are not repeated, as the flag `u` has it. */
function someExpression(random: () => number, depth: number, names: { count: number }): string {
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    if (depth > 0 && random() < 0.4) {
      const group = one(GROUPS);
      const open = group === '(?<name>' ? `(?<n${(names.count += 1)}>` : group;
      const inner = someExpression(random, depth - 1, names);
      return `${open}${inner})${/[=!]/.test(open) ? '' : one(REPEATS)}`;
    }
    const atom = one(ATOMS);
    return /^(?:\\[bB]|\^|\$)$/.test(atom) ? atom : `${atom}${one(REPEATS)}`;
  });
  const text = parts.join('');
  return random() < 0.25 ? `${text}|${one(ATOMS)}` : text;
}

describe('matches what JavaScript matches', () => {
  it('for expressions and texts made at random', () => {
    const random = seededRandom(5);
    const letters = ['a', 'b', 'A', '1', 'é', ' ', '\n', ''];
    const wrong: unknown[] = [];
    for (let turn = 0; turn < 4000; turn += 1) {
      const source = someExpression(random, 3, { count: 0 });
      const isLoose = random() < 0.3;
      const text = Array.from({ length: 7 }, () => letters[Math.floor(random() * letters.length)]).join('');
      const expected = new RegExp(source, isLoose ? 'iu' : 'u').test(text);
      if (linearRegExp(source, isLoose)(text) !== expected) wrong.push([source, isLoose, text, expected]);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['^https?:\\/\\/(?:www\\.)?a\\.example(?::\\d+)?\\/', 'http://www.a.example:80/x'],
    ['[\\]\\/(|]x', '](x'],
    ['\\p{Lu}\\P{Lu}', 'xÄö'],
    ['\\uD83D\\uDE00$', 'a😀'],
    ['^(?!.*\\/(?:tag|feed)\\/).*\\.html$', 'http://a.example/x.html'],
    ['(?<=\\?)(?:.*&)?page=\\d{2,}', 'http://a.example/?x=1&page=12'],
    ['\\cJ\\t\\0?', '\n\t'],
    ['a{3}b{2,3}', 'xaaabb'],
    ['', ''],
  ])('%s', (source, text) => {
    for (const part of [text, text.slice(1), text.slice(0, -1), 'http://a.example/tag/x.html'])
      expect([part, linearRegExp(source)(part)]).toEqual([part, new RegExp(source, 'u').test(part)]);
  });
});

it.each(['(a+)+b', '(a|a)*b', '(.*)*(.*)*x', 'a*a*a*a*a*a*a*a*b', '(?=(a+)+b)a', '(a?){300}b'])(
  'ends soon with %s',
  (source) => {
    // A backtracking matcher takes longer than the universe has; a test that fails here does not end.
    expect(linearRegExp(source)('a'.repeat(2000))).toBe(false);
  },
);

it.each([
  ['(', /regular expression/i],
  ['(a)\\1', /refers back to a group \(\\1\)/],
  ['(?<x>a)\\k<x>', /refers back to a group/],
  ['((a{1000}){1000}){1000}', /too long: it has more than 2000 parts/],
  ['(?:(?:(?:){1999}){1999}){1999}', /too long/],
  ['(?:){999999999999}', /too long/],
  ['a'.repeat(2001), /longer than 2000 characters/],
  ['('.repeat(101) + ')'.repeat(101), /more than 100 groups/],
])('refuses %.30s', (source, message) => {
  expect(() => linearRegExp(source)).toThrow(SyntaxError);
  expect(() => linearRegExp(source)).toThrow(message);
});
