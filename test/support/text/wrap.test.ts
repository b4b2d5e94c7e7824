import { expect, it } from '@jest/globals';
import { wrapText } from '../../../src/support/text/terminal-text.js';

it.each([
  ['', 5, ['']],
  ['one two three', 7, ['one two', 'three']],
  ['one two', 3, ['one', 'two']],
  ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
  ['first\nsecond', 20, ['first', 'second']],
])('wraps %j in %i columns', (text, width, lines) => {
  expect(wrapText(text, width)).toEqual(lines);
});
